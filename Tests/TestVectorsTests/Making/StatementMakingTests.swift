import Attestation
import RelyingParty
import Testing
import ToqueCOSE
import ToqueCrypto
import ToqueEncoding
import ToqueWebAuthn

@testable import TestVectors

/// The strict verifier accepts the makers' statements.
@Suite("Making statements")
struct StatementMakingTests {
    private let authority: VectorAuthority
    private let credentialKey: VectorKey
    private let attestationKey: VectorKey
    private let clientDataJSON = CollectedClientData(
        type: .create, challenge: [UInt8](repeating: 7, count: 32), origin: "https://example.org"
    ).serialized
    private let time = Timestamp(microseconds: 1_767_225_600_000_000)

    init() throws {
        var values = DerivedValues(inputKey: "Making statements", info: "keys")
        func key(_ name: String) throws -> VectorKey {
            try VectorKey(type: .ec(.p256), secret: values.next(name, count: 32), algorithm: .es256)
        }
        authority = try VectorAuthority(
            subject: DistinguishedName([.init(.commonName, "Example root")]), key: key("root"), serialNumber: [1],
            validity: 1_700_000_000...1_900_000_000)
        credentialKey = try key("credential")
        attestationKey = try key("attestation")
    }

    private func material(_ aaguid: [UInt8] = [UInt8](1...16)) throws -> AttestedMaterial {
        AttestedMaterial(
            authenticatorData: AuthenticatorData(
                rpIDHash: Digest.sha256("example.org"), flags: [.userPresent, .userVerified], signCount: 0,
                attestedCredentialData: AttestedCredentialData(
                    aaguid: AAGUID(aaguid) ?? .zero, credentialID: [1, 2, 3],
                    credentialPublicKey: try credentialKey.credentialPublicKey())),
            clientDataHash: Digest.sha256(clientDataJSON))
    }

    private func certificate(
        of key: VectorKey, _ extensions: [CertificateExtension] = []
    ) throws -> CertificateBuilder {
        var certificate = try authority.leaf(
            subject: DistinguishedName(
                country: "BR", organization: "Example", organizationalUnit: "Authenticator Attestation",
                commonName: "attest.android.com"), serialNumber: [2], publicKey: key.publicKey)
        certificate.extensions += extensions
        return certificate
    }

    private func verdict(
        _ statement: AttestationStatement, of material: AttestedMaterial
    ) throws -> Verdict<RegisteredCredential> {
        let ceremony = RegistrationCeremony(
            options: PublicKeyCredentialCreationOptions(
                rp: .init(id: "example.org", name: "Example"), user: .init(id: [1], name: "user", displayName: "User"),
                challenge: [UInt8](repeating: 7, count: 32), pubKeyCredParams: [.es256], attestation: .direct),
            rpID: "example.org",
            response: RegistrationResponse(
                credentialID: material.authenticatorData.attestedCredentialData?.credentialID ?? [],
                clientDataJSON: clientDataJSON,
                attestationObject: AttestationObject(
                    format: statement.format, statement: statement.encoded,
                    authenticatorData: material.authenticatorData.encoded
                ).encoded))
        let policy = VerificationPolicy(
            origins: ["https://example.org"], trustAnchors: TrustAnchors([authority.certificate]), time: time)
        return RelyingParty(policy: policy).verify(ceremony)
    }

    private func expectVerified(
        _ statement: AttestationStatement, of material: AttestedMaterial, type: AttestationType
    ) throws {
        let verdict = try verdict(statement, of: material)
        #expect(verdict.isValid, "\(verdict.failure.map { "\($0)" } ?? "")")
        #expect(verdict.value?.attestation.type == type)
        #expect(verdict.value?.attestation.trusted == (type != .self))
        // With another credential ID it is refused.
        var other = material
        other.authenticatorData.attestedCredentialData?.credentialID = [3, 2, 1]
        let refused: Set<VerdictCode> = [.badAttestationSignature, .attestationNonceMismatch]
        #expect(try self.verdict(statement, of: other).failure.map { refused.contains($0.code) } == true)
    }

