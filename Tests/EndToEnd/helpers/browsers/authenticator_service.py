"""`toque browser serve` and `toque browser proxy`, and what a test asks of them."""

import json
import urllib.error
import urllib.request

from server import Server


class AuthenticatorService(Server):
    def __init__(self, toque, *arguments, port=0, token_file=None):
        """Keeps its credentials in memory, unless a store is among the arguments."""
        place = [] if "--store" in arguments else ["--memory"]
        secret = ["--token-file", token_file] if token_file else []
        super().__init__(toque, "browser", "serve", "--port", port, "--json", *place, *secret, *arguments)
        ready = json.loads(self.first_line)
        self.url, self.token = ready["url"], ready.get("token") or token_file.read_text().strip()

    def ask(self, method, path, body=None, **headers):
        """Returns the status and the answer."""
        headers = {"Authorization": f"Bearer {self.token}"} | headers
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return answer.status, json.loads(answer.read() or "null")
        except urllib.error.HTTPError as error:
            return error.code, json.loads(error.read() or "null")

    def carry(self, body):
        """Passes a page's call on, and returns the answer's text: what stands behind a binding."""
        return json.dumps(self.ask("POST", "/page", json.loads(body))[1])

    def only(self, **authenticator):
        """Leaves one authenticator, a new one. Returns its id."""
        for each in self.ask("GET", "/authenticators")[1]["authenticators"]:
            self.ask("DELETE", f"/authenticators/{each['id']}")
        status, made = self.ask("POST", "/authenticators", authenticator)
        assert status == 201, made
        return made["id"]


class Proxy(Server):
    """`toque browser proxy` in front of a driver."""

    def __init__(self, toque, driver):
        super().__init__(toque, "browser", "proxy", "--port", 0, "--driver", driver.url)
        self.url = self.first_line.split()[-1]


def script_of(toque, service, *arguments):
    """`toque browser script` for a service."""
    environment = {"TOQUE_BROWSER_TOKEN": service.token}
    result = toque.run("browser", "script", "--server", service.url, *arguments, environment=environment)
    assert result.returncode == 0, result.stderr
    return result.stdout
