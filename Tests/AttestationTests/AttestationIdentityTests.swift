import Attestation
import Testing
import ToqueCOSE
import ToqueCrypto
import ToqueEncoding
import ToqueWebAuthn

@Suite("Attestation with certificates")
struct AttestationIdentityTests {
    private static let aaguid = AAGUID([UInt8](1...16)) ?? .zero
    private static let now = Timestamp(microseconds: 1_700_000_000_000_000)

    private func authority(_ seed: String = "device", now: Timestamp = now) throws -> AttestationAuthority {
        try AttestationAuthority(secret: AttestationAuthority.makeSecret(random: SeededRandom(seed: seed), now: now))
    }

    // MARK: The authority

    @Test("The same secret gives the same certificates, and another secret gives others")
    func theSameSecretGivesTheSameCertificates() throws {
        let (one, two) = (try authority(), try authority())
        #expect(one.certificate == two.certificate)
        #expect(try one.identity(for: Self.aaguid).certificates == two.identity(for: Self.aaguid).certificates)
        #expect(try one.identity(for: Self.aaguid).certificates != one.identity(for: .zero).certificates)
        #expect(try one.certificate.publicKey() != authority("other").certificate.publicKey())
        #expect(try one.certificate != authority(now: .init(microseconds: 0)).certificate)
    }

