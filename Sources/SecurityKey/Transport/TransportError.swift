import Glibc

/// Why a key cannot be reached, or can no longer.
struct TransportError: Error, Sendable, Hashable, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }

    /// What the system says after a call that failed.
    init(_ what: String, errno code: Int32) { description = "\(what): \(String(cString: strerror(code)))" }
}
