"""Forty combinations of options in Chromium: Toque's script beside Chromium's own virtual authenticator."""

import os

import pytest

from command import ROOT
from engines import Chromium, Failed
from authenticator_service import script_of
from page_calls import create, creation, get, retrieval

pytestmark = [
    pytest.mark.extended,
    pytest.mark.skipif(Chromium.missing is not None, reason=str(Chromium.missing)),
]

PAGE = ROOT / "docs/browser-differences.md"
HEAD = """# Differences from Chromium's virtual authenticator

See where `toque browser serve` answers a page differently from Chromium's own virtual authenticator (a platform
authenticator with resident keys and a verified user). A test runs each combination of options in Chromium with both and
writes this page. An outcome is `ok` or the error's name.

"""

A = [{"type": "public-key", "id": "AAAA"}]
SIZE_32 = "YWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWE"
PRF = {"prf": {"eval": {"first": SIZE_32}}}


def selection(**members):
    return creation(authenticatorSelection=members)


def algorithms(*numbers):
    return creation(pubKeyCredParams=[{"type": "public-key", "alg": number} for number in numbers])


# Name: the ceremony and its options. `MADE` stands for the credential made before.
MADE = [{"type": "public-key", "id": "MADE"}]
COMBINATIONS = {
    "create: no selection": (create, creation()),
    "create: residentKey required": (create, selection(residentKey="required")),
    "create: residentKey preferred": (create, selection(residentKey="preferred")),
    "create: residentKey discouraged": (create, selection(residentKey="discouraged")),
    "create: userVerification required": (create, selection(userVerification="required")),
    "create: userVerification discouraged": (create, selection(userVerification="discouraged")),
    "create: residentKey and userVerification required": (create, selection(residentKey="required", userVerification="required")),
    "create: attachment platform": (create, selection(authenticatorAttachment="platform")),
    "create: attachment cross-platform": (create, selection(authenticatorAttachment="cross-platform") | {"timeout": 500}),
    "create: attestation direct": (create, creation(attestation="direct")),
    "create: attestation indirect": (create, creation(attestation="indirect")),
    "create: attestation enterprise": (create, creation(attestation="enterprise")),
    "create: ES256 alone": (create, algorithms(-7)),
    "create: RS256 alone": (create, algorithms(-257)),
    "create: EdDSA alone": (create, algorithms(-8)),
    "create: an unknown algorithm alone": (create, algorithms(-999)),
    "create: no algorithms": (create, algorithms()),
    "create: RP ID of the host": (create, creation(rp={"id": "localhost", "name": "x"})),
    "create: RP ID of another site": (create, creation(rp={"id": "example.com", "name": "x"})),
    "create: user.id of 64 bytes": (create, creation(user={"id": "A" * 86, "name": "x", "displayName": "x"})),
    "create: user.id of 66 bytes": (create, creation(user={"id": "A" * 88, "name": "x", "displayName": "x"})),
    "create: empty user.id": (create, creation(user={"id": "", "name": "x", "displayName": "x"})),
    "create: an unknown credential excluded": (create, creation(excludeCredentials=A)),
    "create: an own credential excluded": (create, creation(excludeCredentials=MADE)),
    "create: credProps": (create, creation(extensions={"credProps": True})),
    "create: prf": (create, creation(extensions=PRF)),
    "create: prf of one credential": (create, creation(extensions={"prf": {"evalByCredential": {"AAAA": {"first": SIZE_32}}}})),
    "create: largeBlob preferred": (create, creation(extensions={"largeBlob": {"support": "preferred"}})),
    "create: largeBlob read": (create, creation(extensions={"largeBlob": {"read": True}})),
    "get: no list": (get, retrieval()),
    "get: an own credential": (get, retrieval(allowCredentials=MADE)),
    "get: an unknown credential": (get, retrieval(allowCredentials=A, timeout=500)),
    "get: userVerification required": (get, retrieval(allowCredentials=MADE, userVerification="required")),
    "get: userVerification discouraged": (get, retrieval(allowCredentials=MADE, userVerification="discouraged")),
    "get: RP ID of another site": (get, retrieval(rpId="example.com")),
    "get: prf": (get, retrieval(allowCredentials=MADE, extensions=PRF)),
    "get: prf of a credential that is not listed": (get, retrieval(allowCredentials=MADE, extensions={"prf": {"evalByCredential": {"AAAA": {"first": SIZE_32}}}})),
    "get: prf of one credential without a list": (get, retrieval(extensions={"prf": {"evalByCredential": {"AAAA": {"first": SIZE_32}}}})),
    "get: largeBlob read and written": (get, retrieval(allowCredentials=MADE, extensions={"largeBlob": {"read": True, "write": "AAAA"}})),
    "get: largeBlob read": (get, retrieval(allowCredentials=MADE, extensions={"largeBlob": {"read": True}})),
}
# Why an outcome differs.
REASONS = {
    "create: EdDSA alone": "Toque imitates a device: the profile `windows` has ES256 and RS256. `lab` has all algorithms.",
    "create: an unknown algorithm alone": "WebAuthn section 6.3.2 has NotSupportedError, which Chromium hides.",
    "create: empty user.id": "WebAuthn section 5.1.3, step 5, has TypeError; Chromium takes an empty one.",
}


