/// Why a key cannot be shown as a device.
public struct VirtualKeyError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What happened, where, and how to fix it.
    public let message: String

    public init(_ message: String) { self.message = message }

    public var description: String { message }
}
