"""A command's output on a terminal as SVG. It loads nothing, and each run gives the same bytes."""

import io
import re

from rich.console import Console
from rich.terminal_theme import TerminalTheme
from rich.text import Text

# Each run has its own port, ids, challenges and times. The picture shows these instead, of the same form.
FIXED = [
    (r"(?<=127\.0\.0\.1:)\d+", "8420"),
    (r"\b[0-9a-f]{4}(?=…[0-9a-f]{4}\b)", "b3c8"),
    (r"(?<=b3c8…)[0-9a-f]{4}\b", "b8cc"),
    (r"(?<=device_id=)[0-9a-f]{4}", "b3c8"),
    (r"\bE\d{20}\w{11}\b", "E99123401202603011200TBNwgMi1ynF"),
    (r'(?<="challenge":")[\w-]{20}(?=")', "2tOkjMUbo7fJWtXnd84k"),
    (r'(?<="challenge":")[\w-]{43}(?=")', "CuosjlQHuG05PI7TNdS-3g7KcfzzW3BsELipieD07vo"),
    (r'(?<="challenge":")[\w-]{19}(?=")', "2tOkjMUbo7fJWtXnd84"),
    (r"\b7[0-2] bytes\b", "71 bytes"),
    (r"(?<=after )\d+\.\d s\b", "1.0 s"),
    (r"(?<=paid in )\d+\.\d s\b", "2.3 s"),
    (r"(?<=isEmulated )(?:true|false)", "true"),
    (r"\S*/toque(?= simulate)", "toque"),
]
WIDTH = 120
THEME = TerminalTheme(
    (22, 27, 34), (222, 228, 235),
    [(72, 79, 88), (255, 123, 114), (86, 211, 100), (227, 179, 65), (121, 192, 255), (210, 168, 255), (86, 212, 221)]
    + [(222, 228, 235)],
)
# The window's frame is rich's; fonts are the reader's own.
FORMAT = """\
<svg viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg" role="img" aria-label="$TITLE">
<style>
.{unique_id}-matrix {{ font: {char_height}px/{line_height}px ui-monospace, "DejaVu Sans Mono", monospace; }}
.{unique_id}-title {{ font: bold 18px system-ui, sans-serif; }}
{styles}
</style>
<defs>
<clipPath id="{unique_id}-clip-terminal">
<rect x="0" y="0" width="{terminal_width}" height="{terminal_height}"/>
</clipPath>
{lines}
</defs>
{chrome}
<g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}
<g class="{unique_id}-matrix">
{matrix}
</g>
</g>
</svg>
"""


def fixed(text):
    for pattern, value in FIXED:
        text = re.sub(pattern, value, text)
    return text


def picture(title, output):
    """Returns the SVG of an output, with its colors."""
    console = Console(record=True, width=WIDTH, file=io.StringIO(), force_terminal=True, color_system="truecolor")
    for line in fixed(output).splitlines():
        console.print(Text.from_ansi(line), no_wrap=True, overflow="ellipsis", crop=True)
    svg = console.export_svg(
        title=title, theme=THEME, code_format=FORMAT.replace("$TITLE", title), unique_id="terminal"
    )
    return "\n".join(line.rstrip() for line in svg.splitlines() if line.strip()).encode() + b"\n"
