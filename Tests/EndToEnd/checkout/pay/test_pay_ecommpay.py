"""`toque checkout pay ecommpay`: the app, whose payment options the merchant's server signs."""

import contextlib
import http.server
import json
import threading

import pytest

import ecommpay_reference as reference
from simulator import Simulator, free_port

SECRET = "your_secret"
OPTIONS = {
    "project_id": 10,
    "payment_id": "ord-42",
    "payment_amount": 1999,
    "payment_currency": "USD",
    "payment_description": "Chá; 1:1",
    "customer_id": "10",
    "additional_fields": [{"name": "email", "value": "ana@loja.example"}],
}


@contextlib.contextmanager
def backend():
    """The merchant's server, which signs the text that apps send it."""
    signed = []

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_POST(self):
            text = self.rfile.read(int(self.headers["Content-Length"])).decode()
            signed.append((self.headers["Content-Type"], text))
            body = f"{reference.sign_text(text, SECRET)}\n".encode()
            self.send_response(200)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *arguments):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/sign?app=1", signed
    finally:
        server.shutdown()
        server.server_close()


@pytest.fixture
def pay(toque, tmp_path):
    """Runs the app with the person's steps."""
    arguments = ["--provider", "ecommpay", "--port", 0, "--memory"]
    with Simulator(toque, *arguments) as simulator, backend() as (url, signed):

        def run(script, *arguments, gesture="approve", server=simulator.url, **options):
            path = tmp_path / "options.json"
            path.write_text(json.dumps(OPTIONS | options))
            result = toque.run(
                *["checkout", "pay", "ecommpay", "--options", path, "--server", server, "--script", script],
                *["--gesture", gesture, "--store", tmp_path / "store.sqlite", *arguments],
                *([] if "--signature" in arguments else ["--sign-url", url]),
            )
            return result

        run.signed = signed
        yield run


@pytest.mark.parametrize(
    "script, gesture, code, status",
    [
        ("choose:card,confirm,authorize", "approve", 0, "success"),
        ("choose:card,fill:token=tok_frictionless,confirm", "approve", 0, "success"),
        ("choose:qiwi,authorize", "approve", 0, "success"),
        ("choose:card,confirm,cancel", "approve", 1, "decline"),
        ("choose:card,confirm,authorize", "decline", 1, "decline"),
        ("choose:card,fill:token=tok_insufficient_funds,confirm", "approve", 1, "decline"),
        ("close", "approve", 1, "awaiting customer"),
        ("choose:card,confirm", "approve", 4, "awaiting 3ds result"),
    ],
)
def test_the_exit_code_tells_the_outcome(pay, script, gesture, code, status):
    result = pay(script, "--json", gesture=gesture)
    assert result.returncode == code, result.stderr
    assert json.loads(result.stdout)["status"] == status


def test_the_backend_signs_the_string_of_the_app(pay):
    assert pay("close").returncode == 1
    assert pay.signed == [("text/plain; charset=utf-8", reference.mobile_string(OPTIONS))]


def test_a_given_signature_is_accepted_and_a_wrong_one_refused(pay):
    signature = reference.sign_text(reference.mobile_string(OPTIONS), SECRET)
    assert pay("choose:card,confirm,authorize", "--signature", signature).returncode == 0
    wrong = pay("choose:card,confirm,authorize", "--signature", signature[::-1], "--json", payment_id="ord-43")
    assert wrong.returncode == 1
    assert json.loads(wrong.stdout)["error"]["code"] == "serverUnauthorized"


def test_the_same_command_continues_an_unfinished_payment(pay):
    assert pay("choose:card,confirm").returncode == 4
    assert pay("authorize").returncode == 0
    again = pay("choose:card,confirm,authorize", "--json")
    assert again.returncode == 1
    assert json.loads(again.stdout)["error"]["code"] == "paymentHasFinalStatus"


def test_unused_script_steps_are_reported(pay):
    result = pay("choose:card,confirm,authorize,retry")
    assert result.returncode == 0
    assert "left over of the script: retry" in result.stderr


def test_invalid_options_and_a_missing_server_make_no_payment(pay):
    assert pay("close", payment_amount=0).returncode == 1
    assert pay("close", server=f"http://127.0.0.1:{free_port()}").returncode == 3
    assert pay("close", "--present", "terminal").returncode == 2
    assert pay("nod").returncode == 2
