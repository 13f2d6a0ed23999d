"""axe-core, which judges the accessibility of a page in the browser."""

import functools
import importlib.util
import json
import pathlib

# The contrast of a text takes axe-core longer than all of its other rules. It depends only on the styles of the text and
# of what is behind it, so of the texts with the same styles, one is judged, once for each browser.
PAINT = """
((known) => {
    const seen = new Set(known), texts = [], paints = [];
    const paint = (element) => {
        const own = getComputedStyle(element);
        const parts = [own.color, own.fontSize, own.fontWeight, own.textShadow];
        for (let each = element; each; each = each.parentElement) {
            const { backgroundColor: color, backgroundImage: image, opacity, position, filter } = getComputedStyle(each);
            const behind = [color === 'rgba(0, 0, 0, 0)' ? '' : color, image === 'none' ? '' : image,
                opacity === '1' ? '' : opacity, position === 'static' ? '' : position, filter === 'none' ? '' : filter];
            if (behind.some(Boolean)) parts.push(behind.join());
        }
        return parts.join('|');
    };
    for (const element of document.body.querySelectorAll('*')) {
        const hasText = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim())
            || element.matches('input, select, textarea');
        if (!hasText || !element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true })) continue;
        const found = paint(element);
        if (seen.has(found)) continue;
        seen.add(found);
        paints.push(found);
        texts.push(element);
    }
    return { texts, paints };
})"""


@functools.cache
def source():
    # The package's own module needs Playwright; only its copy of axe-core is used.
    [folder] = importlib.util.find_spec("axe_playwright_python").submodule_search_locations
    return (pathlib.Path(folder) / "axe.min.js").read_text()


def violations(page):
    """Returns the violated rules of the page that the browser shows, with the elements."""
    page.evaluate(source())
    found, paints = page.evaluate(
        f"""(async () => {{
            const {{ texts, paints }} = {PAINT}({json.dumps(sorted(page.judged_paints))});
            const run = async (context, rules) => (await axe.run(context, {{ resultTypes: ['violations'], ...rules }}))
                .violations.map((rule) => `${{rule.id}}: ${{rule.nodes.map((node) => node.html).join(' ')}}`);
            const found = await run(document, {{ rules: {{ 'color-contrast': {{ enabled: false }} }} }});
            const pale = texts.length ? await run({{ include: texts }}, {{ runOnly: ['color-contrast'] }}) : [];
            return [[...found, ...pale], pale.length ? [] : paints];
        }})()"""
    )
    page.judged_paints.update(paints)
    return found
