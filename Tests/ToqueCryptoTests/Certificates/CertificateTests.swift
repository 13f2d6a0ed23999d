import Testing
import ToqueCrypto
import ToqueEncoding

@Suite("Certificates")
struct CertificateTests {
    private static let name = DistinguishedName(
        country: "BR", organization: "Example", organizationalUnit: "Tests", commonName: "João's CA")

    /// A self-signed certificate of a seed's key.
    private func make(
        _ seed: String = "ca", subject: DistinguishedName = name, issuer: DistinguishedName = name,
        signer: String? = nil, extensions: [CertificateExtension] = [], notBefore: Int64 = 1_700_000_000,
        notAfter: Int64 = CertificateBuilder.noExpiration
    ) throws -> Certificate {
        let pair = try KeyPair.generate(.ec(.p256), random: SeededRandom(seed: seed))
        let signing = try KeyPair.generate(.ec(.p256), random: SeededRandom(seed: signer ?? seed))
        return try CertificateBuilder(
            subject: subject, issuer: issuer, serialNumber: [0x80, 0x01], notBefore: notBefore, notAfter: notAfter,
            publicKey: pair.publicKey, extensions: extensions
        ).signed(by: SigningKey(signing, deterministic: true))
    }

    /// Some real certificates have an extension that OpenSSL cannot read.
    @Test("A certificate has the values it was built from")
    func saysWhatItWasBuiltFrom() throws {
        let extensions: [CertificateExtension] = [
            .basicConstraints(isAuthority: true), .certificateSigning,
            CertificateExtension(identifier: "1.2.3.4", isCritical: true, value: [1, 2]),
            CertificateExtension(identifier: "1.2.3.5", value: [UInt8](repeating: 7, count: 300)),
        ]
        let certificate = try make(extensions: extensions)
        #expect(certificate.version == 3)
        #expect(certificate.subject == Self.name)
        #expect(certificate.subject[.commonName] == ["João's CA"])
        #expect(certificate.issuer == Self.name && certificate.isSelfIssued)
        #expect(certificate.serialNumber == [0x80, 0x01])
        #expect(certificate.notBefore == 1_700_000_000 && certificate.notAfter == CertificateBuilder.noExpiration)
        #expect(certificate.signatureAlgorithm == "ecdsa-with-SHA256")
        #expect(certificate.keyUsage == .keyCertSign)
        #expect(try certificate.extendedKeyUsage().isEmpty)
        #expect(try certificate.subjectAlternativeDirectoryNames().isEmpty)
        #expect(certificate.isAuthority == true)
        for item in extensions { #expect(try certificate.extensions(item.identifier) == [item]) }
        #expect(try certificate.extensions("1.2.3").isEmpty)
        let pair = try KeyPair.generate(.ec(.p256), random: SeededRandom(seed: "ca"))
        #expect(try certificate.publicKey() == pair.publicKey)
    }

    @Test("The same values give the same certificate, and another key gives another")
    func theSameValuesGiveTheSameBytes() throws {
        #expect(try make() == make())
        #expect(try make() != make("other"))
    }

    @Test("isAuthority is nil if basic constraints are missing, doubled or malformed")
    func basicConstraints() throws {
        #expect(try make(extensions: [.basicConstraints(isAuthority: false)]).isAuthority == false)
        #expect(try make().isAuthority == nil)
        let twice: [CertificateExtension] = [
            .basicConstraints(isAuthority: false), .basicConstraints(isAuthority: true),
        ]
        #expect(try make(extensions: twice).isAuthority == nil)
        let broken = CertificateExtension(identifier: "2.5.29.19", value: [0x30, 0x05])
        #expect(try make(extensions: [broken]).isAuthority == nil)
    }

    @Test("An extension that is there twice is kept twice")
    func keepsAnExtensionThatIsThereTwice() throws {
        let item = CertificateExtension(identifier: "1.2.3.4", value: [1])
        #expect(try make(extensions: [item, item]).extensions("1.2.3.4") == [item, item])
    }

    @Test("A certificate's issuer has its issuer name and key, and may sign certificates")
    func knowsItsIssuer() throws {
        let authority = try make(extensions: [.basicConstraints(isAuthority: true), .certificateSigning])
        let subject = DistinguishedName(
            country: "BR", organization: "Example", organizationalUnit: "Tests", commonName: "Leaf")
        let leaf = try make("leaf", subject: subject, signer: "ca")
        #expect(leaf.isIssued(by: authority))
        #expect(authority.isIssued(by: authority))
        #expect(!authority.isIssued(by: leaf))
        // The authority's name, signed by another key; the authority's key, with another name.
        #expect(try !make("leaf", subject: subject, signer: "other").isIssued(by: authority))
        #expect(try !make("leaf", subject: subject, issuer: subject, signer: "ca").isIssued(by: authority))
        // Not allowed to sign certificates.
        let plain = try make(extensions: [.basicConstraints(isAuthority: false)])
        #expect(!leaf.isIssued(by: plain))
    }

    /// RFC 5280 section 4.1.2.5: UTCTime up to 2049, then GeneralizedTime.
    @Test(
        "Validity is written as UTCTime through 2049 and then as GeneralizedTime",
        arguments: [
            (0, "170d3730303130313030303030305a"), (2_524_607_999, "170d3439313233313233353935395a"),
            (2_524_608_000, "180f32303530303130313030303030305a"),
            (CertificateBuilder.noExpiration, "180f39393939313233313233353935395a"),
        ] as [(Int64, String)])
    func validity(_ second: Int64, _ encoded: String) throws {
        let certificate = try make(notBefore: 0, notAfter: second)
        #expect(Hex.encode(certificate.der).contains("170d3730303130313030303030305a" + encoded))
    }

    @Test("A validity before 1970 or after 9999 is refused")
    func aYearThatCertificatesDoNotKnow() {
        #expect(throws: CryptoError.self) { try make(notAfter: CertificateBuilder.noExpiration + 1) }
        #expect(throws: CryptoError.self) { try make(notAfter: .max) }
        #expect(throws: CryptoError.self) { try make(notBefore: -1) }
    }

    @Test("Certificates are read from PEM with other text around them, and broken PEM is refused")
    func readsPEM() throws {
        let (one, two) = (try make("one"), try make("two"))
        let text = try "before\n" + one.pem() + "between\n" + two.pem()
        #expect(try Certificate.certificates(pem: Array(text.utf8)) == [one, two])
        #expect(try one.pem().hasPrefix("-----BEGIN CERTIFICATE-----\n"))
        #expect(try one.pem().hasSuffix("-----END CERTIFICATE-----\n"))
        #expect(try Certificate.certificates(pem: []).isEmpty)
        #expect(try Certificate.certificates(pem: Array("nothing".utf8)).isEmpty)
        let broken = try one.pem().replacing("\n-----END", with: "!\n-----END")
        #expect(throws: CryptoError.self) { try Certificate.certificates(pem: Array(broken.utf8)) }
    }

    @Test("Bytes that are not exactly one certificate are refused")
    func refusesWhatIsNoCertificate() throws {
        let der = try make().der
        for bytes in [[], [0x30], [0x30, 0], Array(der.dropLast()), der + [0], [0] + der] as [[UInt8]] {
            #expect(throws: CryptoError.self) { try Certificate(der: bytes) }
        }
        #expect(try Certificate(der: der).der == der)
    }

    /// DER has exactly one encoding for the fields that the signature does not cover.
    @Test("A certificate with a padded or indefinite length is refused")
    func refusesWhatIsNotDER() throws {
        let der = try make().der
        #expect(der[..<2] == [0x30, 0x82])
        let padded = [0x30, 0x83, 0x00] + der[2...]
        let indefinite = [0x30, 0x80] + der[4...] + [0x00, 0x00]
        for text in [padded, indefinite] { #expect(throws: CryptoError.self) { try Certificate(der: text) } }
    }

    /// No value of any byte traps.
    @Test("A certificate with a changed byte never traps and never verifies")
    func survivesChangedBytes() throws {
        let der = try make(extensions: [.basicConstraints(isAuthority: true)]).der
        for place in der.indices {
            for mask in [0x01, 0x80, 0xFF] as [UInt8] {
                var changed = der
                changed[place] ^= mask
                guard let certificate = try? Certificate(der: changed) else { continue }
                _ = (certificate.version, certificate.subject, certificate.isAuthority)
                _ = try? certificate.publicKey()
                #expect(!certificate.isIssued(by: certificate) || changed == der, "byte \(place)")
            }
        }
    }

    @Test(
        "A certificate may hold a public key of every type",
        arguments: [.ec(.p384), .ec(.p521), .ec(.secp256k1), .ed25519, .ed448, .rsa(bits: 2048)] as [KeyType])
    func keysOfEachType(_ type: KeyType) throws {
        let pair = try KeyPair.generate(type, random: SeededRandom(seed: "key"))
        let signing = try KeyPair.generate(.ec(.p256), random: SeededRandom(seed: "ca"))
        let certificate = try CertificateBuilder(
            subject: Self.name, issuer: Self.name, serialNumber: [1], notBefore: 0, notAfter: 1,
            publicKey: pair.publicKey, extensions: []
        ).signed(by: SigningKey(signing))
        #expect(try certificate.publicKey() == pair.publicKey)
    }

    /// OpenSSL verifies the issuer's signature under the name in the certificate.
    @Test(
        "A certificate signed by any scheme verifies under its issuer, and is the same each time",
        arguments: [
            (.ec(.p256), .ecdsa(.sha256), "ecdsa-with-SHA256"), (.ec(.p384), .ecdsa(.sha384), "ecdsa-with-SHA384"),
            (.ec(.p521), .ecdsa(.sha512), "ecdsa-with-SHA512"), (.ec(.p256), .ecdsa(.sha1), "ecdsa-with-SHA1"),
            (.ec(.secp256k1), .ecdsa(.sha256), "ecdsa-with-SHA256"), (.ed25519, .ed25519, "ED25519"),
            (.ed448, .ed448, "ED448"), (.rsa(bits: 2048), .rsaPKCS1(.sha1), "sha1WithRSAEncryption"),
            (.rsa(bits: 2048), .rsaPKCS1(.sha256), "sha256WithRSAEncryption"),
            (.rsa(bits: 2048), .rsaPKCS1(.sha384), "sha384WithRSAEncryption"),
            (.rsa(bits: 2048), .rsaPKCS1(.sha512), "sha512WithRSAEncryption"),
            (.rsa(bits: 2048), .rsaPSS(.sha256), "rsassaPss"), (.rsa(bits: 2048), .rsaPSS(.sha512), "rsassaPss"),
        ] as [(KeyType, SignatureScheme, String)])
    func issuersOfEachType(_ type: KeyType, _ scheme: SignatureScheme, _ name: String) throws {
        let rsa = try RSAKey.parts.get()
        let secret = SecretBytes(copying: rsa.primes)
        let pair =
            if case .rsa = type { KeyPair(type: type, publicKey: rsa.publicKey, secret: secret) } else {
                try KeyPair.generate(type, random: SeededRandom(seed: "issuer"))
            }
        let builder = CertificateBuilder(
            subject: Self.name, issuer: Self.name, serialNumber: [1], notBefore: 0, notAfter: 1,
            publicKey: pair.publicKey, extensions: [.basicConstraints(isAuthority: true)], signatureScheme: scheme)
        let key = try SigningKey(pair, deterministic: true)
        let certificate = try builder.signed(by: key)
        #expect(certificate.signatureAlgorithm == name)
        #expect(certificate.isIssued(by: certificate))
        #expect(try builder.signed(by: key) == certificate)
    }

    @Test("A signing key that does not go with the certificate's scheme is refused")
    func aSchemeOfAnotherKey() throws {
        let pair = try KeyPair.generate(.ed25519, random: SeededRandom(seed: "key"))
        let builder = CertificateBuilder(
            subject: Self.name, issuer: Self.name, serialNumber: [1], notBefore: 0, notAfter: 1,
            publicKey: pair.publicKey, extensions: [])
        #expect(throws: CryptoError.self) { try builder.signed(by: SigningKey(pair)) }
    }

    @Test("A certificate version that does not exist is refused", arguments: [0, 4, .max, .min])
    func versionsThatThereAreNot(_ version: Int) throws {
        #expect(throws: CryptoError.self) {
            try TestAuthority.certificate("a", by: "a") { ($0.version, $0.extensions) = (version, []) }
        }
    }

    @Test("A certificate with an impossible validity date is refused")
    func aTimeThatIsNone() throws {
        let der = try make().der
        let text = Array("231114221320Z".utf8)
        let place = try #require(der.firstRange(of: text)).lowerBound
        var changed = der
        changed[place + 2] = UInt8(ascii: "9")
        #expect(throws: CryptoError.self) { try Certificate(der: changed) }
    }
}
