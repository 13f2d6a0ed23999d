// Notices a sandbox that stopped, and its return. Pages with a live list learn it from their stream; the others ask, seldom
// while all is well. A form is sent once the sandbox answers, so that what was typed stays in the page until then.

const [calm, lost] = [5000, 1000];
const notice = document.querySelector('[data-lost]');
const isLive = document.querySelector('[data-live]') !== null;
let timer;

async function answers() {
  try {
    await fetch('/_toque/health', { cache: 'no-store', signal: AbortSignal.timeout(3000) });
    return true;
  } catch {
    return false;
  }
}

async function check() {
  clearTimeout(timer);
  notice.hidden = await answers();
  plan();
}

// A page that nobody sees asks nothing.
function plan() {
  clearTimeout(timer);
  if (!document.hidden) timer = setTimeout(check, notice.hidden ? calm : lost);
}

if (notice && !isLive) {
  plan();
  document.addEventListener('visibilitychange', () => { if (!document.hidden) check(); });
}

const sent = new WeakSet();
document.addEventListener('submit', async (event) => {
  if (!notice || sent.has(event.target)) return;
  event.preventDefault();
  const { target, submitter } = event;
  if (await answers()) {
    sent.add(target);
    target.requestSubmit(submitter);
    sent.delete(target);
  } else {
    notice.hidden = false;
    notice.focus();
    if (!isLive) plan();
  }
});
