// The values in hexadecimal digits: pointing at a part, or focusing it, marks its bytes and the reverse. Each list is
// one stop of the Tab key; arrow keys move in it. Without this module, links lead from one to the other.

const all = (root, selector) => [...root.querySelectorAll(selector)];

/** The number of the part that a link of either side is about. */
const part = (link) => link.hash.slice(3);

for (const view of all(document, '.bytes')) {
  const digits = all(view, '.hexes a');
  const rows = all(view, '.fields-tree li');
  const parts = all(view, '.fields-tree a:not(.inner)');
  let kept = '';

  const show = (id) => {
    for (const marked of all(view, '.marked')) marked.classList.remove('marked');
    if (!id) return;
    for (const side of ['b-', 'f-']) document.getElementById(side + id)?.classList.add('marked');
  };

  const reveal = (id) => {
    for (const side of ['b-', 'f-']) {
      const element = document.getElementById(side + id);
      const box = element?.closest('.digits, .fields-tree');
      if (!box || box.scrollHeight <= box.clientHeight) continue;
      const [inner, outer] = [element.getBoundingClientRect(), box.getBoundingClientRect()];
      if (inner.top < outer.top || inner.bottom > outer.bottom) box.scrollTop += inner.top - outer.top - outer.height / 3;
    }
  };

  const link = (event) => event.target.closest?.('.hexes a, .fields-tree a:not(.inner)');

  /** Only one link of a list is a stop of the Tab key. */
  const rove = (links, chosen) => {
    for (const each of links) each.tabIndex = each === chosen ? 0 : -1;
  };

  for (const links of [digits, parts]) if (links.length) rove(links, links[0]);

  view.addEventListener('pointerover', (event) => {
    const row = event.target.closest?.('.fields-tree li');
    const target = link(event) ?? row?.querySelector('a:not(.inner)');
    show(target ? part(target) : kept);
  });
  view.addEventListener('pointerleave', () => show(kept));

  view.addEventListener('focusin', (event) => {
    const target = link(event);
    if (!target) return;
    kept = part(target);
    rove(digits.includes(target) ? digits : parts, target);
    show(kept);
    reveal(kept);
  });

  view.addEventListener('click', (event) => {
    const target = link(event);
    if (!target || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    target.focus();
    kept = part(target);
    show(kept);
    reveal(kept);
  });

  view.addEventListener('keydown', (event) => {
    const target = link(event);
    if (!target || event.altKey || event.ctrlKey || event.metaKey) return;
    const links = digits.includes(target) ? digits : parts;
    const index = links.indexOf(target);
    const depth = (each) => Number(each.closest('li')?.dataset.depth ?? 0);
    const outer = links.slice(0, index).findLast((each) => depth(each) < depth(target));
    const previous = links === parts && event.key === 'ArrowLeft' ? outer : links[index - 1];
    const next = {
      ArrowDown: links[index + 1], ArrowRight: links[index + 1], ArrowUp: links[index - 1], ArrowLeft: previous,
      Home: links[0], End: links.at(-1),
    }[event.key];
    if (!(event.key in { ArrowDown: 1, ArrowRight: 1, ArrowUp: 1, ArrowLeft: 1, Home: 1, End: 1 })) return;
    event.preventDefault();
    next?.focus({ preventScroll: false });
  });

  // A link from elsewhere to a part.
  const [side, id] = [location.hash.slice(1, 3), location.hash.slice(3)];
  if ((side === 'b-' || side === 'f-') && rows.some((row) => row.id === `f-${id}`)) {
    kept = id;
    show(kept);
  }
}
