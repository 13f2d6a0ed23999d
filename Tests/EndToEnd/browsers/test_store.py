"""A page's passkeys outlive the service that has them in a store."""

import pytest
import webauthn

from authenticator_service import AuthenticatorService, script_of
from engines import Chromium
from holder import private_file
from page_calls import CHALLENGE, allow, create, creation, decode, get, retrieval
from simulator import free_port

pytestmark = [
    pytest.mark.extended,
    pytest.mark.skipif(Chromium.missing is not None, reason=str(Chromium.missing)),
]


def test_a_page_finds_its_passkey_after_a_restart_of_the_service(toque, site, tmp_path):
    place = {"port": free_port(), "token_file": private_file(tmp_path / "token", "a-token-of-the-test\n")}
    options = ["--store", tmp_path / "store.sqlite", "--gesture", "approve,approve", "--origin", site.origin]
    with AuthenticatorService(toque, *options, **place) as service, Chromium(script_of(toque, service)) as page:
        page.open(site.origin)
        made = page.run(create(creation(authenticatorSelection={"residentKey": "required"})))
        registration = webauthn.verify_registration_response(
            credential=made, expected_challenge=decode(CHALLENGE), expected_rp_id="localhost",
            expected_origin=site.origin, require_user_verification=True)
        service.kill()
        # At the same address, with the same token: the page has not noticed.
        service.start()
        for options in (retrieval(), retrieval(allowCredentials=allow(made))):
            signed = page.run(get(options))
            assertion = webauthn.verify_authentication_response(
                credential=signed, expected_challenge=decode(CHALLENGE), expected_rp_id="localhost",
                expected_origin=site.origin, credential_public_key=registration.credential_public_key,
                credential_current_sign_count=registration.sign_count, require_user_verification=True)
            assert assertion.credential_id == registration.credential_id