    @Test("A packed statement by either key verifies only for its own credential")
    func packed() throws {
        let material = try material()
        try expectVerified(
            .packed(PackedStatement(attesting: material, with: credentialKey)), of: material, type: .self)
        let certificate = try authority.issue(certificate(of: attestationKey))
        try expectVerified(
            .packed(PackedStatement(attesting: material, with: attestationKey, x5c: [certificate])), of: material,
            type: .basic)
    }

    @Test("A FIDO U2F statement verifies only for its own credential")
    func fidoU2F() throws {
        let material = try material([UInt8](repeating: 0, count: 16))
        let certificate = try authority.issue(certificate(of: attestationKey))
        try expectVerified(
            .fidoU2F(FIDOU2FStatement(attesting: material, with: attestationKey, certificate: certificate)),
            of: material, type: .basic)
    }

    @Test("An Android key statement verifies only for its own credential")
    func androidKey() throws {
        let material = try material()
        let description = AndroidKeyDescription(
            attestationVersion: 300, attestationSecurityLevel: .trustedEnvironment, keyMintVersion: 300,
            keyMintSecurityLevel: .trustedEnvironment, attestationChallenge: [],
            hardwareEnforced: .init(purposes: [.sign], origin: .generated))
        try expectVerified(
            .androidKey(
                AndroidKeyStatement(
                    attesting: material, with: credentialKey, by: authority,
                    certificate: certificate(of: credentialKey),
                    description: description)), of: material, type: .basic)
    }

    @Test("An Apple statement verifies only for its own credential")
    func apple() throws {
        let material = try material()
        try expectVerified(
            .apple(AppleStatement(attesting: material, by: authority, certificate: certificate(of: credentialKey))),
            of: material,
            type: .anonca)
    }

    private func tpmStatement(_ material: AttestedMaterial) throws -> TPMStatement {
        var certificate = try certificate(
            of: attestationKey,
            [
                try .extendedKeyUsage([Certificate.attestationIdentityKeyPurpose]),
                try .tpmDevice(manufacturer: "id:414D4400", model: "Example", version: "id:00010002"),
            ])
        certificate.subject = DistinguishedName([])
        return try TPMStatement(
            attesting: material, with: attestationKey, x5c: [authority.issue(certificate)],
            objectAttributes: TPMStatement.sign,
            clockInfo: .init(clock: 1, resetCount: 2, restartCount: 3, safe: 1))
    }

    @Test("A TPM statement verifies only for its own credential")
    func tpm() throws {
        let material = try material()
        try expectVerified(.tpm(tpmStatement(material)), of: material, type: .attca)
    }

    @Test("A compound statement of a TPM and the credential's key verifies")
    func compound() throws {
        let material = try material()
        let parts: [AttestationStatement] = [
            .tpm(try tpmStatement(material)),
            .packed(try PackedStatement(attesting: material, with: credentialKey)),
        ]
        #expect(try verdict(.compound(CompoundStatement(statements: parts)), of: material).isValid)
    }

    @Test(
        "A SafetyNet statement verifies, and one without ctsProfileMatch is refused",
        arguments: [COSEAlgorithm.es256, .rs256])
    func androidSafetyNet(algorithm: COSEAlgorithm) throws {
        let material = try material()
        let key = algorithm == .es256 ? attestationKey : try Self.rsaKey.get()
        let certificate = try authority.issue(certificate(of: key, [.safetyNetHost]))
        let statement = try AndroidSafetyNetStatement(
            attesting: material, with: key, x5c: [certificate], device: .init(time: time))
        try expectVerified(.androidSafetyNet(statement), of: material, type: .basic)
        let insecure = try AndroidSafetyNetStatement(
            attesting: material, with: key, x5c: [certificate], device: .init(time: time, ctsProfileMatch: false))
        #expect(
            try verdict(.androidSafetyNet(insecure), of: material).failure?.code == .safetyNetIntegrityFailed)
    }

    private static let rsaKey = Result {
        var values = DerivedValues(inputKey: "Making statements", info: "RSA")
        return try W3CSection.credentialKey(.rs256, from: &values)
    }
}
