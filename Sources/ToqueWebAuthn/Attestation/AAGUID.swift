import ToqueEncoding

/// An authenticator model's identifier, 16 bytes.
public struct AAGUID: Sendable, Hashable, CustomStringConvertible {
    public let bytes: [UInt8]

    /// Nil unless there are exactly 16 bytes.
    public init?(_ bytes: some Collection<UInt8>) {
        guard bytes.count == 16 else { return nil }
        self.bytes = Array(bytes)
    }

    /// Reads the form of `description`, in upper or lower case.
    public init?(uuid text: String) {
        let groups = text.split(separator: "-", omittingEmptySubsequences: false)
        guard groups.map(\.utf8.count) == [8, 4, 4, 4, 12], let bytes = Hex.decode(groups.joined()) else { return nil }
        self.init(bytes)
    }

    private init(zeros: Void) { bytes = [UInt8](repeating: 0, count: 16) }

    /// The value of an authenticator without a model identifier.
    public static let zero = AAGUID(zeros: ())

    /// The UUID form: `8-4-4-4-12` lower-case hexadecimal digits.
    public var description: String {
        [0..<4, 4..<6, 6..<8, 8..<10, 10..<16].map { Hex.encode(bytes[$0]) }.joined(separator: "-")
    }
}
