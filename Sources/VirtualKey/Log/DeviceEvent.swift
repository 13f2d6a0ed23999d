import CTAP

/// What happens on a device, for a log. It holds no secret: no PIN material, no token and nothing made with one.
public enum DeviceEvent: Sendable, Hashable, CustomStringConvertible {
    /// - Parameter link: how it came, such as the path of a socket.
    case connected(connection: Int, link: String)
    case disconnected(connection: Int)
    /// - Parameter command: its name and parameters in words.
    case received(connection: Int, command: String)
    /// Ends every command that was received, also one that cannot be decoded.
    case answered(connection: Int, CTAPStatus)
    /// The same for a command of U2F.
    case answeredU2F(connection: Int, U2FStatus)
    /// The client has canceled its command.
    case cancelled(connection: Int)
    /// A packet or message that CTAPHID has no place for.
    case refused(connection: Int, CTAPHIDError)
    /// A person is to see which device is meant.
    case winked(connection: Int)
    case powerCycled

    public var description: String {
        switch self {
        case .connected(let connection, let link): "\(connection): connected by \(link)"
        case .disconnected(let connection): "\(connection): closed"
        case .received(let connection, let command): "\(connection): \(command)"
        case .answered(let connection, let status): "\(connection): -> \(status)"
        case .answeredU2F(let connection, let status): "\(connection): -> \(status)"
        case .cancelled(let connection): "\(connection): canceled"
        case .refused(let connection, let error): "\(connection): refused: \(error)"
        case .winked(let connection): "\(connection): wink"
        case .powerCycled: "power cycle"
        }
    }
}
