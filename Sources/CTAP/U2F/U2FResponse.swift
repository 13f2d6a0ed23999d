/// What an authenticator answers to a `U2FCommand` that it has carried out.
public enum U2FResponse: Sendable, Hashable {
    case register(U2FRegister.Response)
    case authenticate(U2FAuthenticate.Response)
    /// The one version there is, `U2F_V2`.
    case version

    /// The version as U2F and authenticatorGetInfo name it.
    public static let versionName = "U2F_V2"

    /// What comes before the status word.
    public var encoded: [UInt8] {
        switch self {
        case .register(let response): response.body
        case .authenticate(let response): response.body
        case .version: Array(Self.versionName.utf8)
        }
    }

    /// Reads an answer to a command, for platforms.
    /// - Parameter message: with the status word.
    /// - Throws: the status where it is not `noError`; `wrongLength` and `wrongData` for an answer of another form.
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
