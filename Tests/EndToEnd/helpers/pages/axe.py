"""axe-core, which judges the accessibility of a page in the browser."""

import importlib.util
import pathlib


def source():
    # The package's own module needs Playwright; only its copy of axe-core is used.
    [folder] = importlib.util.find_spec("axe_playwright_python").submodule_search_locations
    return (pathlib.Path(folder) / "axe.min.js").read_text()


def violations(page):
    """Returns the violated rules of the page that the browser shows, with the elements."""
    page.evaluate(source())
    return page.evaluate(
        "axe.run(document, {resultTypes: ['violations']}).then((result) => result.violations"
        ".map((rule) => `${rule.id}: ${rule.nodes.map((node) => node.html).join(' ')}`))"
    )
