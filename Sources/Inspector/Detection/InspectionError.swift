/// Why nothing is shown.
public enum InspectionError: Error, Sendable, Hashable, CustomStringConvertible {
    case empty
    case tooLong(Int)
    /// A private key was given.
    case privateKey
    /// A text of no known form.
    case unknownText
    /// Bytes that nothing is known of.
    case unknownBytes(Int)
    /// A text that is not of the form that was asked for.
    case notText(InspectedType)

    public var description: String {
        switch self {
        case .empty: "nothing is there to inspect"
        case .tooLong(let limit): "more than \(limit) bytes"
        case .privateKey:
            "a private key, which is shown to nobody: give its public key (openssl pkey -pubout) or its certificate"
        case .unknownText: "neither hexadecimal digits nor base64, base64url, PEM or JSON"
        case .unknownBytes(let count):
            "\(count) bytes that look like nothing known: say what they are with --as"
        case .notText(let type): "bytes cannot be \(type.name), which is text"
        }
    }
}
