/// Why no valid path leads from a leaf to a trust anchor.
public enum CertificatePathError: Error, Sendable, Hashable, CustomStringConvertible {
    /// No path ends at an anchor.
    case untrusted(String)
    /// A path ends at an anchor, but one of its certificates expired before the given time.
    case expired(String)
    /// A path ends at an anchor, but one of its certificates becomes valid after the given time.
    case notYetValid(String)
    /// A rule is broken: a signature, an issuer that may not sign certificates, an unknown critical extension ...
    case invalid(String)

    public var description: String {
        switch self {
        case .untrusted(let reason), .expired(let reason), .notYetValid(let reason), .invalid(let reason):
            "certificate path: \(reason)"
        }
    }
}