    /// Only a secret is stored, so a change of these bytes would change every device's certificates.
    @Test("The certificates of a given secret never change")
    func theCertificatesNeverChange() throws {
        let authority = try authority()
        let leaf = try #require(try authority.identity(for: Self.aaguid).certificates.first)
        #expect(
            Hex.encode(Digest.sha256(authority.certificate.der))
                == "ea784efd6b7323ee6b461261f22132114a347c73a52cdc90451e1a1d591cfcb2")
        #expect(
            Hex.encode(Digest.sha256(leaf.der))
                == "77d8286f593130327a14c18d5748ce66237f223b20903e396cff0506eaf1afd6")
    }

    @Test("The authority issues a packed attestation certificate that names the AAGUID")
    func theAuthorityIssuesAttestationCertificates() throws {
        let authority = try authority()
        let certificates = try authority.identity(for: Self.aaguid).certificates
        let leaf = try #require(certificates.first)
        #expect(certificates.count == 1)
        #expect(leaf.isIssued(by: authority.certificate))
        #expect(authority.certificate.isIssued(by: authority.certificate))
        #expect(authority.certificate.isAuthority == true)
        #expect(leaf.isAuthority == false)
        #expect(leaf.version == 3)
        #expect(leaf.subject[.organizationalUnit] == ["Authenticator Attestation"])
        #expect(leaf.subject[.country] == ["BR"])
        let named = try leaf.extensions("1.3.6.1.4.1.45724.1.1.4")
        #expect(named.map(\.value) == [[4, 16] + Self.aaguid.bytes])
        #expect(named.map(\.isCritical) == [false])
        try leaf.checkPackedAttestation(isEnterprise: false)
        try leaf.checkAAGUID(Self.aaguid)
    }

    // MARK: Enterprise attestation

    @Test("An enterprise certificate names the device and has its own key")
    func anEnterpriseCertificateNamesTheDevice() throws {
        let authority = try authority()
        let leaf = try #require(try authority.enterpriseIdentity(for: Self.aaguid).certificates.first)
        #expect(leaf.isIssued(by: authority.certificate))
        try leaf.checkPackedAttestation(isEnterprise: true)
        #expect(throws: AttestationCertificateError.serialNumber) {
            try leaf.checkPackedAttestation(isEnterprise: false)
        }
        try leaf.checkAAGUID(Self.aaguid)
        let plain = try #require(try authority.identity(for: Self.aaguid).certificates.first)
        #expect(try leaf.publicKey() != plain.publicKey())
        #expect(leaf.serialNumber != plain.serialNumber)
    }

    @Test("The serial number for enterprise attestation depends on the device, not on the model")
    func theDeviceIsTheSameWhateverTheModel() throws {
        func serialNumber(_ seed: String, _ aaguid: AAGUID) throws -> [UInt8] {
            let leaf = try #require(try authority(seed).enterpriseIdentity(for: aaguid).certificates.first)
            let found = try leaf.extensions("1.3.6.1.4.1.45724.1.1.2")
            #expect(found.map(\.isCritical) == [false])
            return try #require(found.first).value
        }
        let device = try serialNumber("device", Self.aaguid)
        // An OCTET STRING of 16 bytes.
        #expect(device.count == 18 && device.starts(with: [4, 16]))
        #expect(try serialNumber("device", .zero) == device)
        #expect(try serialNumber("other", Self.aaguid) != device)
    }

    @Test("An authority's secret that is not 40 bytes long is refused", arguments: [0, 39, 41])
    func aSecretOfAnotherSize(_ count: Int) {
        #expect(throws: AttestationIdentityError.malformedSecret) {
            try AttestationAuthority(secret: SecretBytes(copying: [UInt8](repeating: 0, count: count)))
        }
    }

    @Test(
        "An authority's secret with a time that no certificate can have is refused",
        arguments: [Int64.min, -1, CertificateBuilder.noExpiration + 1, .max])
    func aSecretOfAnImpossibleTime(_ second: Int64) {
        let bytes = [UInt8](repeating: 7, count: 32) + withUnsafeBytes(of: second.bigEndian) { Array($0) }
        #expect(throws: AttestationIdentityError.malformedSecret) {
            try AttestationAuthority(secret: SecretBytes(copying: bytes))
        }
    }

    // MARK: The statement

    @Test("A packed statement is signed with the certificate's key, the same each time")
    func signsWithTheCertificatesKey() throws {
        let identity = try AttestationIdentity.make(
            aaguid: Self.aaguid, random: SeededRandom(seed: "device"), now: Self.now)
        let hash = Digest.sha256("client data")
        let material = AttestedMaterial(
            authenticatorData: AuthenticatorData(rpIDHash: Digest.sha256("rp.example"), flags: [], signCount: 0),
            clientDataHash: hash)
        let statement = try PackedStatement(attesting: material, with: identity, x5c: identity.certificates)
        #expect(statement.algorithm == .es256)
        #expect(statement.x5c == identity.certificates.map(\.der))
        let leaf = try Certificate(der: #require(statement.x5c?.first))
        let key = try COSEKey(algorithm: .es256, parameters: leaf.publicKey()).verifyingKey()
        #expect(key.verify(statement.signature, of: material.message))
        #expect(!key.verify(statement.signature, of: material.message.reversed()))
        let again = try PackedStatement(attesting: material, with: identity, x5c: identity.certificates)
        #expect(again == statement)
    }

    // MARK: Given certificates

    /// A key and a user's certificate for it, valid until a test changes it.
    private struct Given {
        var subject = DistinguishedName(
            country: "US", organization: "Example", organizationalUnit: "Authenticator Attestation",
            commonName: "Example key")
        var extensions: [CertificateExtension] = [.basicConstraints(isAuthority: false)]
        var curve = EllipticCurve.p256
        var keySeed = "given"

        static let authority = DistinguishedName(
            country: "US", organization: "Example", organizationalUnit: "CA", commonName: "Example CA")

        static func pair(_ seed: String, _ curve: EllipticCurve = .p256) throws -> KeyPair {
            try KeyPair.generate(.ec(curve), random: SeededRandom(seed: seed))
        }

        static func certificate(
            _ subject: DistinguishedName, _ key: PublicKeyParameters, _ extensions: [CertificateExtension]
        ) throws -> Certificate {
            try CertificateBuilder(
                subject: subject, issuer: authority, serialNumber: [1], notBefore: 0,
                notAfter: CertificateBuilder.noExpiration, publicKey: key, extensions: extensions
            ).signed(by: SigningKey(pair("given CA"), deterministic: true))
        }

        static var root: Certificate {
            get throws {
                try certificate(
                    authority, pair("given CA").publicKey,
                    [.basicConstraints(isAuthority: true), .certificateSigning])
            }
        }

        func leaf() throws -> Certificate {
            try Self.certificate(subject, Self.pair("given", curve).publicKey, extensions)
        }

        func identity() throws -> AttestationIdentity {
            try AttestationIdentity(
                certificates: [leaf()], key: Self.pair(keySeed, curve), aaguid: AttestationIdentityTests.aaguid)
        }
    }

    private func error(_ change: (inout Given) -> Void) -> AttestationIdentityError? {
        var given = Given()
        change(&given)
        do {
            _ = try given.identity()
            return nil
        } catch {
            return error as? AttestationIdentityError
        }
    }

    private static func aaguidExtension(_ value: [UInt8], isCritical: Bool = false) -> CertificateExtension {
        CertificateExtension(identifier: "1.3.6.1.4.1.45724.1.1.4", isCritical: isCritical, value: value)
    }

    @Test("A valid certificate is accepted, with or without its AAGUID")
    func isTaken() {
        #expect(error { _ in } == nil)
        #expect(error { $0.extensions.append(Self.aaguidExtension([4, 16] + Self.aaguid.bytes)) } == nil)
    }

    @Test("A key other than the certificate's, or not on P-256, is refused")
    func theKeyIsTheCertificates() {
        #expect(error { $0.keySeed = "other" } == .keyMismatch)
        #expect(error { $0.curve = .p384 } == .unsupportedKey)
    }

    @Test("A certificate with another model's AAGUID or a malformed one is refused")
    func isNotOfAnotherModel() throws {
        let other = try #require(AAGUID([UInt8](repeating: 9, count: 16)))
        #expect(
            error { $0.extensions.append(Self.aaguidExtension([4, 16] + other.bytes)) }
                == .certificate(.otherAAGUID(other)))
        for item in [
            Self.aaguidExtension(Self.aaguid.bytes), Self.aaguidExtension([4, 16] + Self.aaguid.bytes + [0]),
            Self.aaguidExtension([4, 16] + Self.aaguid.bytes, isCritical: true), Self.aaguidExtension([]),
        ] {
            #expect(isMalformed(error { $0.extensions.append(item) }))
        }
        let twice = Self.aaguidExtension([4, 16] + Self.aaguid.bytes)
        #expect(isMalformed(error { $0.extensions += [twice, twice] }))
    }

    private func isMalformed(_ error: AttestationIdentityError?) -> Bool {
        if case .certificate(.malformedExtension("AAGUID", _)) = error { true } else { false }
    }

    @Test("A certificate whose key usage excludes digital signatures is refused")
    func maySign() {
        #expect(error { $0.extensions.append(.certificateSigning) } == .certificate(.keyUsage))
    }

    @Test("A certificate of an authority, or without basic constraints, is refused")
    func isNoAuthority() {
        #expect(error { $0.extensions = [] } == .certificate(.authority))
        #expect(error { $0.extensions = [.basicConstraints(isAuthority: true)] } == .certificate(.authority))
    }

    @Test(
        "A certificate whose subject has a wrong or missing attribute is refused",
        arguments: [
            (.country, "BRA"), (.country, "1a"), (.country, "é"), (.country, nil), (.organization, nil),
            (.organizationalUnit, nil), (.organizationalUnit, "authenticator attestation"), (.commonName, nil),
        ] as [(DistinguishedName.Attribute, String?)])
    func namesItsSubject(_ attribute: DistinguishedName.Attribute, _ value: String?) {
        let found = error { given in
            given.subject.entries.removeAll { $0.attribute == attribute }
            if let value { given.subject.entries.append(.init(attribute, value, as: .utf8)) }
        }
        guard case .certificate(.subject) = found else {
            Issue.record("found \(String(describing: found))")
            return
        }
    }

    @Test("Certificates are read from PEM or DER, and a broken chain or another key is refused")
    func readsFiles() throws {
        let given = Given()
        let key = """
            -----BEGIN PRIVATE KEY-----
            MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg/QVD2v12Jd+bd8uS
            d9kmbhYI9eCUTlhLH2I7Vqn8fEShRANCAAQL4mmcsOo6pPhISYFwbuldzLPqwIm3
            oI4mXwWR6idXt2A6AgARtCe7odWANkcOiDJdVMXPjs8ffZqczY73a/ZU
            -----END PRIVATE KEY-----
            """
        let secret = SecretBytes(copying: Array(key.utf8))
        let leaf = try Given.certificate(given.subject, KeyPair(decodingEC: secret).publicKey, given.extensions)
        let root = try Given.root
        func identity(_ certificates: [UInt8]) throws -> [Certificate] {
            try AttestationIdentity(certificates: certificates, privateKey: secret, aaguid: Self.aaguid).certificates
        }
        #expect(try identity(leaf.der) == [leaf])
        #expect(try identity(Array(leaf.pem().utf8)) == [leaf])
        #expect(try identity(Array((leaf.pem() + root.pem()).utf8)) == [leaf, root])
        #expect(throws: AttestationIdentityError.keyMismatch) { try identity(Array((root.pem() + leaf.pem()).utf8)) }
        #expect(throws: AttestationIdentityError.brokenChain(0)) { try identity(Array((leaf.pem() + leaf.pem()).utf8)) }
        #expect(throws: AttestationIdentityError.noCertificate) { try identity([]) }
        let error = #expect(throws: AttestationIdentityError.self) { try identity([0x30, 0x00]) }
        guard case .unreadableCertificate = error else {
            Issue.record("found \(String(describing: error))")
            return
        }
        let keyError = #expect(throws: AttestationIdentityError.self) {
            try AttestationIdentity(
                certificates: leaf.der, privateKey: SecretBytes(copying: [1]), aaguid: Self.aaguid)
        }
        guard case .unreadableKey = keyError else {
            Issue.record("found \(String(describing: keyError))")
            return
        }
    }
}
