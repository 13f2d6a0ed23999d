import ToqueCBOR
import ToqueCOSE
import ToqueCrypto
import ToqueWebAuthn

/// The `android-key` statement (section 8.4): a signature by the credential key, and the Android keystore's certificate
/// for that key.
public struct AndroidKeyStatement: FormatStatement {
    public var algorithm: COSEAlgorithm
    public var signature: [UInt8]
    /// DER certificates, the credential key's first.
    public var x5c: [[UInt8]]

    public init(algorithm: COSEAlgorithm, signature: [UInt8], x5c: [[UInt8]]) {
        self.algorithm = algorithm
        self.signature = signature
        self.x5c = x5c
    }

    static let format = AttestationFormat.androidKey
    var statement: AttestationStatement { .androidKey(self) }
    var summary: String { "attestation by the Android keystore" }

    var encoded: CBOR {
        ["alg": .int(algorithm.rawValue), "sig": .bytes(signature), "x5c": .array(x5c.map(CBOR.bytes))]
    }

    init(_ object: AttestationObject) throws(AttestationStatementError) {
        let reader = try StatementReader(object)
        algorithm = try reader.algorithm()
        signature = try reader.bytes("sig")
        x5c = try reader.certificates()
        try reader.expect(["alg", "sig", "x5c"])
    }

    /// The signing procedure of section 8.4: the credential key signs, and its certificate contains the hash of the
    /// client data and the key's authorizations.
    /// - Parameters:
    ///   - material: the data to attest.
    ///   - key: the credential key.
    ///   - authority: the issuer of the certificate.
    ///   - certificate: the credential key's certificate. The description becomes its last extension.
    ///   - description: describes the key; this function sets its challenge.
    public init(
        attesting material: AttestedMaterial, with key: some StatementSigner, by authority: some CertificateIssuer,
        certificate: CertificateBuilder, description: AndroidKeyDescription
    ) throws(CryptoError) {
        var description = description
        description.attestationChallenge = material.clientDataHash
        var certificate = certificate
        certificate.extensions.append(
            CertificateExtension(
                identifier: AttestationExtension.androidKeyDescription.identifier, value: description.encoded))
        self.init(
            algorithm: key.algorithm, signature: try key.sign(material.message),
            x5c: [try authority.issue(certificate).der])
    }

    init(_ task: AttestationTask) throws {
        try self.init(
            attesting: task.material, with: task.key, by: task.authority,
            certificate: task.authority.leaf(of: task.key, attesting: task.material), description: .inTrustedEnvironment
        )
        // An Android keystore returns the whole chain.
        x5c.append(task.authority.certificate.der)
    }
}
