/// Why the engine makes no credential, besides what storage and cryptography have to say.
enum CredentialEngineError: Error, Sendable, Hashable, CustomStringConvertible {
    /// There are as many discoverable credentials as there may be.
    case full(capacity: Int)

    var description: String {
        switch self {
        case .full(let capacity):
            "there are \(capacity) discoverable credentials, which is all that there is room for; delete some first"
        }
    }
}
