import Attestation
import TestVectors
import ToqueCOSE
import ToqueCrypto

extension SampleAssertion {
    /// The import of the key and the verification of the signature.
    func ceiling() throws -> [OpenSSLVerification.Step] {
        [.key(key.publicKey, try OpenSSLVerification.Signature(key, message, ceremony.response.signature))]
    }
}

extension SampleRegistration {
    /// With certificates: parsing, chain and the statement's signature. Without: the import of the credential key, and
    /// the signature of self attestation.
    /// - Parameters:
    ///   - key: the credential key.
    ///   - attestationKey: the key of all statements' certificates, but for those of the credential key itself.
    func ceiling(credential: VectorKey, attestation: VectorKey) throws -> [OpenSSLVerification.Step] {
        try Self.steps(statement, message, credential: credential, attestation: attestation)
    }

    private static func steps(
        _ statement: AttestationStatement, _ message: [UInt8], credential: VectorKey, attestation: VectorKey
    ) throws -> [OpenSSLVerification.Step] {
        // What is signed differs from format to format, its length hardly: a signature of the same key stands for it.
        func signature(_ key: VectorKey) throws -> OpenSSLVerification.Signature {
            try OpenSSLVerification.Signature(key, message, key.sign(message))
        }
        switch statement {
        case .none: return [.key(credential.publicKey, nil)]
        case .packed(let statement):
            guard let x5c = statement.x5c else { return [.key(credential.publicKey, try signature(credential))] }
            return [.certificate(x5c[0], try signature(attestation))]
        case .fidoU2F(let statement): return [.certificate(statement.x5c[0], try signature(attestation))]
        case .tpm(let statement): return [.certificate(statement.x5c[0], try signature(attestation))]
        case .androidKey(let statement): return [.certificate(statement.x5c[0], try signature(credential))]
        case .apple(let statement): return [.certificate(statement.x5c[0], nil)]
        case .androidSafetyNet(let statement):
            let x5c = try JSONWebSignature(compact: statement.response).x5c()
            return [.certificate(x5c[0], try signature(attestation))]
        case .compound(let statement):
            return try statement.statements.flatMap {
                try steps($0, message, credential: credential, attestation: attestation)
            }
        }
    }
}

extension OpenSSLVerification.Signature {
    init(_ key: VectorKey, _ message: [UInt8], _ bytes: [UInt8]) throws {
        guard let scheme = key.algorithm.scheme else { throw CryptoError.unsupported("\(key.algorithm)") }
        self.init(scheme: scheme, bytes: bytes, message: message)
    }
}
