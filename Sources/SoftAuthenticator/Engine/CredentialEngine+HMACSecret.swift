import ToqueCrypto
import ToqueWebAuthn

extension CredentialEngine {
    /// Bytes of a salt and of an output of hmac-secret.
    static let saltSize = 32

    /// HMAC-SHA-256 over each salt, under the credential's seed (CTAP 2.1 section 12.5).
    /// - Parameter salts: one or two salts of 32 bytes, one after the other.
    /// - Returns: as many outputs of 32 bytes.
    func hmacSecret(
        of credentialID: [UInt8], userVerified: Bool, salts: borrowing SecretBytes
    ) throws(CredentialStorageError) -> SecretBytes {
        let seed = try wrappingKeys().credRandom(of: credentialID, userVerified: userVerified)
        return SecretBytes(count: salts.count) { outputs in
            for start in stride(from: 0, to: salts.count, by: Self.saltSize) {
                let salt = salts.withUnsafeBytes { Array($0[start...].prefix(Self.saltSize)) }
                var output = HMAC.sha256(key: seed, message: salt)
                outputs[start...].copyBytes(from: output.prefix(outputs.count - start))
                output.cleanse()
            }
        }
    }

    /// The values of `prf` (WebAuthn section 10.1.4), which belong to verified users alone.
    func prf(_ values: PRFValues, of credentialID: [UInt8]) throws(CredentialStorageError) -> PRFValues {
        let salts = Self.prfSalt(values.first) + (values.second.map(Self.prfSalt) ?? [])
        let outputs = try hmacSecret(of: credentialID, userVerified: true, salts: SecretBytes(copying: salts))
        return outputs.withUnsafeBytes { outputs in
            PRFValues(
                first: Array(outputs.prefix(Self.saltSize)),
                second: values.second == nil ? nil : Array(outputs.dropFirst(Self.saltSize)))
        }
    }

    private static func prfSalt(_ input: [UInt8]) -> [UInt8] { Digest.sha256(Array("WebAuthn PRF".utf8) + [0] + input) }
}
