import ToqueCOSE
import ToqueCrypto
import ToqueEncoding

@testable import RelyingParty

/// A metadata service with its own root, which signs any payload.
struct MetadataMaker {
    /// A time at which its BLOBs and certificates are valid.
    static let time = Timestamp("2026-03-15T12:00:00Z") ?? Timestamp(microseconds: 0)

    let algorithm: COSEAlgorithm
    let root: Certificate
    let signer: Certificate
    private let key: SigningKey

    /// - Parameter change: Changes the signer's certificate.
    init(_ algorithm: COSEAlgorithm = .es256, change: (inout CertificateBuilder) -> Void = { _ in }) throws {
        self.algorithm = algorithm
        let authority = try KeyPair.generate(.ec(.p256), random: SeededRandom(seed: "metadata root"))
        let issuer = try SigningKey(authority, deterministic: true)
        root = try Self.builder("Example Root", authority.publicKey, isAuthority: true).signed(by: issuer)
        // Generating an RSA key is slow.
        let credential = try TestCredential.of(algorithm)
        key = credential.key
        var builder = Self.builder(MetadataBLOB.serviceName, credential.publicKey.parameters, isAuthority: false)
        change(&builder)
        signer = try builder.signed(by: issuer)
    }

    /// The certificate of a key, issued by "Example Root".
    static func builder(_ name: String, _ key: PublicKeyParameters, isAuthority: Bool) -> CertificateBuilder {
        CertificateBuilder(
            subject: DistinguishedName([.init(.commonName, name)]),
            issuer: DistinguishedName([.init(.commonName, "Example Root")]), serialNumber: [isAuthority ? 1 : 2],
            notBefore: 0, notAfter: CertificateBuilder.noExpiration, publicKey: key,
            extensions: [.basicConstraints(isAuthority: isAuthority)])
    }

    /// A valid header.
    var header: JSONObject {
        [
            "alg": .string(algorithm.name ?? ""), "typ": "JWT",
            "x5c": .array([signer, root].map { .string(Base64.encode($0.der)) }),
        ]
    }

    /// A valid payload with these entries.
    static func payload(_ entries: [JSON]) -> JSONObject {
        [
            "legalHeader": "Example terms", "no": 7, "nextUpdate": "2026-04-01", "entries": .array(entries),
            "aMemberOfTomorrow": [1],
        ]
    }

    func jws(_ payload: JSON, header: JSONObject? = nil) throws -> [UInt8] {
        try jws(payload.utf8, header: header)
    }

    func jws(_ payload: [UInt8], header: JSONObject? = nil) throws -> [UInt8] {
        let header = JSON.object(header ?? self.header)
        let input = Array("\(Base64URL.encode(header.utf8)).\(Base64URL.encode(payload))".utf8)
        return input + Array(".\(Base64URL.encode(try sign(input)))".utf8)
    }

    func blob(_ entries: JSON...) throws -> MetadataBLOB {
        try MetadataBLOB(jws: jws(.object(Self.payload(entries))), roots: [root], time: Self.time)
    }

    /// A signature in JOSE's form.
    private func sign(_ message: [UInt8]) throws -> [UInt8] {
        guard let scheme = algorithm.scheme else { throw CryptoError.unsupported("\(algorithm)") }
        let signature = try key.sign(message, scheme: scheme)
        guard case .ecdsa = scheme else { return signature }
        var reader = DERReader(signature)
        var numbers = try reader.sequence()
        return try Self.fixed(numbers.integerBytes()) + Self.fixed(numbers.integerBytes())
    }

    /// 32 bytes, as long as a P-256 integer.
    private static func fixed(_ number: ArraySlice<UInt8>) -> [UInt8] {
        let digits = number.drop { $0 == 0 }
        return [UInt8](repeating: 0, count: 32 - digits.count) + digits
    }
}
