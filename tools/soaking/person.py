"""The person who holds the key and sits at its terminal: touches it, declines, lays fingers on it, or does nothing."""

import collections
import os
import re
import select
import threading
import time

OWN_FINGER = "finger:thumb"
PROMPT = re.compile(
    r"(?P<kind>Touch|Fingerprint) to (?P<purpose>[^\n]*?)\? "
    r"\[y\]es, \[n\]o, \[w\]ait for the time-out(?:, finger:NAME, bad-touch)?: "
)
WINK = "The key winks: a program shows which one it means."
PLACE = re.compile(r"(?:register with|sign in to) (?P<place>U2F application [0-9a-f]+|\S+)")


class Person:
    """Reads what the key asks, and answers by the name of the relying party that it asks for: its first label says what
    the person does there. What is asked for no relying party is approved, but to erase the key."""

    def __init__(self, terminal, chance):
        self.terminal = terminal
        self.chance = chance
        # Held by the thread that cuts the power, while nobody may be answered.
        self.busy = threading.RLock()
        self.unasked = ""  # What the key has said that is no question.
        self.samples = collections.deque()  # What comes on the sensor while a finger is enrolled; None is nothing.
        self.applications = set()  # Applications of U2F that are never touched, as the prompt names them.
        self.touched = {}  # Called right after the answer for that relying party was typed.
        self.answers = collections.Counter()
        self.is_over = False
        self.text = ""
        self.asked = None  # The question to answer, and when.
        self.thread = threading.Thread(target=self.sit, daemon=True)

    def sit(self):
        while not self.is_over:
            wait = 0.2 if self.asked is None else max(0, self.asked[1] - time.monotonic())
            select.select([self.terminal], [], [], min(wait, 0.2))
            with self.busy:
                self.read()
                if self.asked and self.asked[1] <= time.monotonic():
                    question, self.asked = self.asked[0], None
                    self.answer(question)

    def read(self):
        """Takes what was asked; only the last question is awaited still."""
        while select.select([self.terminal], [], [], 0)[0]:
            try:
                self.text += os.read(self.terminal, 65536).decode()
            except OSError:  # The key has ended.
                self.is_over = True
                return
        while found := PROMPT.search(self.text):
            self.say(self.text[: found.start()])
            self.text = self.text[found.end() :]
            self.asked = found, time.monotonic() + self.reaction(found)

    def say(self, text):
        """Keeps what is neither a question nor the echo of an answer, and no wink, which clients ask for."""
        lines = [line for line in text.replace("\r", "").split("\n") if line]
        self.unasked += "".join(f"{line}\n" for line in lines if line not in self.answers and line != WINK)

    def reaction(self, question):
        slow = place(question).startswith("slow.")
        return self.chance.uniform(0.3, 1.2) if slow else self.chance.uniform(0, 0.03)

    def answer(self, question):
        word = self.word(question)
        self.answers[word or "nothing"] += 1
        if word is None:
            return
        os.write(self.terminal, f"{word}\n".encode())
        if hook := self.touched.pop(place(question), None):
            hook()

    def word(self, question):
        """What is typed; None is nothing."""
        yes = "y" if question["kind"] == "Touch" else OWN_FINGER
        match place(question).split(".")[0]:
            case "forsaken":
                return None
            case "declined":
                return "n"
            case "stranger":
                return "finger:stranger" if question["kind"] == "Fingerprint" else "y"
        if place(question) in self.applications:
            return None
        if question["purpose"] == "erase this key":
            return "n"
        if question["purpose"].startswith("enroll it"):
            return self.samples.popleft() if self.samples else None
        return yes

    def forget(self):
        """Whoever has asked is gone."""
        self.read()
        self.asked = None

    def leave(self):
        """Once the key has ended: reads what it has said until then."""
        with self.busy:
            self.read()
            self.say(self.text)
            self.is_over = True


def place(question):
    found = PLACE.match(question["purpose"])
    return found["place"] if found else ""
