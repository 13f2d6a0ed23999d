import Glibc

/// Why a key cannot be reached, or no longer.
struct TransportError: Error, Sendable, Hashable, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }

    /// The system's error text after a failed call.
    init(_ what: String, errno code: Int32) { description = "\(what): \(String(cString: strerror(code)))" }
}
