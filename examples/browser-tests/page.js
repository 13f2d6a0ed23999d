// What any page with passkeys does. A server of yours makes the options and verifies the answers.
const show = (text) => (document.querySelector("#result").textContent = text);
const challenge = () => crypto.getRandomValues(new Uint8Array(32));

document.querySelector("#register").addEventListener("click", async () => {
  const publicKey = {
    rp: { name: "Example" },
    user: { id: new TextEncoder().encode("ana"), name: "ana", displayName: "Ana" },
    challenge: challenge(),
    pubKeyCredParams: [{ type: "public-key", alg: -7 }],
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  };
  await navigator.credentials.create({ publicKey }).then(
    () => show("Passkey created"), (error) => show(error.name));
});

document.querySelector("#sign-in").addEventListener("click", async () => {
  await navigator.credentials.get({ publicKey: { challenge: challenge() } }).then(
    ({ response }) => show(`Signed in as ${new TextDecoder().decode(response.userHandle)}`),
    (error) => show(error.name));
});
