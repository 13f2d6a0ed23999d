/// A public key of the key agreement, on P-256 (CTAP 2.3 section 6.5.5.1); not checked to be a point of the curve.
public struct KeyAgreementKey: Sendable, Hashable {
    /// 32 bytes.
    public var x: [UInt8]
    /// 32 bytes.
    public var y: [UInt8]

    public init(x: [UInt8], y: [UInt8]) {
        self.x = x
        self.y = y
    }
}
