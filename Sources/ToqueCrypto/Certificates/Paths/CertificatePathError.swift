/// Why certificates do not lead from a leaf to a trust anchor.
public enum CertificatePathError: Error, Sendable, Hashable, CustomStringConvertible {
    /// They lead to no anchor.
    case untrusted(String)
    /// They lead to one, but a certificate of the path was valid before the time given only.
    case expired(String)
    /// They lead to one, but a certificate of the path is valid after the time given only.
    case notYetValid(String)
    /// A rule is broken: a signature, an issuer that may sign no certificate, an unknown critical extension ...
    case invalid(String)

    public var description: String {
        switch self {
        case .untrusted(let reason), .expired(let reason), .notYetValid(let reason), .invalid(let reason):
            "certificate path: \(reason)"
        }
    }
}
