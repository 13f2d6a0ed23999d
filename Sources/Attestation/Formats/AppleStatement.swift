import ToqueCBOR
import ToqueCOSE
import ToqueCrypto
import ToqueWebAuthn

/// The `apple` statement (section 8.8): a certificate of the credential key that contains a nonce.
public struct AppleStatement: FormatStatement {
    /// DER certificates, the credential key's first.
    public var x5c: [[UInt8]]
    /// The credential key's algorithm. The specification does not define this member; Apple's devices write it.
    public var algorithm: COSEAlgorithm?

    public init(x5c: [[UInt8]], algorithm: COSEAlgorithm? = nil) {
        self.x5c = x5c
        self.algorithm = algorithm
    }

    static let format = AttestationFormat.apple
    var statement: AttestationStatement { .apple(self) }
    var summary: String { "anonymous attestation by Apple" }

    var encoded: CBOR {
        var map = CBORMap([("x5c", .array(x5c.map(CBOR.bytes)))])
        map["alg"] = algorithm.map { .int($0.rawValue) }
        return .map(map)
    }

    init(_ object: AttestationObject) throws(AttestationStatementError) {
        let reader = try StatementReader(object)
        x5c = try reader.certificates()
        algorithm = reader.has("alg") ? try reader.algorithm() : nil
        try reader.expect(algorithm == nil ? ["x5c"] : ["alg", "x5c"])
    }

    /// The signing procedure of section 8.8: the credential key's certificate contains the nonce.
    /// - Parameters:
    ///   - material: the data to attest.
    ///   - authority: the issuer of the certificate.
    ///   - certificate: the credential key's certificate. The nonce becomes its last extension.
    public init(
        attesting material: AttestedMaterial, by authority: some CertificateIssuer, certificate: CertificateBuilder
    ) throws(CryptoError) {
        var certificate = certificate
        certificate.extensions.append(.appleNonce(Digest.sha256(material.message)))
        self.init(x5c: [try authority.issue(certificate).der])
    }

    init(_ task: AttestationTask) throws {
        try self.init(
            attesting: task.material, by: task.authority,
            certificate: task.authority.leaf(of: task.key, attesting: task.material))
    }
}

extension AttestationExtension {
    /// The nonce of Apple's anonymous attestation (section 8.8).
    static let appleNonce = AttestationExtension("1.2.840.113635.100.8.2", "Apple nonce")
}

extension CertificateExtension {
    /// A SEQUENCE of the nonce as `[1] EXPLICIT OCTET STRING`, as in the samples: Apple publishes no definition.
    static func appleNonce(_ nonce: [UInt8]) -> CertificateExtension {
        CertificateExtension(
            identifier: AttestationExtension.appleNonce.identifier,
            value: DER.sequence(DER.explicit(1, DER.octetString(nonce))))
    }
}

extension Certificate {
    /// The nonce that Apple's anonymous attestation certifies (section 8.8): SEQUENCE { [1] EXPLICIT OCTET STRING }.
    public func appleNonce() throws(AttestationCertificateError) -> [UInt8] {
        let nonce = try read(.appleNonce) { (reader) throws(DERError) in
            var members = try reader.sequence()
            let nonce = try members.explicit(1).octetString()
            try members.expectEnd()
            return Array(nonce)
        }
        guard let nonce else { throw .missingExtension(AttestationExtension.appleNonce.name) }
        return nonce
    }
}
