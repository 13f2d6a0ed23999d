"""A person with a keyboard alone, in front of Chromium."""

import json

# By their names in UI Events: the code, the virtual key code and the text.
KEYS = {
    "Enter": ("Enter", 13, "\r"),
    " ": ("Space", 32, " "),
    "ArrowDown": ("ArrowDown", 40, None),
    "ArrowUp": ("ArrowUp", 38, None),
}
CONTROL = 2
# More than any page has places for the focus.
PLACES = 200


class Keyboard:
    def __init__(self, page):
        self.page = page

    def reach(self, selector):
        """Presses Tab until an element has the focus, which it must show."""
        for _ in range(PLACES):
            self.page.tab()
            if self.page.evaluate(f"document.activeElement.matches({json.dumps(selector)})"):
                break
        else:
            raise AssertionError(f"Tab does not lead to {selector}")
        shown = "((style) => style.outlineStyle !== 'none' || style.boxShadow !== 'none')"
        # A radio button may show the focus on its label.
        assert self.page.evaluate(
            f"[document.activeElement, document.activeElement.closest('label') ?? document.body]"
            f".some((each) => {shown}(getComputedStyle(each)))"), f"{selector} does not show the focus"

    def press(self, key):
        code, number, text = KEYS[key]
        more = {"text": text} if text else {}
        for kind in ("keyDown" if text else "rawKeyDown", "keyUp"):
            self.page.call("Input.dispatchKeyEvent", type=kind, key=key, code=code, windowsVirtualKeyCode=number, **more)

    def type(self, text):
        """Types over what the focused field has."""
        for kind in ("rawKeyDown", "keyUp"):
            self.page.call(
                "Input.dispatchKeyEvent", type=kind, key="a", code="KeyA", windowsVirtualKeyCode=65,
                modifiers=CONTROL, commands=["selectAll"])
        self.page.call("Input.insertText", text=text)

    def choose(self, selector, value):
        """Moves by the arrow keys to a value of a list or of radio buttons."""
        self.reach(selector)
        for _ in range(PLACES):
            if self.page.evaluate("document.activeElement.value") == value:
                return
            self.press("ArrowDown")
        raise AssertionError(f"the arrow keys do not lead to {value}")

    def unfold(self, selector):
        self.reach(selector)
        self.press(" ")
        assert self.page.evaluate("document.activeElement.parentElement.open")

    def leave(self, key="Enter"):
        """Presses a key on the focused element, and waits for the page that follows."""
        self.page._and_load(lambda: self.press(key))

    def use(self, selector, key="Enter"):
        """Reaches a button or a link, and presses it."""
        self.reach(selector)
        self.leave(key)
