// Counts the remaining time down. The server sends the seconds, because its clock is not the browser's.

const shown = document.querySelector('time[data-seconds]');
if (shown) {
  const end = performance.now() + Number(shown.dataset.seconds) * 1000;
  const show = () => {
    const seconds = Math.max(0, Math.round((end - performance.now()) / 1000));
    const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
    shown.textContent = shown.dataset.pattern.replace('{time}', time);
    if (seconds > 0) setTimeout(show, 1000);
  };
  show();
}
