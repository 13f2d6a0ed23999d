import ToqueCrypto
import ToqueEncoding

/// The issuers of the attestation certificates.
struct PixAuthorities: Sendable {
    /// The trust anchor.
    let root: VectorAuthority
    /// Another authority with the same name, which is not a trust anchor.
    let stranger: VectorAuthority
    /// A TPM's attestation key that signs with SHA-1.
    let sha1Key: VectorKey
    let derivations: [Derivation]

    init() throws {
        var values = PixSetting.values("attestation authorities")
        root = try Self.authority("root", &values)
        stranger = try Self.authority("stranger", &values)
        sha1Key = try .first(of: "sha1", .rsa(bits: 2048), .rs1, &values)
        derivations = values.takeDerivations()
    }

    private static func authority(_ name: String, _ values: inout DerivedValues) throws -> VectorAuthority {
        try VectorAuthority(
            subject: PixSetting.name("Biometric Pix test vectors", unit: "Attestation Authority"),
            key: try VectorKey(
                type: .ec(.p256), secret: values.next("\(name)_private_key", count: 32), algorithm: .es256),
            serialNumber: values.next("\(name)_serial_number", count: 16), validity: PixSetting.validity)
    }
}
