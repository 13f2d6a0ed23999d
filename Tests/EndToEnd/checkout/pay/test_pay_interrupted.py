"""SIGKILL or a broken connection ends `toque checkout pay` at any of its requests, and the same command runs again:
one payment, paid once."""

import itertools
import json

import pytest

import ecommpay_reference as reference
from ecommpay_sandbox import SECRET, Ecommpay
from extent import extent
from killed_client import Proxy
from placetopay_sandbox import PlacetoPay
from simulator import free_port
from takeme_sandbox import TakeMe
from yuno_sandbox import Yuno


class EcommpayApp:
    sandbox = Ecommpay
    # The person's steps, and those left when a payment continues.
    scripts = ["choose:card,confirm,authorize", "authorize"]
    paid = "success", (1999, 0)

    def arguments(self, ecommpay, proxy, folder):
        options = ecommpay.options()
        self.payment = options["payment_id"]
        file = folder / "options.json"
        file.write_text(json.dumps(options))
        signature = reference.sign_text(reference.mobile_string(options), SECRET)
        return ["--options", file, "--signature", signature, "--server", proxy.url]

    def is_over(self, result):
        """A final payment does not open again; the app's server already knows its result."""
        return result.returncode == 0 or json.loads(result.stdout)["error"]["code"] == "paymentHasFinalStatus"


class PlacetoPayApp:
    sandbox = PlacetoPay
    scripts = ["authorize"]
    paid = "APPROVED", (165000.0, 0)

    def arguments(self, placetopay, proxy, folder):
        self.shop = placetopay
        self.payment, page = placetopay.session()
        return ["--process-url", page, "--return-url", "redirection://receipt?return"]

    def is_over(self, result):
        """The app's server knows the result."""
        return result.returncode == 0 or result.returncode == 4 and self.shop.word(self.payment) == self.paid[0]


class TakeMeApp:
    sandbox = TakeMe
    scripts = ["confirm,authorize", "confirm"]
    # Nobody charges the source.
    paid = "chargeable", (0, 0)

    def arguments(self, takeme, proxy, folder):
        self.payment = None
        return ["--amount", "10", "--journal", folder / "journal", "--timeout", "1s", "--server", proxy.url]

    def is_over(self, result):
        shown = json.loads(result.stdout)
        return (result.returncode, shown["state"], shown["error"]) == (4, "possibleSuccess", None)


class YunoApp:
    sandbox = Yuno
    scripts = ["authorize"]
    paid = "SUCCEEDED/APPROVED", (10, 0)

    def arguments(self, yuno, proxy, folder):
        self.payment = None
        return ["--session", yuno.session(), "--method", "PIX", "--server", proxy.url]

    def is_over(self, result):
        return result.returncode == 0


@pytest.mark.parametrize("kills", [True, False], ids=["killed", "cut off"])
@pytest.mark.parametrize("app", [EcommpayApp, PlacetoPayApp, TakeMeApp, YunoApp])
@extent("step", [7], [3])
def test_the_same_command_again_pays_once(toque, tmp_path, app, kills, step):
    """The step is odd so that the moments alternate between before and after the server has the request."""
    port, app = free_port(), app()
    with Proxy(f"http://127.0.0.1:{port}") as proxy:
        # The payer's pages are also behind the proxy.
        options = ["--port", port, "--public-url", proxy.url.replace("127.0.0.1", "localhost")]
        with app.sandbox.open(toque, *options, is_clock_live=True) as sandbox:
            for moment in itertools.count(1, step):
                folder = tmp_path / str(moment)
                folder.mkdir()
                command = ["checkout", "pay", sandbox.provider, "--json", *app.arguments(sandbox, proxy, folder)]
                command += ["--gesture", "approve", "--store", tmp_path / "store.sqlite", "--script"]
                first = proxy.run(toque, [*command, app.scripts[0]], moment, kills)
                is_whole = proxy.moments < moment
                assert is_whole or first.returncode == -9 or not kills, first
                result = first
                for script in app.scripts:
                    if result.returncode == -9 or not app.is_over(result):
                        result = proxy.run(toque, [*command, script])
                assert app.is_over(result), (moment, first, result)

                [payment] = sandbox.changed()
                assert app.payment is None or payment == str(app.payment)
                assert (sandbox.word(payment), sandbox.moved(payment)) == app.paid, (moment, first, result)
                if is_whole:
                    break
    # Two moments for each request.
    assert moment > 6
