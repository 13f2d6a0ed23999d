"""Passkeys in Chromium, Firefox and WebKit by toque-webauthn.js."""

import base64
import json

import pytest
import webauthn

from engines import Failed
from page_calls import CHALLENGE, allow, create, creation, decode, get, retrieval

pytestmark = pytest.mark.extended

IOS = "c1a4c2ff-2ba7-477f-b57d-8113b18c0972"
FORMATS = ["packed", "tpm", "android-key", "android-safetynet", "fido-u2f", "apple", "compound", "none"]


def error_name(browser, script):
    with pytest.raises(Failed) as failed:
        browser.run(script)
    return failed.value.name


@pytest.fixture
def page(browser, service, site):
    """A page with one new authenticator behind it."""
    service.only()
    browser.open(site.origin)
    return browser


def test_a_second_verifier_accepts_a_registration_and_an_assertion(page, site):
    made = page.run(create(creation()))
    registration = webauthn.verify_registration_response(
        credential=made, expected_challenge=decode(CHALLENGE), expected_rp_id="localhost",
        expected_origin=site.origin, require_user_verification=True)
    assert registration.aaguid == IOS, "another authenticator than Toque's answered"
    signed = page.run(get(retrieval(allowCredentials=allow(made))))
    assertion = webauthn.verify_authentication_response(
        credential=signed, expected_challenge=decode(CHALLENGE), expected_rp_id="localhost",
        expected_origin=site.origin, credential_public_key=registration.credential_public_key,
        credential_current_sign_count=registration.sign_count, require_user_verification=True)
    assert assertion.credential_id == registration.credential_id


def test_credentials_are_those_of_the_interfaces(page):
    seen = page.run(
        f"const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON({json.dumps(creation(extensions={'credProps': True}))});"
        "const made = await navigator.credentials.create({ publicKey });"
        "const found = await navigator.credentials.get({ publicKey: { challenge: new Uint8Array(16) } });"
        "return [made instanceof PublicKeyCredential, made.response instanceof AuthenticatorAttestationResponse,"
        " found.response instanceof AuthenticatorAssertionResponse, made.rawId instanceof ArrayBuffer,"
        " made.id === found.id, made.type, made.authenticatorAttachment, made.response.getTransports(),"
        " made.response.getPublicKeyAlgorithm(), made.response.getPublicKey().byteLength,"
        " made.response.getAuthenticatorData().byteLength > 100, made.getClientExtensionResults(),"
        " new TextDecoder().decode(found.response.userHandle)]")
    assert seen == [
        True, True, True, True, True, "public-key", "platform", ["hybrid", "internal"], -7, 91, True,
        {"credProps": {"rk": True}}, "user"]


def test_the_static_methods_answer(page, service):
    assert page.run("return PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable()") is True
    assert page.run("return PublicKeyCredential.isConditionalMediationAvailable()") is True
    capabilities = page.run("return PublicKeyCredential.getClientCapabilities()")
    assert capabilities["conditionalGet"] and capabilities["extension:prf"] and not capabilities["relatedOrigins"]
    service.only(profile="security-key")
    assert page.run("return PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable()") is False


def test_errors_have_their_names(page, service):
    made = page.run(create(creation()))
    assert error_name(page, create(creation(excludeCredentials=allow(made)))) == "InvalidStateError"
    assert error_name(page, create(creation(rp={"id": "example.com", "name": "x"}))) == "SecurityError"
    assert error_name(page, get(retrieval(rpId="example.com"))) == "SecurityError"
    assert error_name(page, create(creation(pubKeyCredParams=[{"type": "public-key", "alg": -999}]))) == "NotSupportedError"
    assert error_name(page, create(creation(user={"id": "", "name": "x", "displayName": "x"}))) == "TypeError"
    assert error_name(page, get(retrieval(allowCredentials=[{"type": "public-key", "id": "AAAA"}]))) == "NotAllowedError"
    assert error_name(page, get(retrieval(extensions={"prf": {"evalByCredential": {"AAAA": {"first": "AAAA"}}}}))) == "NotSupportedError"
    key = service.only(profile="security-key")
    required = {"userVerification": "required"}
    assert error_name(page, create(creation(authenticatorSelection=required))) == "ConstraintError"
    service.ask("POST", f"/authenticators/{key}", {"gesture": "decline"})
    assert error_name(page, create(creation())) == "NotAllowedError"
    assert error_name(page, "PublicKeyCredential.parseRequestOptionsFromJSON({ challenge: '!' })") == "EncodingError"


def test_an_abort_ends_a_request_that_waits_for_a_gesture(page, service):
    service.only(gesture="timeout,approve")
    options = json.dumps(creation())
    waiting = (
        "const controller = new AbortController();"
        f"const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON({options});"
        "const made = navigator.credentials.create({ publicKey, signal: controller.signal });"
        "controller.abort(); return (await made).toJSON()")
    assert error_name(page, waiting) == "AbortError"
    assert error_name(page, waiting.replace("abort()", "abort(new RangeError('mine'))")) == "RangeError"
    # The gestures of the aborted requests may or may not have been asked for: a new script has one more.
    service.only(gesture="approve")
    assert page.run(create(creation()))["type"] == "public-key"


def test_a_conditional_request_waits_for_a_passkey(page, service):
    page.run(
        "window.found = null; window.controller = new AbortController();"
        f"const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON({json.dumps(retrieval())});"
        "window.waiting = navigator.credentials.get({ publicKey, mediation: 'conditional', signal: controller.signal })"
        ".then((found) => { window.found = found.id })")
    assert page.run("return window.found") is None
    made = page.run(create(creation()))
    assert page.run("await window.waiting; return window.found") == made["id"]
    service.only()
    aborted = (
        "const controller = new AbortController();"
        "const waiting = navigator.credentials.get({ publicKey: { challenge: new Uint8Array(16) },"
        " mediation: 'conditional', signal: controller.signal });"
        "setTimeout(() => controller.abort(), 0); await waiting")
    assert error_name(page, aborted) == "AbortError"


