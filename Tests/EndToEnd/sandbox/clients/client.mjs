// Enrolls and pays with Node's fetch.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

const METHOD = "open_finance_biometric_pix";
const env = process.env;
const key = Buffer.from(`${env.TOQUE_API_KEY_ID}:${env.TOQUE_API_KEY_SECRET}`).toString("base64");

/** The JSON of the answer; null if the object does not exist yet. */
async function call(method, path, body) {
  const answer = await fetch(env.TOQUE_SERVER + path, {
    method,
    headers: { Authorization: `Basic ${key}`, "Content-Type": "application/json" },
    body,
    signal: AbortSignal.timeout(60_000),
  });
  const text = await answer.text();
  if (method === "GET" && answer.status === 404) return null;
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
  return text === "" ? null : JSON.parse(text);
}

/** Polls until the object exists and is no longer pending. */
async function poll(path) {
  for (;;) {
    const answer = await call("GET", path);
    if (answer !== null && answer.status !== "PENDING") return answer;
    await sleep(100);
  }
}

const phone = (command, input = "") => execFileSync("toque", command, { input, encoding: "utf8" });

const details = {
  customer: env.TOQUE_CUSTOMER,
  institution: env.TOQUE_INSTITUTION,
  platform: "CROSS_PLATFORM",
  callback_url: "https://merchant.example/return",
  risk_signals: JSON.parse(readFileSync(env.RISK_SIGNALS, "utf8")),
};
const enrollment = await call("POST", "/enrollments/", JSON.stringify({ type: METHOD, details }));
const callback = phone(["approve", enrollment.details.redirect_url, "--body"]);
await call("POST", "/enrollments/complete-redirection/", callback);
const options = await poll(`/enrollments/${enrollment.id}/fido-registration-options/`);
const credential = phone(["register", "-", "--body"], JSON.stringify(options));
await call("POST", `/enrollments/${enrollment.id}/confirm/`, credential);
await poll(`/enrollments/${enrollment.id}/`);

const order = {
  amount: "0.13",
  allowed_payment_method_types: [METHOD],
  customer: env.TOQUE_CUSTOMER,
  description: "Paid from Node",
  statement_description: "Test",
  payment_method_details: {
    [METHOD]: { beneficiary_bank_account: env.TOQUE_BENEFICIARY_BANK_ACCOUNT, enrollment: enrollment.id },
  },
  confirm: true,
};
const payment = await call("POST", "/payment-intents/", JSON.stringify(order));
const challenge = JSON.stringify(payment.payment_method_information[METHOD].fido_options);
const assertion = phone(["sign", "-", "--body", "--risk-signals", env.RISK_SIGNALS], challenge);
await call("POST", `/payment-intents/${payment.id}/authorize/`, assertion);
console.log(JSON.stringify(await poll(`/payment-intents/${payment.id}/`)));
