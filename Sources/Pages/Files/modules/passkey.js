// Asks a passkey when the button to approve is pressed, and sends its responses with the form (WebAuthn section 5.1).
// Does what `PublicKeyCredential.parseCreationOptionsFromJSON` and `toJSON` do in newer browsers.

const data = JSON.parse(document.getElementById('data').textContent);
const form = document.getElementById('decision');
const message = document.getElementById('message');
const bytes = (text) => Uint8Array.from(
  atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0));
const text = (buffer) => btoa(String.fromCharCode(...new Uint8Array(buffer)))
  .replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
const descriptors = (list) => (list ?? []).map((entry) => ({...entry, id: bytes(entry.id)}));
const written = (credential, members) => JSON.stringify({
  id: credential.id, rawId: text(credential.rawId), type: credential.type,
  authenticatorAttachment: credential.authenticatorAttachment ?? undefined, clientExtensionResults: {},
  response: Object.fromEntries(members.filter((name) => credential.response[name])
    .map((name) => [name, text(credential.response[name])]))});
const field = (name, value) => {
  const input = document.createElement('input');
  Object.assign(input, {type: 'hidden', name, value});
  form.append(input);
};
async function ceremonies() {
  const authentication = {...data.authentication, challenge: bytes(data.authentication.challenge),
    allowCredentials: descriptors(data.authentication.allowCredentials)};
  let registration;
  if (data.registration) {
    const options = data.registration;
    const created = await navigator.credentials.create({publicKey: {...options,
      challenge: bytes(options.challenge), user: {...options.user, id: bytes(options.user.id)},
      excludeCredentials: descriptors(options.excludeCredentials)}});
    registration = written(created, ['clientDataJSON', 'attestationObject']);
    authentication.allowCredentials = [{type: 'public-key', id: created.rawId}];
  }
  const asserted = await navigator.credentials.get({publicKey: authentication});
  if (registration) field('registration', registration);
  field('authentication', written(asserted,
    ['clientDataJSON', 'authenticatorData', 'signature', 'userHandle']));
}
form.addEventListener('submit', (event) => {
  if (event.submitter?.value !== 'approve') return;
  event.preventDefault();
  if (!navigator.credentials || !window.PublicKeyCredential) {
    message.textContent = data.unsupported;
    return;
  }
  message.textContent = '';
  event.submitter.disabled = true;
  ceremonies().then(() => {
    field('decision', 'approve');
    form.submit();
  }, (error) => {
    event.submitter.disabled = false;
    message.textContent = `${data.failed} ${error.name}: ${error.message}`;
  });
});
