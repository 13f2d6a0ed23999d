import Glibc

/// Why a key cannot be exposed as a device.
public struct VirtualKeyError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What happened, where, and how to fix it.
    public let message: String

    public init(_ message: String) { self.message = message }

    /// A failed system call.
    static func system(_ what: String, _ code: Int32) -> VirtualKeyError {
        VirtualKeyError("\(what): \(String(cString: strerror(code)))")
    }

    public var description: String { message }
}
