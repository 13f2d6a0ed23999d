import Testing
import ToqueCrypto
import ToqueEncoding
import ToqueTestSupport

/// The certificates of WebAuthn Level 3's section "Test Vectors", rebuilt from their keys.
@Suite(.enabled(if: Corpora.isAvailable, "TOQUE_CORPORA names no folder of vectors"))
struct W3CCertificateTests {
    private static func name(_ unit: String) -> DistinguishedName {
        DistinguishedName([
            .init(.commonName, "WebAuthn test vectors"), .init(.organization, "W3C"),
            .init(.organizationalUnit, unit), .init(.country, "AA"),
        ])
    }

    private static let authority = name("Authenticator Attestation CA")
    /// 2024-01-01 and 3024-01-01.
    private static let validity: (Int64, Int64) = (1_704_067_200, 33_260_976_000)

    private func scalar(_ reader: JSONReader, _ name: String) throws -> SecretBytes {
        SecretBytes(copying: try reader.hex(name))
    }

    @Test("The certificates of the W3C test vectors are made again byte for byte")
    func areMadeAgainByteForByte() throws {
        let corpus = JSONReader(try Corpora.load("w3c-webauthn-l3.json"))
        let root = try corpus.member("attestation_trust_root")
        let pair = try KeyPair(type: .ec(.p256), secret: scalar(root, "attestation_ca_key"))
        let key = try SigningKey(pair, deterministic: true)
        let certificate = try CertificateBuilder(
            subject: Self.authority, issuer: Self.authority, serialNumber: root.hex("attestation_ca_serial_number"),
            notBefore: Self.validity.0, notAfter: Self.validity.1, publicKey: pair.publicKey,
            extensions: [
                .basicConstraints(isAuthority: true), .keyUsage([.keyCertSign, .cRLSign]),
                .subjectKeyIdentifier(pair.publicKey, .sha1),
            ]
        ).signed(by: key)
        #expect(try certificate.der == root.hex("attestation_ca_cert"))
        var count = 0
        for element in try corpus.member("cases").elements() {
            let fields = try element.member("registration").member("fields")
            let published = Certificate.all(in: try fields.hex("attestationObject"))
            guard let leaf = published.first else { continue }
            let id = try element.member("id").string()
            #expect(try remake(leaf, fields, isTPM: id.contains("tpm"), by: key, pair.publicKey) == leaf, "\(id)")
            #expect(leaf.isIssued(by: certificate), "\(id)")
            let path = try CertificatePath.validate(leaf, intermediates: [], anchors: [certificate], at: 1_800_000_000)
            #expect(path.validity == Self.validity.0...Self.validity.1, "\(id)")
            count += 1
        }
        #expect(count == 10)
    }

    private func remake(
        _ leaf: Certificate, _ fields: JSONReader, isTPM: Bool, by key: SigningKey, _ issuer: PublicKeyParameters
    ) throws -> Certificate {
        // If the attestation key is the credential's, it has no name of its own.
        let name = try fields.optional("attestation_private_key") == nil ? "credential" : "attestation"
        let pair = try KeyPair(type: .ec(.p256), secret: scalar(fields, "\(name)_private_key"))
        var extensions: [CertificateExtension] = [
            .basicConstraints(isAuthority: false), .keyUsage(.digitalSignature),
            try .subjectKeyIdentifier(pair.publicKey, .sha1), try .authorityKeyIdentifier(issuer, .sha1),
        ]
        if isTPM {
            extensions += [
                try .extendedKeyUsage(["2.23.133.8.3"]),
                try .subjectAlternativeNames(
                    directories: [
                        DistinguishedName(relativeNames: [
                            [
                                .init(.tpmManufacturer, "id:00000000"), .init(.tpmModel, "WebAuthn test vectors"),
                                .init(.tpmVersion, "id:00000000"),
                            ]
                        ])
                    ], isCritical: true),
            ]
        } else {
            // The format's additions are not tested here.
            for identifier in ["1.3.6.1.4.1.45724.1.1.4", "1.3.6.1.4.1.11129.2.1.17", "1.2.840.113635.100.8.2"] {
                extensions += try leaf.extensions(identifier)
            }
        }
        return try CertificateBuilder(
            subject: isTPM ? DistinguishedName() : Self.name("Authenticator Attestation"), issuer: Self.authority,
            serialNumber: fields.hex("attestation_cert_serial_number"), notBefore: Self.validity.0,
            notAfter: Self.validity.1, publicKey: pair.publicKey, extensions: extensions
        ).signed(by: key)
    }
}
