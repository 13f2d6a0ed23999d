"""The Swift of the docs compiles against the modules that were built."""

import re
import subprocess

import pytest

import page_blocks
from command import ROOT

PAGES = sorted((ROOT / "docs").glob("*.md"))
MODULES = ROOT / ".build/debug/Modules"
# Maps of the C modules: ours, those of packages, and those that the build made for packages without one.
MAPS = ["Sources/**/module.modulemap", ".build/checkouts/*/Sources/**/module.modulemap", ".build/debug/*.build/module.modulemap"]


def test_swift_blocks_compile(tmp_path):
    if not MODULES.exists():
        pytest.skip("no modules under .build/debug: the command was built elsewhere")
    sources = []
    for page in PAGES:
        blocks = page_blocks.blocks(page)
        if any(block.kind == "swift" for block in blocks):
            sources.append(tmp_path / f"{page.stem.replace('-', '_')}.swift")
            sources[-1].write_text(source(sources[-1].stem, blocks))
    assert len(sources) >= 6
    compiled = checked(sources)
    assert compiled.returncode == 0, compiled.stderr
    # The compiler looks at what is in a block.
    sources[0].write_text(sources[0].read_text().replace("async throws {", "async throws { nothingOfThisName()", 1))
    assert "nothingOfThisName" in checked(sources[:1]).stderr


def source(name, blocks):
    """A page as a file: a function for each block, below what the page gives them."""
    imports, body = [], []
    for number, block in enumerate(blocks):
        if block.kind in ("given", "swift"):
            imports += [line for line in block.lines if line.startswith("import ")]
            text = "\n".join(line for line in block.lines if not line.startswith("import ")).replace("…", "")
            body.append(text if block.kind == "given" else f"@MainActor func {name}{number}() async throws {{\n{text}\n}}")
    return "\n".join([*imports, *body])


def module_maps():
    """One for each module: the build copies some of the packages' own."""
    found = {}
    for path in (path for pattern in MAPS for path in sorted(ROOT.glob(pattern))):
        found.setdefault(re.search(r"module (\w+)", path.read_text())[1], path)
    return found.values()


def checked(sources):
    options = [option for path in module_maps() for option in ("-Xcc", f"-fmodule-map-file={path}")]
    command = ["swiftc", "-typecheck", "-parse-as-library", "-swift-version", "6", "-suppress-warnings"]
    return subprocess.run([*command, "-I", MODULES, *options, *sources], capture_output=True, text=True, timeout=300)
