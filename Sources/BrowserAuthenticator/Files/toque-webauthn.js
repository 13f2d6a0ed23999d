// Gives a page navigator.credentials and PublicKeyCredential, answered by `toque browser serve`. A classic script for the
// start of every page and frame; `toque browser script` prints it with the service's address and token.
(function toqueWebAuthn(configuration) {
  "use strict";
  const installed = Symbol.for("toque.webauthn");
  if (!configuration || window[installed]) return;
  // The page may replace these later.
  const { JSON, Promise, DOMException, TypeError, Uint8Array, ArrayBuffer, Object } = window;
  Object.defineProperty(window, installed, { value: true });
  const request = window.fetch.bind(window);
  const native = navigator.credentials;
  const nativeCreate = native?.create?.bind(native);
  const nativeGet = native?.get?.bind(native);

  // --- Bytes ---
  const bytesOf = (value, name) => {
    if (ArrayBuffer.isView(value)) return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
    if (Object.prototype.toString.call(value) === "[object ArrayBuffer]") return new Uint8Array(value);
    throw new TypeError(`${name} is not a buffer`);
  };
  const encode = (value, name) => {
    let text = "";
    for (const byte of bytesOf(value, name)) text += String.fromCharCode(byte);
    return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  };
  const decode = (text, name = "value") => {
    if (typeof text !== "string" || !/^[A-Za-z0-9_-]*$/.test(text) || text.length % 4 === 1) {
      throw new DOMException(`${name} is not base64url`, "EncodingError");
    }
    return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0)).buffer;
  };
  const mapped = (value, change, name) => (value === undefined || value === null ? undefined : change(value, name));

  // --- Options, from the page's form to JSON (WebAuthn sections 5.1.8 and 5.1.9) and back ---
  const defined = (members) => Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
  const prfValues = (values, change) =>
    defined({ first: change(values.first, "prf.first"), second: mapped(values.second, change, "prf.second") });
  const extensions = (inputs, change) => {
    if (!inputs) return undefined;
    const { prf, largeBlob, credBlob } = inputs;
    const evaluations = (all) => Object.entries(all).map(([id, values]) => [id, prfValues(values, change)]);
    return defined({
      ...inputs,
      prf: prf && defined({
        ...prf,
        eval: mapped(prf.eval, (values) => prfValues(values, change)),
        evalByCredential: mapped(prf.evalByCredential, (all) => Object.fromEntries(evaluations(all))),
      }),
      largeBlob: largeBlob && defined({ ...largeBlob, write: mapped(largeBlob.write, change, "largeBlob.write") }),
      credBlob: mapped(credBlob, change, "credBlob"),
    });
  };
  const descriptors = (list, change, name) =>
    mapped(list, () => Array.from(list, (each) => ({ ...each, id: change(each.id, `${name}.id`) })));
  const ofPublicKeys = (list) => list?.filter((each) => each.type === "public-key");
  const creation = (options, change) => ({
    ...options,
    challenge: change(options.challenge, "challenge"),
    user: { ...options.user, id: change(options.user.id, "user.id") },
    excludeCredentials: descriptors(options.excludeCredentials, change, "excludeCredentials"),
    extensions: extensions(options.extensions, change),
  });
  const retrieval = (options, change) => ({
    ...options,
    challenge: change(options.challenge, "challenge"),
    allowCredentials: descriptors(options.allowCredentials, change, "allowCredentials"),
    extensions: extensions(options.extensions, change),
  });
  const required = (object, names, where) => {
    for (const name of names) {
      if (object?.[name] === undefined) throw new TypeError(`${where}.${name} is missing`);
    }
  };

  // --- Frames: the permissions policy (WebAuthn section 5.9) and the page on top ---
  const features = ["publickey-credentials-create", "publickey-credentials-get"];
  const question = "toque.webauthn.frame";
  const isAllowedByAttribute = (attribute, feature, asker, source) => {
    const directive = attribute.split(";").map((each) => each.trim().split(/\s+/)).find(([name]) => name === feature);
    if (!directive) return false;
    const list = directive.slice(1);
    if (list.length === 0) return true;
    return list.some((each) =>
      each === "*" || each === asker || (each === "'src'" && asker === source) ||
      (each === "'self'" && asker === location.origin));
  };
  // A frame of another origin cannot see its own attribute: its parent, which has this script too, tells.
  const ask = (feature) =>
    new Promise((resolve) => {
      const channel = new MessageChannel();
      const timer = setTimeout(() => resolve({ allowed: false, top: undefined }), 2000);
      channel.port1.onmessage = ({ data }) => (clearTimeout(timer), resolve(data));
      window.parent.postMessage({ [question]: feature }, "*", [channel.port2]);
    });
  const circumstances = async (feature) => {
    const policy = document.featurePolicy ?? document.permissionsPolicy;
    const own = policy?.allowsFeature ? policy.allowsFeature(feature) : true;
    if (window.parent === window) return { allowed: own, top: undefined };
    try {
      // Readable only if each frame up to the top has this origin.
      for (let frame = window; frame !== window.top; frame = frame.parent) {
        if (frame.parent.location.origin !== location.origin) throw new Error("another origin");
      }
      return { allowed: own, top: undefined };
    } catch {
      const told = await ask(feature);
      const top = location.ancestorOrigins?.[location.ancestorOrigins.length - 1] ?? told.top;
      return { allowed: policy?.allowsFeature ? own : told.allowed, top };
    }
  };
  window.addEventListener("message", (event) => {
    const feature = event.data?.[question];
    if (!features.includes(feature) || !event.ports[0]) return;
    event.stopImmediatePropagation();
    const frame = [...document.querySelectorAll("iframe")].find((each) => each.contentWindow === event.source);
    circumstances(feature).then(({ allowed, top }) => {
      const source = frame && new URL(frame.src || "about:blank", document.baseURI).origin;
      const isGiven = event.origin === location.origin ||
        isAllowedByAttribute(frame?.getAttribute("allow") ?? "", feature, event.origin, source);
      event.ports[0].postMessage({ allowed: allowed && Boolean(frame) && isGiven, top: top ?? location.origin });
    });
  });

  // --- The service ---
  const call = async (message) => {
    const body = JSON.stringify({ ...message, origin: location.origin });
    const binding = configuration.binding && window[configuration.binding];
    if (binding) return JSON.parse(await binding(body));
    const answer = await request(configuration.url, {
      method: "POST", body, credentials: "omit", keepalive: message.method === "cancel",
      headers: { "Content-Type": "application/json", Authorization: `Bearer ${configuration.token}` },
    }).catch((error) => {
      const carrier = window[Symbol.for("toque.webauthn.carrier")];
      if (carrier) return { json: async () => JSON.parse(await carrier.carry(body)) };
      throw new DOMException(`Toque's service is out of reach of this page: ${error.message}`, "UnknownError");
    });
    return answer.json();
  };
  const failure = ({ name, message }) =>
    name === "TypeError" ? new TypeError(message) : new DOMException(message, name ?? "UnknownError");
  const perform = async (method, options, signal, rest = {}) => {
    if (signal?.aborted) throw signal.reason;
    const id = crypto.randomUUID();
    const cancel = () => call({ method: "cancel", id }).catch(() => {});
    addEventListener("pagehide", cancel);
    try {
      return await new Promise((resolve, reject) => {
        signal?.addEventListener("abort", () => (cancel(), reject(signal.reason)));
        call({ method, id, options, ...rest }).then(
          (answer) => (answer.error ? reject(failure(answer.error)) : resolve(answer.result)), reject);
      });
    } finally {
      removeEventListener("pagehide", cancel);
    }
  };

  // --- Credentials ---
  const interfaceOf = (name, parent) => {
    if (window[name]) return window[name];
    const made = { [name]: class extends (parent ?? Object) {} }[name];
    Object.defineProperty(window, name, { value: made, configurable: true, writable: true });
    return made;
  };
  const Credential = interfaceOf("Credential");
  const PublicKeyCredential = interfaceOf("PublicKeyCredential", Credential);
  const AuthenticatorResponse = interfaceOf("AuthenticatorResponse");
  const Attestation = interfaceOf("AuthenticatorAttestationResponse", AuthenticatorResponse);
  const Assertion = interfaceOf("AuthenticatorAssertionResponse", AuthenticatorResponse);
  const made = (type, members) => {
    const object = Object.create(type.prototype);
    for (const [name, value] of Object.entries(members)) {
      Object.defineProperty(object, name, { value, enumerable: typeof value !== "function" });
    }
    return object;
  };
  const results = ({ prf, largeBlob, getCredBlob, ...others }) => defined({
    ...others,
    prf: prf && defined({ ...prf, results: mapped(prf.results, (values) => prfValues(values, decode)) }),
    largeBlob: largeBlob && defined({ ...largeBlob, blob: mapped(largeBlob.blob, decode) }),
    getCredBlob: mapped(getCredBlob, decode),
  });
  const credential = (json) => {
    const { response } = json;
    const isRegistration = response.attestationObject !== undefined;
    const members = { clientDataJSON: decode(response.clientDataJSON) };
    if (isRegistration) {
      Object.assign(members, {
        attestationObject: decode(response.attestationObject),
        getTransports: () => [...response.transports],
        getAuthenticatorData: () => decode(response.authenticatorData),
        getPublicKey: () => (response.publicKey === undefined ? null : decode(response.publicKey)),
        getPublicKeyAlgorithm: () => response.publicKeyAlgorithm,
      });
    } else {
      Object.assign(members, {
        authenticatorData: decode(response.authenticatorData),
        signature: decode(response.signature),
        userHandle: response.userHandle === undefined ? null : decode(response.userHandle),
      });
    }
    return made(PublicKeyCredential, {
      id: json.id,
      type: "public-key",
      rawId: decode(json.rawId),
      authenticatorAttachment: json.authenticatorAttachment ?? null,
      response: made(isRegistration ? Attestation : Assertion, members),
      getClientExtensionResults: () => results(json.clientExtensionResults),
      toJSON: () => JSON.parse(JSON.stringify(json)),
    });
  };

  // --- navigator.credentials ---
  const create = async (options) => {
    if (!options?.publicKey) return nativeCreate ? nativeCreate(options) : null;
    const { publicKey, signal, mediation } = options;
    if (signal?.aborted) throw signal.reason;
    required(publicKey, ["rp", "user", "challenge", "pubKeyCredParams"], "publicKey");
    required(publicKey.rp, ["name"], "publicKey.rp");
    required(publicKey.user, ["id", "name", "displayName"], "publicKey.user");
    const json = creation(publicKey, encode);
    json.pubKeyCredParams = Array.from(publicKey.pubKeyCredParams, ({ type, alg }) => ({ type, alg }));
    const size = bytesOf(publicKey.user.id, "user.id").byteLength;
    if (size < 1 || size > 64) throw new TypeError(`user.id has ${size} bytes, which must be 1 to 64`);
    const { allowed, top } = await circumstances(features[0]);
    if (json.pubKeyCredParams.length > 0 && ofPublicKeys(json.pubKeyCredParams).length === 0) {
      throw new DOMException("pubKeyCredParams has no entry of type public-key", "NotSupportedError");
    }
    json.excludeCredentials = ofPublicKeys(json.excludeCredentials);
    return credential(await perform("create", json, signal, { permitted: allowed, topOrigin: top, mediation }));
  };
  const get = async (options) => {
    if (!options?.publicKey) return nativeGet ? nativeGet(options) : null;
    const { publicKey, signal, mediation } = options;
    if (signal?.aborted) throw signal.reason;
    required(publicKey, ["challenge"], "publicKey");
    const json = retrieval(publicKey, encode);
    const { allowed, top } = await circumstances(features[1]);
    const usable = ofPublicKeys(json.allowCredentials);
    if (json.allowCredentials?.length > 0 && usable.length === 0) {
      throw new DOMException("allowCredentials has no entry of type public-key", "NotAllowedError");
    }
    json.allowCredentials = usable;
    return credential(await perform("get", json, signal, { permitted: allowed, topOrigin: top, mediation }));
  };
  const define = (object, members) => {
    for (const [name, value] of Object.entries(members)) {
      Object.defineProperty(object, name, { value, configurable: true, writable: true });
    }
  };
  if (native) {
    define(native, { create, get });
  } else {
    const container = { create, get, store: async () => null, preventSilentAccess: async () => undefined };
    Object.defineProperty(navigator, "credentials", { value: container, configurable: true });
  }

  // --- PublicKeyCredential ---
  const signal = (method, names) => async (options) => {
    required(options, names, "options");
    for (const text of [options.credentialId, options.userId, ...(options.allAcceptedCredentialIds ?? [])]) {
      try {
        if (text !== undefined) decode(text);
      } catch {
        throw new TypeError(`${text} is not base64url`);
      }
    }
    await perform(method, { ...options });
  };
  const verifies = async () => (await perform("capabilities", {})).userVerifyingPlatformAuthenticator;
  define(PublicKeyCredential, {
    isUserVerifyingPlatformAuthenticatorAvailable: verifies,
    isConditionalMediationAvailable: async () => true,
    getClientCapabilities: async () => {
      const isPlatform = await verifies();
      const known = [
        "appid", "appidExclude", "credBlob", "credProps", "credentialProtectionPolicy",
        "enforceCredentialProtectionPolicy", "getCredBlob", "largeBlob", "minPinLength", "payment", "prf",
      ];
      return {
        conditionalCreate: false, conditionalGet: true, hybridTransport: false,
        passkeyPlatformAuthenticator: isPlatform, relatedOrigins: false, signalAllAcceptedCredentials: true,
        signalCurrentUserDetails: true, signalUnknownCredential: true, userVerifyingPlatformAuthenticator: isPlatform,
        ...Object.fromEntries(known.map((name) => [`extension:${name}`, true])),
      };
    },
    parseCreationOptionsFromJSON: (json) => {
      required(json, ["rp", "user", "challenge", "pubKeyCredParams"], "options");
      return creation(json, decode);
    },
    parseRequestOptionsFromJSON: (json) => {
      required(json, ["challenge"], "options");
      return retrieval(json, decode);
    },
    signalUnknownCredential: signal("signalUnknownCredential", ["rpId", "credentialId"]),
    signalAllAcceptedCredentials:
      signal("signalAllAcceptedCredentials", ["rpId", "userId", "allAcceptedCredentialIds"]),
    signalCurrentUserDetails: signal("signalCurrentUserDetails", ["rpId", "userId", "name", "displayName"]),
  });
})(null);
