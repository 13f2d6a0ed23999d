// Copies the command of a code line. Without this module, the line is selected and copied by hand.

for (const button of document.querySelectorAll('button[data-copy]')) {
  const label = button.textContent;
  button.hidden = !navigator.clipboard;
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(document.getElementById(button.dataset.copy).textContent);
    button.textContent = button.dataset.copied;
    setTimeout(() => { button.textContent = label; }, 2000);
  });
}
