import CTAP

/// An event on a device, for a log. It contains no secret: no PIN material, no token and no value derived from one.
public enum DeviceEvent: Sendable, Hashable, CustomStringConvertible {
    /// - Parameter link: the link's name, such as the path of a socket.
    case connected(connection: Int, link: String)
    case disconnected(connection: Int)
    /// - Parameter command: its name and parameters, described.
    case received(connection: Int, command: String)
    /// The end of a received command, even if it could not be decoded.
    case answered(connection: Int, CTAPStatus)
    /// The end of a U2F command.
    case answeredU2F(connection: Int, U2FStatus)
    /// The client canceled its command.
    case canceled(connection: Int)
    /// A packet or message that violates CTAPHID.
    case refused(connection: Int, CTAPHIDError)
    /// The device should identify itself to the person.
    case winked(connection: Int)
    case powerCycled

    public var description: String {
        switch self {
        case .connected(let connection, let link): "\(connection): connected by \(link)"
        case .disconnected(let connection): "\(connection): closed"
        case .received(let connection, let command): "\(connection): \(command)"
        case .answered(let connection, let status): "\(connection): -> \(status)"
        case .answeredU2F(let connection, let status): "\(connection): -> \(status)"
        case .canceled(let connection): "\(connection): canceled"
        case .refused(let connection, let error): "\(connection): refused: \(error)"
        case .winked(let connection): "\(connection): wink"
        case .powerCycled: "power cycle"
        }
    }
}
