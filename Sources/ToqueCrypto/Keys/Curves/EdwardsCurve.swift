import CLibCrypto

/// The curves of EdDSA (RFC 8032).
enum EdwardsCurve: Sendable, Hashable {
    case ed25519, ed448

    /// The length of a private seed and of a public key, in bytes (sections 5.1.5 and 5.2.5).
    var size: Int {
        switch self {
        case .ed25519: 32
        case .ed448: 57
        }
    }

    /// OpenSSL's EVP_PKEY type.
    var nid: Int32 {
        switch self {
        case .ed25519: EVP_PKEY_ED25519
        case .ed448: EVP_PKEY_ED448
        }
    }

    /// True if the bytes have the form of a point (section 5.1.3 or 5.2.3), with y reduced, and not of small order:
    /// anybody can make signatures for such a point and for the point at infinity. `isPoint` checks whether y belongs
    /// to a point at all, which takes longer.
    func isPublicKey(_ bytes: [UInt8]) -> Bool {
        guard bytes.count == size else { return false }
        // Little-endian. The highest bit is the sign of x.
        var y = bytes
        y[size - 1] &= 0x7F
        return y.reversed().lexicographicallyPrecedes(prime) && !smallOrders.contains { $0 == y }
    }

    /// True if the curve has a point with this y (sections 5.1.3 and 5.2.3).
    func isPoint(_ bytes: [UInt8]) -> Bool {
        guard bytes.count == size else { return false }
        var y = bytes
        y[size - 1] &= 0x7F
        y.reverse()
        return toque_edwards_is_point(y, y.count, prime, prime.count, self == .ed448 ? 1 : 0) == 1
    }

    /// p, big-endian.
    private var prime: [UInt8] {
        switch self {
        case .ed25519: Self.prime25519
        case .ed448: Self.prime448
        }
    }

    /// 2^255 - 19.
    private static let prime25519 = [0x7F] + [UInt8](repeating: 0xFF, count: 30) + [0xED]
    /// 2^448 - 2^224 - 1, in as many bytes as a point.
    private static let prime448 =
        [0] + [UInt8](repeating: 0xFF, count: 27) + [0xFE] + [UInt8](repeating: 0xFF, count: 28)

    /// The y values of the points whose order divides the cofactor, little-endian.
    private var smallOrders: [[UInt8]] {
        switch self {
        case .ed25519: Self.smallOrders25519
        case .ed448: Self.smallOrders448
        }
    }

    /// 0 (order 4), 1 (1), p - 1 (2), and the two of order 8.
    private static let smallOrders25519: [[UInt8]] = [
        [UInt8](repeating: 0, count: 32), [1] + [UInt8](repeating: 0, count: 31),
        [0xEC] + [UInt8](repeating: 0xFF, count: 30) + [0x7F],
        [
            0x26, 0xE8, 0x95, 0x8F, 0xC2, 0xB2, 0x27, 0xB0, 0x45, 0xC3, 0xF4, 0x89, 0xF2, 0xEF, 0x98, 0xF0, 0xD5, 0xDF,
            0xAC, 0x05, 0xD3, 0xC6, 0x33, 0x39, 0xB1, 0x38, 0x02, 0x88, 0x6D, 0x53, 0xFC, 0x05,
        ],
        [
            0xC7, 0x17, 0x6A, 0x70, 0x3D, 0x4D, 0xD8, 0x4F, 0xBA, 0x3C, 0x0B, 0x76, 0x0D, 0x10, 0x67, 0x0F, 0x2A, 0x20,
            0x53, 0xFA, 0x2C, 0x39, 0xCC, 0xC6, 0x4E, 0xC7, 0xFD, 0x77, 0x92, 0xAC, 0x03, 0x7A,
        ],
    ]

    /// 0 (order 4), 1 (1) and p - 1 (2).
    private static let smallOrders448: [[UInt8]] = [
        [UInt8](repeating: 0, count: 57), [1] + [UInt8](repeating: 0, count: 56),
        [0xFE] + [UInt8](repeating: 0xFF, count: 27) + [0xFE] + [UInt8](repeating: 0xFF, count: 27) + [0],
    ]
}
