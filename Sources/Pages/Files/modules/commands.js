// Shows the command of each form with the values as typed. Without this module, placeholders stand for them.

const plain = /^[A-Za-z0-9_./:=,@%+-]+$/;

// As one word of a shell.
function quoted(text) { return plain.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`; }

// The word of a field; nothing if the field is empty and need not be filled in.
function word({ field: name, option, placeholder, required }, form) {
  const field = form.elements[name];
  const start = option ? ` ${option}` : '';
  if (field.type === 'checkbox') return field.checked ? start : '';
  const value = field.type === 'file' ? field.files[0]?.name : field.value;
  if (!value) return required === undefined ? '' : `${start} ${placeholder}`;
  // A command takes a secret from a file.
  if (field.type === 'password') return `${start} ${placeholder}`;
  // A value that looks like an option is joined to its own.
  return `${start}${option && value.startsWith('-') ? '=' : ' '}${quoted(value)}`;
}

for (const code of document.querySelectorAll('code[data-command]')) {
  const form = code.closest('form');
  const words = [...code.querySelectorAll('[data-field]')];
  const show = () => { for (const each of words) each.textContent = word(each.dataset, form); };
  form.addEventListener('input', show);
  show();
}
