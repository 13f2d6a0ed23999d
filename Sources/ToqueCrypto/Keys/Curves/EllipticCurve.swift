import CLibCrypto

/// The prime curves of ECDSA.
public enum EllipticCurve: Sendable, Hashable, CaseIterable {
    case p256, p384, p521, secp256k1

    /// The length of a coordinate and of a scalar, in bytes.
    public var size: Int {
        switch self {
        case .p256, .secp256k1: 32
        case .p384: 48
        case .p521: 66
        }
    }

    /// The bits of a coordinate and of the order n.
    var bits: Int {
        switch self {
        case .p256, .secp256k1: 256
        case .p384: 384
        case .p521: 521
        }
    }

    /// The name in FIPS 186-5, SEC 2 and OpenSSL: `P-256`, `secp256k1`.
    public var name: String {
        switch self {
        case .p256: "P-256"
        case .p384: "P-384"
        case .p521: "P-521"
        case .secp256k1: "secp256k1"
        }
    }

    var nid: Int32 {
        switch self {
        case .p256: NID_X9_62_prime256v1
        case .p384: NID_secp384r1
        case .p521: NID_secp521r1
        case .secp256k1: NID_secp256k1
        }
    }

    nonisolated(unsafe) private static let p256Group = EC_GROUP_new_by_curve_name(EllipticCurve.p256.nid)
    nonisolated(unsafe) private static let p384Group = EC_GROUP_new_by_curve_name(EllipticCurve.p384.nid)
    nonisolated(unsafe) private static let p521Group = EC_GROUP_new_by_curve_name(EllipticCurve.p521.nid)
    nonisolated(unsafe) private static let secp256k1Group = EC_GROUP_new_by_curve_name(EllipticCurve.secp256k1.nid)

    /// Immutable after creation, so threads share it.
    var group: OpaquePointer? {
        switch self {
        case .p256: Self.p256Group
        case .p384: Self.p384Group
        case .p521: Self.p521Group
        case .secp256k1: Self.secp256k1Group
        }
    }

    nonisolated(unsafe) private static let p256Parameters = toque_ec_parameters(EllipticCurve.p256.name)
    nonisolated(unsafe) private static let p384Parameters = toque_ec_parameters(EllipticCurve.p384.name)
    nonisolated(unsafe) private static let p521Parameters = toque_ec_parameters(EllipticCurve.p521.name)
    nonisolated(unsafe) private static let secp256k1Parameters = toque_ec_parameters(EllipticCurve.secp256k1.name)

    /// The group in the form of OpenSSL's keys. Immutable after creation.
    var parameters: OpaquePointer? {
        switch self {
        case .p256: Self.p256Parameters
        case .p384: Self.p384Parameters
        case .p521: Self.p521Parameters
        case .secp256k1: Self.secp256k1Parameters
        }
    }

    /// True for a valid private scalar: 1 to n - 1.
    func isPrivateScalar(_ bytes: borrowing SecretBytes) throws(CryptoError) -> Bool {
        guard let order = EC_GROUP_get0_order(group), let number = BN_secure_new() else {
            throw .library("reading a private scalar")
        }
        defer { BN_clear_free(number) }
        let loaded = bytes.withUnsafeBytes {
            BN_bin2bn($0.bindMemory(to: UInt8.self).baseAddress, Int32($0.count), number) != nil
        }
        guard loaded else { throw .library("reading a private scalar") }
        return BN_is_zero(number) == 0 && BN_cmp(number, order) < 0
    }
}