@pytest.mark.parametrize("statement", FORMATS)
def test_every_statement_format_gets_its_verdict(page, service, site, toque, statement):
    service.only(profile="lab", attestation=statement)
    options = creation(attestation="direct")
    made = page.run(create(options))
    document = {
        "id": statement, "kind": "registration", "options": options, "origins": [site.origin], "rpId": "localhost",
        "response": made,
    }
    verdict = toque.run("verify", "-", stdin=json.dumps(document))
    assert verdict.returncode == 0, verdict.stdout + verdict.stderr
    assert f'"{statement}"' in verdict.stdout


def test_extensions_have_their_outputs(page):
    first = base64.urlsafe_b64encode(b"a" * 32).decode().rstrip("=")
    made = page.run(create(creation(
        authenticatorSelection={"residentKey": "required"},
        extensions={"credProps": True, "prf": {"eval": {"first": first}}, "largeBlob": {"support": "required"}})))
    outputs = made["clientExtensionResults"]
    assert outputs["credProps"] == {"rk": True}
    assert outputs["largeBlob"] == {"supported": True}
    assert outputs["prf"]["enabled"]
    seen = page.run(
        f"const id = Uint8Array.from(atob('{made['id'].replace('-', '+').replace('_', '/')}'), (c) => c.charCodeAt(0));"
        "const ask = (extensions) => navigator.credentials.get({ publicKey: { challenge: new Uint8Array(16),"
        " allowCredentials: [{ type: 'public-key', id }], extensions } }).then((found) => found.getClientExtensionResults());"
        "const { prf } = await ask({ prf: { eval: { first: new Uint8Array(32).fill(97) } } });"
        "const { largeBlob } = await ask({ largeBlob: { write: new TextEncoder().encode('a blob') } });"
        "const read = (await ask({ largeBlob: { read: true } })).largeBlob;"
        "return [[...new Uint8Array(prf.results.first)], largeBlob.written, new TextDecoder().decode(read.blob)]")
    assert bytes(seen[0]) == decode(outputs["prf"]["results"]["first"])
    assert seen[1:] == [True, "a blob"]


def test_frames_need_the_permission_of_their_page(browser, service, site, other_site):
    service.only()
    ask = (
        "const frame = document.querySelector('iframe').contentWindow;"
        "return new Promise((resolve) => { addEventListener('message', (event) => event.data.answer &&"
        " resolve(event.data.answer)); frame.postMessage({ run: true }, '*') })")
    answer = (
        "<script>addEventListener('message', async (event) => { if (!event.data.run) return;"
        " const name = await navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON("
        f"{json.dumps(creation())}) }}).then((made) => new TextDecoder().decode(made.response.clientDataJSON),"
        " (error) => error.name); event.source.postMessage({ answer: name }, '*') })</script>")
    frame_page = f"/frame?answers={base64.urlsafe_b64encode(answer.encode()).decode()}"
    feature = "publickey-credentials-create"

    def seen(frame_origin, allowed):
        from urllib.parse import quote

        browser.open(f"{site.origin}/?frame={quote(frame_origin + frame_page)}&allow={quote(allowed)}")
        return browser.run(ask)

    assert seen(other_site.origin, "") == "NotAllowedError"
    assert seen(other_site.origin, "publickey-credentials-get *") == "NotAllowedError"
    permitted = json.loads(seen(other_site.origin, f"camera; {feature} {other_site.origin}"))
    assert (permitted["origin"], permitted["crossOrigin"], permitted["topOrigin"]) == (
        other_site.origin, True, site.origin)
    own = json.loads(seen(site.origin, ""))
    assert (own["origin"], own["crossOrigin"]) == (site.origin, False)


def test_signals_change_what_the_authenticator_keeps(page, service):
    authenticator = service.only()
    made = page.run(create(creation()))

    def kept():
        return service.ask("GET", f"/authenticators/{authenticator}/credentials")[1]["credentials"]

    page.run(
        "await PublicKeyCredential.signalCurrentUserDetails("
        "{ rpId: 'localhost', userId: 'dXNlcg', name: 'new', displayName: 'New' })")
    assert [each["userName"] for each in kept()] == ["new"]
    assert error_name(page, "await PublicKeyCredential.signalUnknownCredential({ rpId: 'example.com', credentialId: 'AAAA' })") == "SecurityError"
    assert error_name(page, "await PublicKeyCredential.signalUnknownCredential({ rpId: 'localhost', credentialId: '=' })") == "TypeError"
    accepted = json.dumps({"rpId": "localhost", "userId": "dXNlcg", "allAcceptedCredentialIds": [made["id"]]})
    page.run(f"await PublicKeyCredential.signalAllAcceptedCredentials({accepted})")
    assert len(kept()) == 1
    unknown = json.dumps({"rpId": "localhost", "credentialId": made["id"]})
    page.run(f"await PublicKeyCredential.signalUnknownCredential({unknown})")
    assert kept() == []


def test_a_page_whose_policy_forbids_requests_gets_an_error_that_says_so(browser, service, site):
    service.only()
    browser.open(f"{site.origin}/strict")
    with pytest.raises(Failed, match="out of reach of this page") as failed:
        browser.run(create(creation()))
    assert failed.value.name == "UnknownError"
