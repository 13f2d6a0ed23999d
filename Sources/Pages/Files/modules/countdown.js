// Counts remaining times down. The server sends the seconds, because its clock is not the browser's, and none while its
// clock stands. A time of days stays as the server wrote it.

const longest = 48 * 3600;

function text(seconds) {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const parts = hours > 0 ? [hours, String(minutes).padStart(2, '0')] : [minutes];
  return [...parts, String(seconds % 60).padStart(2, '0')].join(':');
}

for (const shown of document.querySelectorAll('time[data-seconds]')) {
  const end = performance.now() + Number(shown.dataset.seconds) * 1000;
  const show = () => {
    const seconds = Math.max(0, Math.round((end - performance.now()) / 1000));
    if (seconds < longest) {
      shown.textContent = (shown.dataset.pattern ?? '{time}').replace('{time}', text(seconds));
    }
    if (seconds > 0) setTimeout(show, 1000);
  };
  show();
}
