import CTAP
import ToqueCrypto

/// CTAPHID's state machine: channels, the one transaction, the lock (CTAP 2.1 section 11.2). It calls nobody: what is
/// to be done outside of the device's lock comes back as `Effects`.
struct DeviceState {
    /// A request that the processor is to carry out.
    struct Request {
        let id: Int
        let connection: Int
        /// On its channel, CTAPHID_CBOR or CTAPHID_MSG.
        let message: CTAPHIDMessage
        /// The one that was carried out before it came on another channel.
        var changesChannel = false
    }

    struct Effects {
        var cancelled: Task<Void, Never>?
        var request: Request?
        var events: [DeviceEvent] = []
    }

    /// What the processor is at, which may be a request whose transaction was given up.
    struct Running {
        let id: Int
        /// nil while the request runs on the thread that delivered it.
        var task: Task<Void, Never>?
        var isCancelled = false
    }

    /// CTAPHID_LOCK (section 11.2.9.2.2).
    struct Lock {
        let channel: CTAPHIDChannel
        let end: Duration
    }

    /// A transaction whose packets stop is given up after this time (section 11.2.5.2; hosts expect 400 to 1000 ms).
    static let packetTimeout = Duration.milliseconds(800)
    static let keepaliveInterval = Duration.milliseconds(100)

    let uptime: @Sendable () -> Duration
    /// Whether the processor takes CTAPHID_MSG.
    let speaksU2F: Bool
    var table: ChannelTable
    var transaction: Transaction?
    var running: Running?
    var lock: Lock?
    var lastID = 0
    /// Of the request that was carried out last.
    var lastChannel: CTAPHIDChannel?

    init(random: any RandomSource, uptime: @escaping @Sendable () -> Duration, speaksU2F: Bool) {
        table = ChannelTable(random: random)
        self.speaksU2F = speaksU2F
        self.uptime = uptime
    }
}

// MARK: - Connections

extension DeviceState {
    /// - Returns: nil where there are as many connections as there may be.
    mutating func connect(maxChannels: Int, wake: @escaping @Sendable () -> Void) -> DeviceConnection? {
        table.connect(maxChannels: maxChannels, wake: wake)
    }

    /// Ends a connection, its channels and its request.
    /// - Returns: nil where it was not open.
    mutating func close(_ connection: DeviceConnection) -> Effects? {
        if let lock, table.owns(connection, lock.channel) { self.lock = nil }
        guard table.remove(connection) else { return nil }
        connection.close()
        var effects = Effects(events: [.disconnected(connection: connection.number)])
        if transaction?.connection === connection { effects.cancelled = abandon() }
        return effects
    }

    /// Ends all connections.
    mutating func powerOff() -> Effects {
        lock = nil
        for connection in table.removeAll() {
            connection.close(abandoning: transaction?.connection === connection ? transaction?.channel : nil)
        }
        return Effects(cancelled: abandon(), events: [.powerCycled])
    }

    /// Forgets the transaction, whose request may go on until it notices.
    /// - Returns: what is to be canceled.
    mutating func abandon() -> Task<Void, Never>? {
        transaction = nil
        return cancelRunning()
    }

    mutating func cancelRunning() -> Task<Void, Never>? {
        running?.isCancelled = true
        return running?.task
    }
}

// MARK: - Time

extension DeviceState {
    /// Does what is due: keepalives, and giving up a transaction whose packets have stopped.
    /// - Returns: how long until something is due again, and what has happened.
    mutating func tick() -> (due: Duration?, effects: Effects) {
        switch transaction {
        case .receiving(let reception):
            let left = reception.deadline - uptime()
            guard left <= .zero else { return (left, Effects()) }
            transaction = nil
            return (nil, refuse(.msgTimeout, reception.assembler.channel, reception.connection))
        case .processing(let processing):
            guard let keepalive = processing.keepalive else { return (nil, Effects()) }
            let left = keepalive - uptime()
            guard left <= .zero else { return (left, Effects()) }
            sendKeepalive(processing)
            scheduleKeepalive()
            return (Self.keepaliveInterval, Effects())
        case nil: return (nil, Effects())
        }
    }
}
