import ToqueCrypto

/// TPMT_PUBLIC of a signing key (TPM 2.0 Library Part 2 section 12.2.4): the public half and the TPM's rules for the
/// key.
public struct TPMPublicArea: Sendable, Hashable {
    /// The `type`, with its parameters and `unique`.
    public enum Key: Sendable, Hashable {
        /// - Parameters:
        ///   - keyBits: the size of the modulus.
        ///   - exponent: 0 means 65537.
        case rsa(scheme: TPMScheme, keyBits: UInt16, exponent: UInt32, modulus: [UInt8])
        /// - Parameter kdf: for key agreement; `null` in a signing key.
        case ecc(scheme: TPMScheme, curve: TPMCurve, kdf: TPMScheme, x: [UInt8], y: [UInt8])
    }

    /// The hash function of the key's Name.
    public var nameAlgorithm: TPMAlgorithm
    /// TPMA_OBJECT, which WebAuthn does not check.
    public var objectAttributes: UInt32
    public var authPolicy: [UInt8]
    public var key: Key

    public init(nameAlgorithm: TPMAlgorithm, objectAttributes: UInt32, authPolicy: [UInt8], key: Key) {
        self.nameAlgorithm = nameAlgorithm
        self.objectAttributes = objectAttributes
        self.authPolicy = authPolicy
        self.key = key
    }

    /// Reads one; no bytes may follow.
    /// - Throws: `invalid` for a type other than RSA and ECC, and for parameters of keys that do not sign.
    public init(decoding bytes: [UInt8]) throws(TPMError) {
        var reader = TPMReader(bytes, structure: "TPMT_PUBLIC")
        let type = try reader.algorithm("type")
        nameAlgorithm = try reader.algorithm("nameAlg")
        objectAttributes = try reader.number("objectAttributes")
        authPolicy = try reader.sized("authPolicy")
        switch type {
        case .rsa: key = try Self.rsa(&reader)
        case .ecc: key = try Self.ecc(&reader)
        default: throw reader.invalid("type", "is \(type), expected TPM_ALG_RSA or TPM_ALG_ECC")
        }
        try reader.expectEnd()
    }

    private static func rsa(_ reader: inout TPMReader) throws(TPMError) -> Key {
        try expectNoSymmetric(&reader)
        let scheme = try TPMScheme(&reader, "parameters.scheme", allowed: [.rsassa, .rsapss])
        return .rsa(
            scheme: scheme, keyBits: try reader.number("parameters.keyBits"),
            exponent: try reader.number("parameters.exponent"), modulus: try reader.sized("unique"))
    }

    private static func ecc(_ reader: inout TPMReader) throws(TPMError) -> Key {
        try expectNoSymmetric(&reader)
        let scheme = try TPMScheme(&reader, "parameters.scheme", allowed: [.ecdsa])
        let curve = TPMCurve(rawValue: try reader.number("parameters.curveID"))
        let kdf = try TPMScheme(&reader, "parameters.kdf", allowed: [])
        return .ecc(
            scheme: scheme, curve: curve, kdf: kdf, x: try reader.sized("unique.x"), y: try reader.sized("unique.y"))
    }

    /// Only a key that protects other keys has a symmetric algorithm (section 12.2.3.5).
    private static func expectNoSymmetric(_ reader: inout TPMReader) throws(TPMError) {
        let symmetric = try reader.algorithm("parameters.symmetric")
        guard symmetric == .null else {
            throw reader.invalid("parameters.symmetric", "is \(symmetric), expected TPM_ALG_NULL")
        }
    }

    /// The structure's bytes: `pubArea`.
    public var encoded: [UInt8] {
        var writer = TPMWriter()
        switch key {
        case .rsa: writer.write(.rsa)
        case .ecc: writer.write(.ecc)
        }
        writer.write(nameAlgorithm)
        writer.write(objectAttributes)
        writer.write(sized: authPolicy)
        writer.write(.null)
        switch key {
        case .rsa(let scheme, let keyBits, let exponent, let modulus):
            scheme.write(to: &writer)
            writer.write(keyBits)
            writer.write(exponent)
            writer.write(sized: modulus)
        case .ecc(let scheme, let curve, let kdf, let x, let y):
            scheme.write(to: &writer)
            writer.write(curve.rawValue)
            kdf.write(to: &writer)
            writer.write(sized: x)
            writer.write(sized: y)
        }
        return writer.bytes
    }

    /// The Name (Part 1 section 16): nameAlg, followed by its digest of the area. Nil for an unknown hash function.
    public var name: [UInt8]? {
        guard let digest = nameAlgorithm.digest else { return nil }
        var writer = TPMWriter()
        writer.write(nameAlgorithm)
        return writer.bytes + Digest.hash(digest, encoded)
    }
}
