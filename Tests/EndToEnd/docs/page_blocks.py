"""The code blocks of a page of docs, and what each one is.

An HTML comment just above a block, which readers do not see, says what it is:

    <!-- run -->            commands; they end with 0
    <!-- run: exits 1 -->   commands; the last one ends with this code
    <!-- run: until TEXT -->  a command that goes on; the page continues once it has printed TEXT
    <!-- output -->         what the commands above printed; a line `…` stands for any lines, `…` in a line for any text
    <!-- file: NAME -->     the content of a file that a command above made, else one that commands below use
    <!-- in: PATH -->       lines of a file of this repository, which other tests run
    <!-- swift -->         calls of an app, which the compiler checks; `…` stands for code that is left out
    <!-- sketch: REASON --> not run

A comment `<!-- prepare` is followed by commands that readers need not see, and `<!-- given` by what the Swift of the
page uses. Without a comment, a block whose first word
is a known command is run, and one whose first line is `# NAME` is a file.
"""

import re
from dataclasses import dataclass
from pathlib import Path

COMMENT = re.compile(r"<!-- (run|output|file|in|swift|sketch)(?:: (.+))? -->$")
HIDDEN = {"<!-- prepare": "prepare", "<!-- given": "given"}
COMMANDS = re.compile(r"^(?:\w+=[^( ]+ |\w+=\$\()*(?:toque|curl|printf|tar|cat|openssl|umask|mkdir|eval|tools/\w+|read)\b")
FILE_NAME = re.compile(r"^# (\.?[\w/.-]+\.\w+)$")


@dataclass
class Block:
    line: int
    """The line of its first line of content, from 1."""
    kind: str | None
    argument: str | None
    lines: list[str]
    indent: str = ""
    """What stands before each line of an indented block."""

    @property
    def text(self):
        return "".join(f"{line}\n" for line in self.lines)

    @property
    def end(self):
        return self.line + len(self.lines)


def blocks(page: Path):
    """The blocks of a page from top to bottom."""
    lines = page.read_text().splitlines()
    found, comment, at = [], (None, None), 0
    while at < len(lines):
        line = lines[at]
        if line in HIDDEN:
            end = lines.index("-->", at)
            found.append(Block(at + 2, HIDDEN[line], None, lines[at + 1 : end]))
            at = end + 1
        elif matched := COMMENT.match(line.strip()):
            comment, at = matched.groups(), at + 1
        elif line.startswith("```"):
            end = next(number for number in range(at + 1, len(lines)) if lines[number] == "```")
            found.append(described(Block(at + 2, *comment, lines[at + 1 : end])))
            comment, at = (None, None), end + 1
        elif line.startswith("    ") and begins_indented(lines, at):
            end = at
            while end < len(lines) and (lines[end].startswith("    ") or not lines[end].strip()):
                end += 1
            while not lines[end - 1].strip():
                end -= 1
            found.append(described(Block(at + 1, *comment, [each[4:] for each in lines[at:end]], "    ")))
            comment, at = (None, None), end
        else:
            if line.strip():
                assert comment == (None, None), f"{page.name}:{at + 1}: a block belongs below {comment}"
            at += 1
    return found


def begins_indented(lines, at):
    """Whether an indented line begins a code block, and does not go on with a paragraph or an item of a list."""
    above = lines[at - 1].strip() if at else ""
    return not above or COMMENT.match(above) is not None or above == "-->"


def described(block):
    if block.kind is None and block.lines:
        if name := FILE_NAME.match(block.lines[0]):
            block.kind, block.argument = "file", name.group(1)
        elif COMMANDS.match(block.lines[0]):
            block.kind = "run"
    return block
