// The phone: facts of this browser for the risk signals, the sheet as a modal dialog, and ceremonies by the browser's
// own authenticator (WebAuthn sections 5.1.8 to 5.1.10). All but the last also work without this module.

const sheet = document.querySelector('dialog[data-sheet]');
if (sheet) {
  sheet.close();
  sheet.showModal();
  sheet.addEventListener('cancel', () => { location.href = sheet.dataset.sheet; });
}

// ---- Facts ----

const two = (number) => String(Math.trunc(Math.abs(number))).padStart(2, '0');
const timeZone = (minutes) => `${minutes > 0 ? '-' : '+'}${two(minutes / 60)}`
  + (minutes % 60 ? `:${two(minutes % 60)}` : '');

const position = () => new Promise((resolve) => {
  if (!navigator.geolocation) return resolve([]);
  navigator.geolocation.getCurrentPosition(({coords}) => resolve([
    `geolocation.latitude=${coords.latitude}`, `geolocation.longitude=${coords.longitude}`,
    `geolocation.type=${coords.accuracy <= 100 ? 'FINE' : 'COARSE'}`,
  ]), () => resolve([]), {timeout: 5000});
});

async function facts(location) {
  const agent = navigator.userAgentData;
  const found = [
    `osVersion=${agent?.platform || navigator.platform || 'unknown'}`,
    `userTimeZoneOffset=${timeZone(new Date().getTimezoneOffset())}`,
    `language=${(navigator.language || 'en').slice(0, 2).toLowerCase()}`,
    `screenDimensions.height=${Math.round(innerHeight)}`, `screenDimensions.width=${Math.round(innerWidth)}`,
  ];
  const battery = await navigator.getBattery?.().catch(() => undefined);
  if (battery) found.push(`isCharging=${battery.charging}`);
  return location ? found.concat(await position()) : found;
}

const described = document.querySelector('form[data-facts]');
described?.addEventListener('submit', (event) => {
  if (described.elements.preset.value !== 'browser' || described.elements.facts.value) return;
  event.preventDefault();
  facts(described.elements.location.value === 'allow').then((found) => {
    described.elements.facts.value = found.join('\n');
    described.submit();
  });
});

// ---- Ceremonies ----

const ceremony = document.querySelector('form[data-ceremony]');
if (ceremony) {
  const data = JSON.parse(document.getElementById('data').textContent);
  const message = document.getElementById('message');
  const fail = (name, text) => {
    message.textContent = `${name}: ${text ? `${text} ` : ''}${data.advice[name] ?? data.advice.other}`;
  };
  const ask = async () => {
    if (!window.PublicKeyCredential?.parseCreationOptionsFromJSON) throw {name: 'NotSupportedError', message: ''};
    return data.registration
      ? navigator.credentials.create({publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(data.options)})
      : navigator.credentials.get({publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(data.options)});
  };
  ceremony.addEventListener('submit', (event) => {
    event.preventDefault();
    const button = event.submitter;
    message.textContent = '';
    button.disabled = true;
    ask().then((credential) => {
      ceremony.elements.credential.value = JSON.stringify(credential.toJSON());
      ceremony.submit();
    }, (error) => {
      button.disabled = false;
      fail(error.name, error.message);
    });
  });
}
