// Fills the choice of tenants by what was typed, because a page has only the first of many.

const input = document.querySelector('input[data-search]');
let latest;

async function find() {
  const url = new URL(input.dataset.search, location.href);
  url.searchParams.set('search', input.value);
  latest = url.href;
  const answer = await fetch(url).catch(() => null);
  // An answer that another one overtook is not shown.
  if (!answer?.ok || latest !== url.href) return;
  const { keys } = await answer.json();
  input.list.replaceChildren(...keys.map(({ id }) => Object.assign(document.createElement('option'), { value: id })));
}

input?.addEventListener('input', find);
