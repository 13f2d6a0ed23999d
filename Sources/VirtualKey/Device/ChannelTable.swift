import CTAP
import ToqueCrypto

/// Which connections there are and which channels each of them has made.
struct ChannelTable {
    static let maxConnections = 64
    /// Channels of a connection that is one client's. A client that never closes but allocates again and again loses its oldest.
    static let maxChannels = 16

    private struct Client {
        let connection: DeviceConnection
        let maxChannels: Int
        /// Oldest first.
        var channels: [CTAPHIDChannel] = []
    }

    private var clients: [Int: Client] = [:]
    private var lastNumber = 0
    private let random: any RandomSource

    init(random: any RandomSource) { self.random = random }

    /// - Returns: nil where there are as many connections as there may be.
    mutating func connect(maxChannels: Int, wake: @escaping @Sendable () -> Void) -> DeviceConnection? {
        guard clients.count < Self.maxConnections else { return nil }
        lastNumber += 1
        let connection = DeviceConnection(number: lastNumber, wake: wake)
        clients[lastNumber] = Client(connection: connection, maxChannels: maxChannels)
        return connection
    }

    /// - Returns: false where it was not open.
    mutating func remove(_ connection: DeviceConnection) -> Bool {
        clients.removeValue(forKey: connection.number) != nil
    }

    /// - Returns: those that were open, by number.
    mutating func removeAll() -> [DeviceConnection] {
        defer { clients = [:] }
        return clients.values.map(\.connection).sorted { $0.number < $1.number }
    }

    func isOpen(_ connection: DeviceConnection) -> Bool { clients[connection.number] != nil }

    func owns(_ connection: DeviceConnection, _ channel: CTAPHIDChannel) -> Bool {
        clients[connection.number]?.channels.contains(channel) ?? false
    }

    /// A channel that nobody has.
    /// - Parameter kept: are not taken away where the connection has too many.
    mutating func allocate(for connection: DeviceConnection, keeping kept: [CTAPHIDChannel]) -> CTAPHIDChannel {
        var channel: CTAPHIDChannel
        repeat {
            channel = CTAPHIDChannel(rawValue: random.bytes(4).reduce(0) { $0 << 8 | UInt32($1) })
        } while channel == .reserved || channel == .broadcast
            || clients.values.contains { $0.channels.contains(channel) }
        guard let client = clients[connection.number] else { return channel }
        var channels = client.channels
        if channels.count >= client.maxChannels, let oldest = channels.firstIndex(where: { !kept.contains($0) }) {
            channels.remove(at: oldest)
        }
        clients[connection.number]?.channels = channels + [channel]
        return channel
    }
}
