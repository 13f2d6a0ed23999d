import ToqueCrypto
import ToqueWebAuthn

extension CredentialEngine {
    /// The values of `prf` (WebAuthn section 10.1.4), which belong to verified users alone; they are
    /// what a client gets of hmac-secret over CTAP.
    func prf(_ values: PRFValues, of credentialID: [UInt8]) throws(CredentialStorageError) -> PRFValues {
        let outputs = HMACSecret.outputs(
            seed: try wrappingKeys().credRandom(of: credentialID, userVerified: true),
            salts: SecretBytes(copying: values.salts))
        return outputs.withUnsafeBytes { outputs in
            PRFValues(
                first: Array(outputs.prefix(HMACSecret.size)),
                second: values.second == nil ? nil : Array(outputs.dropFirst(HMACSecret.size)))
        }
    }
}
