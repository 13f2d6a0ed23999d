import ToqueCrypto
import ToqueWebAuthn

/// The computation of hmac-secret (CTAP 2.3 section 12.7).
enum HMACSecret {
    /// The size of a salt and of an output in bytes.
    static let size = 32

    /// HMAC-SHA-256 over each salt.
    /// - Parameters:
    ///   - seed: CredRandomWithUV or CredRandomWithoutUV of the credential.
    ///   - salts: one or two, one after the other.
    /// - Returns: an output for each salt.
    static func outputs(seed: borrowing SecretBytes, salts: borrowing SecretBytes) -> SecretBytes {
        SecretBytes(count: salts.count) { outputs in
            for start in stride(from: 0, to: salts.count, by: size) {
                var salt = salts.withUnsafeBytes { Array($0[start...].prefix(size)) }
                var output = HMAC.sha256(key: seed, message: salt)
                outputs[start...].copyBytes(from: output.prefix(outputs.count - start))
                salt.cleanse()
                output.cleanse()
            }
        }
    }
}

/// The salts of hmac-secret, by the receiver of the outputs.
enum HMACSecretInputs: Sendable {
    /// A platform, for which they are encrypted.
    case platform(HMACSecretExchange)
    /// A client in this process, whose extension is `prf` (WebAuthn section 10.1.4).
    case client(PRFValues)
}

extension CredentialEngine {
    /// Evaluates hmac-secret for a credential.
    /// - Returns: the outputs, in the form for their receiver.
    func evaluate(
        _ inputs: HMACSecretInputs?, of credentialID: [UInt8], userVerified: Bool
    ) throws -> (platform: [UInt8]?, client: PRFValues?) {
        guard let inputs else { return (nil, nil) }
        let seed = try wrappingKeys().credRandom(of: credentialID, userVerified: userVerified)
        switch inputs {
        case .platform(let exchange): return (try exchange.outputs(seed: seed, random: random), nil)
        case .client(let values):
            let outputs = HMACSecret.outputs(seed: seed, salts: SecretBytes(copying: values.salts))
            let results = outputs.withUnsafeBytes { outputs in
                PRFValues(
                    first: Array(outputs.prefix(HMACSecret.size)),
                    second: values.second == nil ? nil : Array(outputs.dropFirst(HMACSecret.size)))
            }
            return (nil, results)
        }
    }
}
