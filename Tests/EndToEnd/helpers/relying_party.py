"""A backend with passkeys that is not the sandbox: sessions, its own routes, and a library of others as its verifier."""

import http.server
import json
import secrets
import threading

import webauthn
from webauthn.helpers import base64url_to_bytes, options_to_json


class OwnBackend:
    """Serves on a free port of 127.0.0.1. A context manager, which stops it."""

    secret = "a-secret-of-the-shop"

    def __init__(self):
        self.users = {}
        self.signed_in = []
        self.is_broken = False
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), self.handler())
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}"

    def __enter__(self):
        threading.Thread(target=self.server.serve_forever).start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()

    @property
    def journey(self):
        """The map of its routes."""
        return f"""
            target = "{self.url}"
            origin = "https://shop.example"
            [journeys]
            webauthn = 1
            [headers]
            X-Shop-Key = {{ env = "SHOP_KEY" }}
            [routes.session]
            path = "/session"
            body = {{ name = "{{user}}", number = "{{device}}" }}
            expect = [200]
            keep = {{ token = "/session/token" }}
            [routes.registration-options]
            path = "/users/{{user}}/options"
            headers = {{ Authorization = "Bearer {{token}}" }}
            options = "/result/creation"
            [routes.registration]
            path = "/register"
            headers = {{ Authorization = "Bearer {{token}}" }}
            body = {{ answer = "{{credential}}" }}
            [routes.sign-options]
            path = "/challenge"
            headers = {{ Authorization = "Bearer {{token}}" }}
            [routes.sign]
            path = "/sign-in"
            headers = {{ Authorization = "Bearer {{token}}" }}
            body = {{ id = "{{credential/id}}", answer = "{{credential}}" }}
            """

    def answer(self, path, headers, body):
        """Returns the status and the JSON."""
        if self.is_broken:
            return 500, {"error": f"no database; the key was {headers['X-Shop-Key']}"}
        if headers["X-Shop-Key"] != self.secret:
            return 403, {}
        if path == "/session":
            token = secrets.token_urlsafe()
            assert body["name"] == f"user-{body['number']}"
            self.users[token] = {"name": body["name"]}
            return 200, {"session": {"token": token}}
        user = self.users[headers["Authorization"].removeprefix("Bearer ")]
        if path == f"/users/{user['name']}/options":
            options = webauthn.generate_registration_options(
                rp_id="shop.example", rp_name="Shop", user_name=user["name"]
            )
            user["challenge"] = options.challenge
            return 200, {"result": {"creation": json.loads(options_to_json(options))}}
        if path == "/register":
            user["credential"] = webauthn.verify_registration_response(
                credential=body["answer"], expected_challenge=user["challenge"], expected_rp_id="shop.example",
                expected_origin="https://shop.example",
            )  # fmt: skip
            self.users[user["name"]] = user["credential"]
            return 201, {}
        if path == "/challenge":
            options = webauthn.generate_authentication_options(rp_id="shop.example")
            user["challenge"] = options.challenge
            return 200, json.loads(options_to_json(options))
        assert path == "/sign-in" and body["id"] == body["answer"]["id"]
        credential = self.users[user["name"]]
        assert base64url_to_bytes(body["id"]) == credential.credential_id
        try:
            webauthn.verify_authentication_response(
                credential=body["answer"], expected_challenge=user["challenge"], expected_rp_id="shop.example",
                expected_origin="https://shop.example", credential_public_key=credential.credential_public_key,
                credential_current_sign_count=0,
            )  # fmt: skip
        except webauthn.helpers.exceptions.InvalidAuthenticationResponse as error:
            return 401, {"error": str(error)}
        self.signed_in.append(user["name"])
        return 200, {}

    def handler(self):
        backend = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self):
                text = self.rfile.read(int(self.headers.get("Content-Length", 0)))
                status, answer = backend.answer(self.path, self.headers, json.loads(text) if text else None)
                content = json.dumps(answer).encode()
                self.send_response(status)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(content)))
                self.end_headers()
                self.wfile.write(content)

            def log_message(self, *_):
                pass

        return Handler
