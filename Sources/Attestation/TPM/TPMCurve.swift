import ToqueCrypto

/// TPM_ECC_CURVE (TCG Algorithm Registry section 6.4). Any number is a value. The Barreto-Naehrig and SM2 curves have
/// no COSE algorithm in WebAuthn.
public struct TPMCurve: RawRepresentable, Sendable, Hashable {
    public let rawValue: UInt16
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    public static let nistP256 = TPMCurve(rawValue: 0x0003)
    public static let nistP384 = TPMCurve(rawValue: 0x0004)
    public static let nistP521 = TPMCurve(rawValue: 0x0005)

    private static let curves: [TPMCurve: EllipticCurve] = [.nistP256: .p256, .nistP384: .p384, .nistP521: .p521]

    /// - Returns: nil for a curve that TPMs do not have.
    public init?(_ curve: EllipticCurve) {
        guard let known = Self.curves.first(where: { $0.value == curve })?.key else { return nil }
        self = known
    }

    /// The curve; nil for one that this library does not know.
    public var curve: EllipticCurve? { Self.curves[self] }
}
