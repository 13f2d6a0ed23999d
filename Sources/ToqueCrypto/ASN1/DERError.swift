/// Why bytes are not the DER that was expected.
public struct DERError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Where, counted in the bytes that the outermost reader was given.
    public let offset: Int
    public let reason: String

    public init(offset: Int, reason: String) {
        self.offset = offset
        self.reason = reason
    }

    public var description: String { "DER at byte \(offset): \(reason)" }
}
