import RelyingParty
import ToqueCrypto
import ToqueEncoding
import ToqueWebAuthn

/// The metadata BLOB: a whole JWS where the input begins with a zero byte, else its payload, which is signed here, so that
/// what lies behind the signature is reached.
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

    /// One certificate that is its own root.
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
