import Attestation
import Testing
import ToqueCOSE
import ToqueCrypto
import ToqueEncoding
import ToqueWebAuthn

@testable import RelyingParty

/// A registration at the point where its format's procedure starts, valid until a test changes it. Each format makes a
/// statement of the current values in its own way.
struct FormatDraft {
    var credential: TestCredential
    var data: AuthenticatorData
    var clientDataHash = Digest.sha256("client data")
    /// The relying party's values in place of the attested ones.
    var seenData: AuthenticatorData?
    var seenHash: [UInt8]?
    var isEnterprise = false
    /// alg of the statement; nil leaves it out if possible.
    var algorithm: COSEAlgorithm?
    /// The attestation certificate.
    var certificate: CertificateBuilder
    /// Signs in place of the attestation key.
    var signer: SigningKey?
    /// Certificates after the first one.
    var issuers: [[UInt8]] = []
    private let statement: @Sendable (FormatDraft, _ x5c: [[UInt8]]) throws -> AttestationStatement

    static let aaguid = AAGUID([UInt8](1...16)) ?? .zero
    private static let authority = Result { try pair("authority") }

    /// Signatures of other keys, and over other client data.
    static let keyFaults: [Fault<FormatDraft>] = [
        .init("signature of another key", .badAttestationSignature) { $0.signer = try? FormatDraft.pair("other").0 },
        .init("other client data", .badAttestationSignature) { $0.seenHash = Digest.sha256("other") },
    ]

    /// The same, and signatures over other authenticator data.
    static let signatureFaults: [Fault<FormatDraft>] =
        keyFaults + [
            .init("other authenticator data", .badAttestationSignature) {
                $0.seenData = $0.data
                $0.seenData?.signCount += 1
            }
        ]

    static func pair(_ seed: String, _ type: KeyType = .ec(.p256)) throws -> (SigningKey, PublicKeyParameters) {
        let pair = try KeyPair.generate(type, random: SeededRandom(seed: seed))
        return (try SigningKey(pair, deterministic: true), pair.publicKey)
    }

    init(
        credential: TestCredential, aaguid: AAGUID = aaguid, algorithm: COSEAlgorithm?, certified: PublicKeyParameters,
        _ statement: @escaping @Sendable (FormatDraft, _ x5c: [[UInt8]]) throws -> AttestationStatement
    ) {
        self.credential = credential
        self.algorithm = algorithm
        self.statement = statement
        data = AuthenticatorData(
            rpIDHash: Digest.sha256(Expected.rpID), flags: [.userPresent, .userVerified], signCount: 1,
            attestedCredentialData: AttestedCredentialData(
                aaguid: aaguid, credentialID: credential.id, credentialPublicKey: credential.publicKey.encoded))
        certificate = CertificateBuilder(
            subject: DistinguishedName(
                country: "BR", organization: "Example", organizationalUnit: "Authenticator Attestation",
                commonName: "Example key"),
            issuer: DistinguishedName(
                country: "BR", organization: "Example", organizationalUnit: "CA", commonName: "Example CA"),
            serialNumber: [1], notBefore: 0, notAfter: CertificateBuilder.noExpiration, publicKey: certified,
            extensions: [.basicConstraints(isAuthority: false)])
    }

    /// The data that most formats sign.
    var message: [UInt8] { data.encoded + clientDataHash }

    var keyUsage: CertificateExtension { .test("2.5.29.15", [0x03, 0x02, 0x07, 0x80]) }

    /// The certificate, as the authority signs it.
    func issued() throws -> Certificate { try certificate.signed(by: Self.authority.get().0) }

    /// Runs the procedure of the statement's format.
    /// - Parameter statement: Replaces the format's own statement.
    func verdict(
        _ policy: VerificationPolicy = Expected.policy, of statement: AttestationStatement? = nil
    ) throws -> Verdict<[AttestationConclusion]> {
        let statement = try statement ?? self.statement(self, [issued().der] + issuers)
        let seen = seenData ?? data
        let attested = try #require(seen.attestedCredentialData)
        let publicKey = try COSEKey(decoding: attested.credentialPublicKey, allowRS1: policy.allowRS1)
        let input = AttestationInput(
            authenticatorData: seen.encoded, clientDataHash: seenHash ?? clientDataHash, data: seen, attested: attested,
            publicKey: publicKey, credentialKey: try publicKey.verifyingKey(), time: Timestamp(microseconds: 0),
            isEnterprise: isEnterprise)
        return Verification.run(.registration, policy: policy) { (verification) throws(VerificationFailure) in
            try verification.verify(statement, input)
        }
    }
}

extension CertificateExtension {
    static func test(_ identifier: String, isCritical: Bool = false, _ value: [UInt8]) -> CertificateExtension {
        CertificateExtension(identifier: identifier, isCritical: isCritical, value: value)
    }

    static func aaguid(_ aaguid: AAGUID = FormatDraft.aaguid, isCritical: Bool = false) -> CertificateExtension {
        test("1.3.6.1.4.1.45724.1.1.4", isCritical: isCritical, DER.octetString(aaguid.bytes))
    }
}

extension Verdict {
    /// The names of the checks, each once, in order.
    var names: [Check.Name] { checks.map(\.name).reduce(into: []) { if !$0.contains($1) { $0.append($1) } } }
}