def with_id(options, made):
    return {
        name: [{"type": "public-key", "id": made}] if value == MADE else value for name, value in options.items()
    }


def outcomes(browser):
    """The outcome of each combination, each in a page with one credential."""
    found = {}
    for name, (call, options) in COMBINATIONS.items():
        browser.renew()
        user = {"id": "b3RoZXI", "name": "other", "displayName": "Other"}
        made = browser.run(create(creation(user=user, authenticatorSelection={"residentKey": "required"})))
        try:
            browser.run(call(with_id(options, made["id"])))
            found[name] = "ok"
        except Failed as failed:
            found[name] = failed.name
    return found


class Scripted(Chromium):
    def renew(self):
        self.service.only(profile="windows")


class Native(Chromium):
    def renew(self):
        self.call("WebAuthn.removeVirtualAuthenticator", authenticatorId=self.authenticator)
        self.authenticator = self.call("WebAuthn.addVirtualAuthenticator", options={
            "protocol": "ctap2", "ctap2Version": "ctap2_1", "transport": "internal", "hasResidentKey": True,
            "hasUserVerification": True, "isUserVerified": True, "automaticPresenceSimulation": True,
            "hasLargeBlob": True, "hasPrf": True})["authenticatorId"]


@pytest.fixture(scope="module")
def both(toque, service, site):
    with Scripted(script_of(toque, service)) as browser:
        browser.service = service
        browser.open(site.origin)
        ours = outcomes(browser)
    with Native("") as browser:
        browser.open(site.origin)
        return ours, outcomes(browser)


def test_outcomes_are_those_of_chromiums_authenticator_or_have_a_reason(both):
    ours, theirs = both
    assert len(ours) == 40
    different = {name: (ours[name], theirs[name]) for name in ours if ours[name] != theirs[name]}
    assert different.keys() == REASONS.keys(), different
    same = [f"| {name} | {ours[name]} |" for name in ours if name not in different]
    rows = [f"| {name} | {different[name][0]} | {different[name][1]} | {REASONS[name]} |" for name in different]
    text = HEAD + "\n".join([
        "## Different", "", "| Combination | Toque | Chromium | Reason |", "|---|---|---|---|", *rows, "",
        "## The same", "", "| Combination | Outcome |", "|---|---|", *same, ""])
    if os.environ.get("TOQUE_UPDATE_DOCS"):
        PAGE.write_text(text)
    assert PAGE.read_text() == text, "run this test again with TOQUE_UPDATE_DOCS=1"
