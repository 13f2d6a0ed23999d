/// An authenticator's response to a successful `U2FCommand`.
public enum U2FResponse: Sendable, Hashable {
    case register(U2FRegister.Response)
    case authenticate(U2FAuthenticate.Response)
    /// The only version, `U2F_V2`.
    case version

    /// The version's name in U2F and in authenticatorGetInfo.
    public static let versionName = "U2F_V2"

    /// The bytes before the status word.
    public var encoded: [UInt8] {
        switch self {
        case .register(let response): response.body
        case .authenticate(let response): response.body
        case .version: Array(Self.versionName.utf8)
        }
    }

    /// Reads a response to a command, for platforms.
    /// - Parameter message: the response with its status word.
    /// - Throws: the status if it is not `noError`; `wrongLength` and `wrongData` for a malformed response.
    public init(decoding message: [UInt8], for command: U2FCommand) throws(U2FStatus) {
        guard message.count >= 2 else { throw .wrongLength }
        let body = Array(message.dropLast(2))
        let status = U2FStatus(rawValue: message.suffix(2).reduce(0) { $0 << 8 | UInt16($1) })
        guard status == .noError else { throw status }
        switch command {
        case .register: self = .register(try U2FRegister.Response(body))
        case .authenticate: self = .authenticate(try U2FAuthenticate.Response(body))
        case .version:
            guard body == Array(Self.versionName.utf8) else { throw .wrongData }
            self = .version
        }
    }
}
