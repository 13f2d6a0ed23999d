"""The pages at /device, as a person uses them in any browser of the tests."""

import json


class Phone:
    """A phone, used in a browser."""

    def __init__(self, page, url, name="Telefone", authenticator="ios"):
        self.page, self.home = page, f"{url}/device"
        page.open(f"{self.home}?lang=en&theme=light")
        page.evaluate(f"document.querySelector('[name=name]').value = {json.dumps(name)}")
        page.evaluate(f"document.querySelector('[name=authenticator]').value = {json.dumps(authenticator)}")
        page.press("add")
        self.url = page.url

    def choose_signals(self, preset="phone", location="allow"):
        for name, value in [("preset", preset), ("location", location)]:
            self.page.evaluate(f"document.querySelector('[name={name}][value={value}]').checked = true")
        self.page.press("signals")

    def choose_bank(self, name="Banco Aurora"):
        self.page.evaluate(
            "(() => { const field = document.querySelector('[name=institution]');"
            f" field.value = [...field.options].find((each) => each.text === {json.dumps(name)}).value }})()"
        )
        self.page.press("bank")

    def follow(self):
        """Follows the step's main link."""
        self.page._and_load(lambda: self.page.evaluate("document.querySelector('.actions a.primary').click()"))

    def to_registration(self, preset="phone", bank="Banco Aurora"):
        self.choose_signals(preset)
        self.choose_bank(bank)
        self.follow()
        self.page.press("approve")

    def enroll(self):
        self.to_registration()
        self.follow()
        self.page.press("approve")

    def pay(self, amount="0.13", gesture="approve"):
        self.page.evaluate(f"document.querySelector('[name=amount]').value = {json.dumps(amount)}")
        self.page.press("pay")
        self.follow()
        self.page.press(gesture)
