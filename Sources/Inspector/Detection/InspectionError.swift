/// Why nothing is shown.
public enum InspectionError: Error, Sendable, Hashable, CustomStringConvertible {
    case empty
    case tooLong(Int)
    /// The input is a private key.
    case privateKey
    /// Text of no known form.
    case unknownText
    /// Bytes of no known type.
    case unknownBytes(Int)
    /// Text that does not have the requested form.
    case notText(InspectedType)

    public var description: String {
        switch self {
        case .empty: "the input is empty"
        case .tooLong(let limit): "more than \(limit) bytes"
        case .privateKey:
            "a private key, which Toque never shows: give its public key (openssl pkey -pubout) or its certificate"
        case .unknownText: "neither hexadecimal digits nor base64, base64url, PEM or JSON"
        case .unknownBytes(let count):
            "\(count) bytes that look like nothing known: say what they are with --as"
        case .notText(let type): "bytes cannot be \(type.name), which is text"
        }
    }
}
