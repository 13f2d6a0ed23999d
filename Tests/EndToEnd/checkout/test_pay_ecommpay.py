"""`toque checkout pay ecommpay`: the app, whose payment options the merchant's server signs."""

import contextlib
import http.server
import json
import threading

import pytest

import ecommpay_reference as reference
from command import ROOT
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
    """The merchant's server, which signs what apps send it as text."""
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
    """Runs the app with what the person does."""
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


def test_the_backend_signs_what_the_app_sends_it(pay):
    assert pay("close").returncode == 1
    assert pay.signed == [("text/plain; charset=utf-8", reference.mobile_string(OPTIONS))]


def test_a_signature_is_taken_and_a_wrong_one_is_refused(pay):
    signature = reference.sign_text(reference.mobile_string(OPTIONS), SECRET)
    assert pay("choose:card,confirm,authorize", "--signature", signature).returncode == 0
    wrong = pay("choose:card,confirm,authorize", "--signature", signature[::-1], "--json", payment_id="ord-43")
    assert wrong.returncode == 1
    assert json.loads(wrong.stdout)["error"]["code"] == "serverUnauthorized"


def test_the_same_command_goes_on_with_a_payment_that_was_begun(pay):
    assert pay("choose:card,confirm").returncode == 4
    assert pay("authorize").returncode == 0
    again = pay("choose:card,confirm,authorize", "--json")
    assert again.returncode == 1
    assert json.loads(again.stdout)["error"]["code"] == "paymentHasFinalStatus"


def test_what_is_left_over_of_a_script_is_told(pay):
    result = pay("choose:card,confirm,authorize,retry")
    assert result.returncode == 0
    assert "left over of the script: retry" in result.stderr


def test_the_page_about_paying_does_what_it_says(toque, tmp_path):
    blocks = [block.split("```")[0] for block in (ROOT / "docs/checkout.md").read_text().split("```sh\n")[1:]]
    script = "".join(block for block in blocks if "ecommpay" in block)
    result = toque.run_script(script, tmp_path)
    assert result.returncode == 0, result.stderr
    assert result.stdout.splitlines()[-1] == "success: ord-42"


def test_invalid_options_and_a_missing_server_are_no_payment(pay):
    assert pay("close", payment_amount=0).returncode == 1
    assert pay("close", server=f"http://127.0.0.1:{free_port()}").returncode == 3
    assert pay("close", "--present", "terminal").returncode == 2
    assert pay("nod").returncode == 2
