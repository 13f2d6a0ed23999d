// Keeps the calls of toque-webauthn.js in a page whose policy forbids requests, until `toque browser proxy` takes them
// between two commands of the test.
(function toqueCarrier() {
  "use strict";
  const name = Symbol.for("toque.webauthn.carrier");
  if (window[name]) return;
  const { DOMException, Map, Promise } = window;
  // The driver runs nothing beside execute_async, which may itself wait for the call.
  const patience = 3000;
  const waiting = new Map();
  let calls = [];
  let isBusy = false;
  Object.defineProperty(window, name, { value: Object.freeze({
    carry: (body) => new Promise((resolve, reject) => {
      const id = crypto.randomUUID();
      waiting.set(id, resolve);
      calls.push({ id, body });
      setTimeout(() => {
        if (!isBusy || !calls.some((each) => each.id === id)) return;
        calls = calls.filter((each) => each.id !== id);
        waiting.delete(id);
        reject(new DOMException(
          "The page's policy forbids requests, and the proxy carries no call while execute_async runs", "UnknownError"));
      }, patience);
    }),
    exchange: (answers, isBusyNext) => {
      isBusy = isBusyNext;
      const known = answers.filter(({ id }) => waiting.has(id));
      for (const { id, body } of known) {
        waiting.get(id)(body);
        waiting.delete(id);
      }
      const taken = calls;
      calls = [];
      return { taken, delivered: known.map(({ id }) => id) };
    },
  }) });
})();
