import CTAP
import ToqueCrypto

/// The connections and the channels of each.
struct ChannelTable {
    static let maxConnections = 64
    /// The maximum channels of a single client's connection. A client that allocates without closing loses its oldest.
    /// its oldest.
    static let maxChannels = 16

    private struct Client {
        let maxChannels: Int
        /// Oldest first.
        var channels: [CTAPHIDChannel] = []
    }

    private var clients: [Int: Client] = [:]
    private var lastNumber = 0

    /// - Returns: the number of a new connection, counted from 1; nil if the maximum is reached.
    mutating func connect(maxChannels: Int) -> Int? {
        guard clients.count < Self.maxConnections else { return nil }
        lastNumber += 1
        clients[lastNumber] = Client(maxChannels: maxChannels)
        return lastNumber
    }

    /// - Returns: false if it was not open.
    mutating func remove(_ connection: Int) -> Bool { clients.removeValue(forKey: connection) != nil }

    /// - Returns: the connections that were open, by number.
    mutating func removeAll() -> [Int] {
        defer { clients = [:] }
        return clients.keys.sorted()
    }

    func isOpen(_ connection: Int) -> Bool { clients[connection] != nil }

    func owns(_ connection: Int, _ channel: CTAPHIDChannel) -> Bool {
        clients[connection]?.channels.contains(channel) ?? false
    }

    /// An unused channel.
    /// - Parameter kept: channels that are not removed if the connection has too many.
    mutating func allocate(
        for connection: Int, keeping kept: [CTAPHIDChannel], random: any RandomSource
    ) -> CTAPHIDChannel {
        var channel: CTAPHIDChannel
        repeat {
            channel = CTAPHIDChannel(rawValue: random.bytes(4).reduce(0) { $0 << 8 | UInt32($1) })
        } while channel == .reserved || channel == .broadcast
            || clients.values.contains { $0.channels.contains(channel) }
        guard let client = clients[connection] else { return channel }
        var channels = client.channels
        if channels.count >= client.maxChannels, let oldest = channels.firstIndex(where: { !kept.contains($0) }) {
            channels.remove(at: oldest)
        }
        clients[connection]?.channels = channels + [channel]
        return channel
    }
}
