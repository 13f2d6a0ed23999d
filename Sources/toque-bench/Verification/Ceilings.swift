import Attestation
import TestVectors
import ToqueCOSE
import ToqueCrypto

extension SampleAssertion {
    /// The import of the key, and the verification of the signature.
    func ceiling() throws -> [OpenSSLVerification.Step] {
        [.key(key.publicKey, try OpenSSLVerification.Signature(key, message, ceremony.response.signature))]
    }
}

extension SampleRegistration {
    /// With certificates: parsing, chain and the statement's signature. Without: the import of the credential key, and
    /// the self attestation's signature.
    /// - Parameters:
    ///   - key: the credential key.
    ///   - attestationKey: the key of all certificates, except those of the credential key itself.
    func ceiling(credential: VectorKey, attestation: VectorKey) throws -> [OpenSSLVerification.Step] {
        try Self.steps(statement, message, credential: credential, attestation: attestation)
    }

    private static func steps(
        _ statement: AttestationStatement, _ message: [UInt8], credential: VectorKey, attestation: VectorKey
    ) throws -> [OpenSSLVerification.Step] {
        if case .compound(let compound) = statement {
            return try compound.statements.flatMap {
                try steps($0, message, credential: credential, attestation: attestation)
            }
        }
        let members = statement.encoded.mapValue
        var certificate = members?["x5c"]?.arrayValue?.first?.bytesValue
        if case .androidSafetyNet(let statement) = statement {
            certificate = try JSONWebSignature(compact: statement.response).x5c().first
        }
        // The signed data differs between formats, but its length hardly does: a signature by the same key represents
        // it.
        let key = certificate == nil || statement.format == .androidKey ? credential : attestation
        let isSigned = members?["sig"] != nil || members?["response"] != nil
        let signature =
            isSigned ? try OpenSSLVerification.Signature(key, message, key.sign(message)) : nil
        return [certificate.map { .certificate($0, signature) } ?? .key(credential.publicKey, signature)]
    }
}

extension OpenSSLVerification.Signature {
    init(_ key: VectorKey, _ message: [UInt8], _ bytes: [UInt8]) throws {
        guard let scheme = key.algorithm.scheme else { throw CryptoError.unsupported("\(key.algorithm)") }
        self.init(scheme: scheme, bytes: bytes, message: message)
    }
}
