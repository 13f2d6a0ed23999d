"""Chromium without a window, and its passkeys: the Chrome DevTools Protocol over a pipe."""

import base64
import itertools
import json
import os
import shutil
import signal
import subprocess
import tempfile
import threading

NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]
# A browser on a busy machine may take its time.
PATIENCE = 120
# One start in some thousands hangs before its first answer, so a browser that says nothing for this long starts anew.
PATIENCE_AT_START = 40
STARTS = 3


def executable():
    """Returns the browser's path, or None if this machine has no browser."""
    return next(filter(None, map(shutil.which, NAMES)), None)


class Browser:
    """One page, with an authenticator of the browser's own that always verifies its user. A context manager."""

    def __init__(self):
        # The styles of texts whose contrast was judged to be enough (axe.py).
        self.judged_paints = set()

    def __enter__(self):
        for _ in range(STARTS):
            self._start()
            if targets := self._answer(self._send("Target.getTargets"), PATIENCE_AT_START):
                break
            self._end()
        else:
            raise AssertionError(f"{executable()} did not answer after {STARTS} starts")
        targets = targets["result"]["targetInfos"]
        page = next(target["targetId"] for target in targets if target["type"] == "page")
        self.session = self.call("Target.attachToTarget", targetId=page, flatten=True)["sessionId"]
        self.call("Page.enable")
        self.call("Log.enable")
        self.call("WebAuthn.enable")
        self.authenticator = self.call(
            "WebAuthn.addVirtualAuthenticator",
            options={
                "protocol": "ctap2",
                "transport": "internal",
                "hasResidentKey": True,
                "hasUserVerification": True,
                "isUserVerified": True,
                "automaticPresenceSimulation": True,
            },
        )["authenticatorId"]
        return self

    def __exit__(self, *_):
        self._end()

    def open(self, url):
        """Goes to a page, and waits for it."""
        self._and_load(lambda: self.call("Page.navigate", url=url))

    def press(self, value):
        """Presses the form's button of this value, and waits for the page that follows."""
        self._and_load(lambda: self.evaluate(f"document.querySelector('button[value={value}]').click()"))

    def choose(self, selector, file):
        """Chooses a file in a form's field."""
        field = self.call("Runtime.evaluate", expression=f"document.querySelector({json.dumps(selector)})")["result"]
        self.call("DOM.setFileInputFiles", files=[str(file)], objectId=field["objectId"])

    def resize(self, width, height):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)

    def run_scripts(self, runs):
        """Sets whether pages may run scripts from now on."""
        self.call("Emulation.setScriptExecutionDisabled", value=not runs)

    def tab(self):
        """Moves the focus by the keyboard."""
        for kind in ("rawKeyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key="Tab", code="Tab", windowsVirtualKeyCode=9)

    def focused(self):
        """Returns the value of the focused element."""
        return self.evaluate("document.activeElement.value ?? ''")

    def enter(self):
        """Presses Enter on the focused element, and waits for the page that follows."""

        def press():
            for kind in ("keyDown", "keyUp"):
                self.call(
                    "Input.dispatchKeyEvent", type=kind, key="Enter", code="Enter", text="\r", windowsVirtualKeyCode=13
                )

        self._and_load(press)

    def picture(self, part=None):
        """Returns the whole page, or the element that a selector finds, as PNG. The window becomes as high as the page,
        so nothing sticks to its edge."""
        self.call("Emulation.setScrollbarsHidden", hidden=True)
        size = self.call("Page.getLayoutMetrics")["cssContentSize"]
        self.resize(self.evaluate("innerWidth"), size["height"])
        clip = {}
        if part:
            x, y, width, height = self.evaluate(
                f"(({{x, y, width, height}}) => [x, y, width, height])"
                f"(document.querySelector({json.dumps(part)}).getBoundingClientRect())"
            )
            clip = {"clip": {"x": x - 16, "y": y - 16, "width": width + 32, "height": height + 32, "scale": 1}}
        return base64.b64decode(self.call("Page.captureScreenshot", **clip)["data"])

    @property
    def policy_reports(self):
        """The violations of its Content-Security-Policy that the shown page told of."""
        texts = [event["params"]["entry"]["text"] for event in self.since_load if event["method"] == "Log.entryAdded"]
        return [text for text in texts if "Content Security Policy" in text]

    @property
    def text(self):
        return self.evaluate("document.body.innerText")

    @property
    def url(self):
        return self.evaluate("location.href")

    def verify_user(self, verifies):
        """Sets whether the authenticator verifies its user from now on."""
        self.call("WebAuthn.setUserVerified", authenticatorId=self.authenticator, isUserVerified=verifies)

    @property
    def passkeys(self):
        return self.call("WebAuthn.getCredentials", authenticatorId=self.authenticator)["credentials"]

    def evaluate(self, script):
        result = self.call("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in result, result
        return result["result"].get("value")

    def until(self, script):
        """Waits until a script returns a true value."""
        return self.evaluate(
            "new Promise((resolve) => { const look = () => { const value = (" + script + ");"
            " value ? resolve(value) : setTimeout(look, 20) }; look() })"
        )

    @property
    def since_load(self):
        return self.events[self.seen :]

    def _and_load(self, action):
        seen = self.seen = len(self.events)
        action()
        with self.changed:
            loaded = self.changed.wait_for(
                lambda: any(event["method"] == "Page.loadEventFired" for event in self.events[seen:]), PATIENCE
            )
        assert loaded, f"no page was loaded: {self.events[seen:]}"

    def call(self, method, **parameters):
        answer = self._answer(self._send(method, parameters), PATIENCE)
        assert answer is not None, f"no answer to {method}"
        assert "error" not in answer, f"{method}: {answer['error']}"
        return answer["result"]

    def _start(self):
        self.folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        commands, self.writer = os.pipe()
        self.reader, answers = os.pipe()

        def arrange():
            # The protocol has descriptor 3 for commands and 4 for answers.
            high = [os.dup2(end, 100 + index) for index, end in enumerate((commands, answers))]
            for index, end in enumerate(high):
                os.dup2(end, 3 + index)

        self.process = subprocess.Popen(
            [
                executable(), "--headless=new", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe",
                "--disable-background-networking", "--disable-component-update", "--no-first-run",
                f"--user-data-dir={self.folder.name}", "about:blank",
            ],
            preexec_fn=arrange,
            close_fds=False,
            start_new_session=True,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(commands)
        os.close(answers)
        self.numbers = itertools.count(1)
        self.answers = {}
        self.events = []
        self.seen = 0
        self.changed = threading.Condition()
        self.writing = threading.Lock()
        threading.Thread(target=self._read, args=(self.reader, self.answers, self.events), daemon=True).start()

    def _end(self):
        # With the processes that it started, which else go on writing to its folder.
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        os.close(self.writer)
        self.folder.cleanup()

    def _send(self, method, parameters={}):
        number = next(self.numbers)
        command = {"id": number, "method": method, "params": parameters}
        if hasattr(self, "session"):
            command["sessionId"] = self.session
        with self.writing:
            os.write(self.writer, json.dumps(command).encode() + b"\0")
        return number

    def _answer(self, number, patience):
        """Returns a command's answer, or None if none came in time."""
        with self.changed:
            self.changed.wait_for(lambda: number in self.answers, patience)
            return self.answers.pop(number, None)

    def _read(self, reader, answers, events):
        with os.fdopen(reader, "rb") as stream:
            text = b""
            while chunk := stream.read1(65536):
                *messages, text = (text + chunk).split(b"\0")
                with self.changed:
                    for message in map(json.loads, messages):
                        if "id" in message:
                            answers[message["id"]] = message
                        else:
                            events.append(message)
                    self.changed.notify_all()
