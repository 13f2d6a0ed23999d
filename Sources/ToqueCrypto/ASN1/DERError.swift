/// Why bytes are not the expected DER.
public struct DERError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The position in the bytes of the outermost reader.
    public let offset: Int
    public let reason: String

    public init(offset: Int, reason: String) {
        self.offset = offset
        self.reason = reason
    }

    public var description: String { "DER at byte \(offset): \(reason)" }
}
