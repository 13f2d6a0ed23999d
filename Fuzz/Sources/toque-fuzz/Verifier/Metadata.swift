import RelyingParty
import ToqueCrypto
import ToqueEncoding
import ToqueWebAuthn

/// The metadata BLOB: a complete JWS if the input begins with a zero byte, otherwise its payload, which is signed here
/// so that the fuzzer gets past the signature.
enum Metadata {
    private static let time = Timestamp(microseconds: 1_767_225_600_000_000)

    static func body() -> @Sendable ([UInt8]) -> Void {
        guard let signer = try? Signer() else { fatalError("the signer of the metadata cannot be made") }
        return { input in
            let jws = input.first == 0 ? Array(input.dropFirst()) : signer.sign(input)
            guard let blob = try? MetadataBLOB(jws: jws, roots: [signer.certificate], signer: nil, time: time) else {
                return
            }
            _ = (blob.entries(for: .zero), blob.entries(forKeyIdentifiers: [[1]]), blob.nextUpdate)
        }
    }

    /// A payload with an authenticator and a U2F key, and its JWS.
    static func seeds() throws -> [[UInt8]] {
        let signer = try Signer()
        let root = JSON.string(Base64.encode(signer.certificate.der))
        let reports: JSON = [
            ["status": "FIDO_CERTIFIED_L1", "effectiveDate": "2024-01-01"],
            ["status": "UPDATE_AVAILABLE", "effectiveDate": "2025-01-01", "authenticatorVersion": 2],
            ["status": "USER_VERIFICATION_BYPASS", "effectiveDate": "2024-06-01", "certificate": root],
        ]
        let payload: JSON = [
            "no": 7, "nextUpdate": "2030-01-01", "legalHeader": "none",
            "entries": [
                [
                    "aaguid": "00000000-0000-0000-0000-000000000000", "timeOfLastStatusChange": "2025-01-01",
                    "metadataStatement": [
                        "description": "key", "authenticatorVersion": 2, "attestationTypes": ["basic_full"],
                        "attestationRootCertificates": [root],
                    ],
                    "statusReports": reports,
                ],
                [
                    "attestationCertificateKeyIdentifiers": ["0123456789abcdef0123456789abcdef01234567"],
                    "timeOfLastStatusChange": "2025-01-01", "statusReports": reports,
                ],
            ],
        ]
        let bytes = Array(payload.serialized().utf8)
        return [bytes, [0] + signer.sign(bytes)]
    }

    /// A certificate that is its own root.
    private struct Signer {
        let certificate: Certificate
        private let key: SigningKey
        private let header: String

        init() throws {
            let pair = try KeyPair.generate(.ec(.p256), random: SeededRandom(seed: "metadata"))
            key = try SigningKey(pair, deterministic: true)
            let name = DistinguishedName(
                country: "BR", organization: "Toque", organizationalUnit: "Metadata", commonName: "Fuzzing")
            certificate = try CertificateBuilder(
                subject: name, issuer: name, serialNumber: [1], notBefore: 0,
                notAfter: CertificateBuilder.noExpiration, publicKey: pair.publicKey,
                extensions: [.basicConstraints(isAuthority: true), .certificateSigning]
            ).signed(by: key)
            let header: JSON = [
                "alg": "ES256", "typ": "JWT", "x5c": [.string(Base64.encode(certificate.der))],
            ]
            self.header = Base64URL.encode(Array(header.serialized().utf8))
        }

        func sign(_ payload: [UInt8]) -> [UInt8] {
            let content = Array("\(header).\(Base64URL.encode(payload))".utf8)
            guard let signature = try? key.sign(content, scheme: .ecdsa(.sha256)),
                let numbers = ECDSASignature.concatenated(der: signature, curve: .p256)
            else { return [] }
            return content + Array(".\(Base64URL.encode(numbers))".utf8)
        }
    }
}
