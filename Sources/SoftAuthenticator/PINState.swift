/// What is kept of a PIN beside the value that it is compared with (CTAP 2.3 section 6.5.5).
public struct PINState: Sendable, Hashable {
    /// Tries before only a reset helps (section 6.5.2.3).
    public static let maxRetries = 8

    /// Tries that are left, 0 to `maxRetries`.
    public var retries: Int
    /// The PIN's length in Unicode code points.
    public var codePoints: Int

    public init(retries: Int, codePoints: Int) {
        self.retries = retries
        self.codePoints = codePoints
    }
}
