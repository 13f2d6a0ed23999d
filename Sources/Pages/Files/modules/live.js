// Keeps a list going: the server sends rows as HTML, made by the list's own template (server-sent events). Without this
// module the list is that of the page's load.

// The rows in the page; older ones are a link away.
const windowSize = 200;
// How long a lost connection waits before the next attempt, in milliseconds.
const patience = 1000;

class LiveList {
  constructor(section) {
    this.section = section;
    this.rows = section.querySelector('[data-rows]');
    this.lost = document.querySelector('[data-lost]');
    this.state = section.querySelector('[data-state]');
    this.empty = section.querySelector('[data-empty]');
    this.button = section.querySelector('[data-pause]');
    this.older = document.querySelector('[data-older]');
    this.last = section.dataset.after;
    this.waiting = [];
    this.count = 0;
    this.isPaused = false;
    this.isPlanned = false;
    this.button.hidden = false;
    this.button.addEventListener('click', () => this.pause(!this.isPaused));
    this.connect();
    // A page that nobody sees has no connection: browsers have few for each server. It goes on when it is seen again.
    document.addEventListener('visibilitychange', () => {
      if (document.hidden) this.source.close(); else if (this.source.readyState === EventSource.CLOSED) this.connect();
    });
  }

  // MARK: The connection

  connect() {
    if (this.source && this.source.readyState !== EventSource.CLOSED) return;
    const url = new URL(this.section.dataset.live, location.href);
    url.searchParams.set('after', this.last);
    this.source = new EventSource(url);
    this.source.addEventListener('open', () => { this.lost.hidden = true; });
    this.source.addEventListener('rows', (event) => {
      this.last = event.lastEventId;
      this.take(JSON.parse(event.data));
    });
    // The browser's own attempts end at the first answer that is no stream; these go on.
    this.source.addEventListener('error', () => {
      this.source.close();
      this.lost.hidden = false;
      setTimeout(() => { if (!document.hidden) this.connect(); }, patience);
    });
  }

  // MARK: Rows

  take(update) {
    this.waiting.push({ rows: parsed(update.html), replaces: update.replace });
    this.count += update.count;
    if (this.isPaused) {
      const count = this.count.toLocaleString(document.documentElement.lang, { useGrouping: 'always' });
      this.state.textContent = this.state.dataset.waiting.replace('{count}', count);
      this.forget();
    } else {
      this.plan();
    }
  }

  // What the next update replaces, or what is beyond the window, is not kept while the list is paused.
  forget() {
    let index = this.waiting.findLastIndex((update) => update.replaces);
    this.waiting.splice(0, Math.max(0, index));
    let total = 0;
    for (index = this.waiting.length - 1; index > 0; index -= 1) {
      total += this.waiting[index].rows.length;
      if (total < windowSize) continue;
      this.waiting[index].replaces = true;
      this.waiting.splice(0, index);
      return;
    }
  }

  // Once a frame, however many updates there are.
  plan() {
    if (this.isPlanned) return;
    this.isPlanned = true;
    requestAnimationFrame(() => {
      this.isPlanned = false;
      if (!this.isPaused) this.show();
    });
  }

  show() {
    const focused = this.rows.contains(document.activeElement) ? document.activeElement.closest('[data-run]') : null;
    for (const update of this.waiting.splice(0)) {
      if (update.replaces) this.rows.replaceChildren();
      for (const row of update.rows.reverse()) this.add(row);
    }
    while (this.rows.childElementCount > windowSize) this.rows.lastElementChild.remove();
    // The reader's place stays in the row's newer form.
    if (focused && !focused.isConnected) this.find(focused.dataset.run)?.querySelector('a')?.focus();
    this.count = 0;
    this.state.textContent = '';
    if (this.empty) this.empty.hidden = this.rows.childElementCount > 0;
    this.link();
  }

  // A run of polls that goes on has the same name.
  add(row) {
    const earlier = this.find(row.dataset.run);
    if (earlier) earlier.replaceWith(row); else this.rows.prepend(row);
  }

  find(run) { return this.rows.querySelector(`[data-run="${CSS.escape(run)}"]`); }

  // The older rows begin after the last one here.
  link() {
    const last = this.rows.lastElementChild;
    if (!this.older || !last) return;
    const url = new URL(this.section.dataset.live, location.href);
    url.searchParams.set('before', last.dataset.run);
    this.older.href = url.pathname + url.search;
    if (this.rows.childElementCount >= windowSize) this.older.hidden = false;
  }

  // MARK: The pause

  pause(isPaused) {
    this.isPaused = isPaused;
    this.button.setAttribute('aria-pressed', String(isPaused));
    if (!isPaused) this.plan();
  }
}

function parsed(html) {
  const template = document.createElement('template');
  template.innerHTML = html;
  return [...template.content.children];
}

for (const section of document.querySelectorAll('section[data-live]')) new LiveList(section);
