import CTAP

/// CTAPHID's state machine: channels, the transaction, the lock (CTAP 2.3 section 11.2). A pure value: each event is a
/// method that changes it and returns effects, which `CTAPHIDDevice` carries out.
struct DeviceState {
    enum Effect: Equatable {
        /// Puts a message into a connection's outbox.
        case send(CTAPHIDMessage, to: Int)
        /// The same if the outbox is empty: a client that does not read needs no more keepalives.
        case sendKeepalive(CTAPHIDMessage, to: Int)
        /// - Parameter abandoning: the channel on which a response was awaited.
        case close(Int, abandoning: CTAPHIDChannel? = nil)
        case log(DeviceEvent)
        /// Identifies the device to the person.
        case wink(connection: Int)
        /// Cancels the command that the processor executes, once it has suspended.
        case cancel
        /// - Parameter channelChanged: true if the previous command came from another channel.
        case execute(CTAPHIDTransaction.Request, channelChanged: Bool)
    }

    /// The processor's current request, whose transaction may have been given up.
    struct Execution {
        let id: Int
        /// It runs on the thread that delivered it until it suspends, and cannot be canceled before.
        var isSuspended = false
        var isCanceled = false
    }

    /// CTAPHID_LOCK (section 11.2.9.2.2).
    struct Lock {
        let channel: CTAPHIDChannel
        let end: Duration
    }

    /// A transaction without further packets is given up after this time (section 11.2.5.2; hosts expect 400 to 1000
    /// ms).
    static let packetTimeout = Duration.milliseconds(800)
    static let keepaliveInterval = Duration.milliseconds(100)

    /// True if the processor supports CTAPHID_MSG.
    let speaksU2F: Bool
    /// The monotonic time of the last event with a time.
    var now = Duration.zero
    var table = ChannelTable()
    var transaction: CTAPHIDTransaction?
    var execution: Execution?
    var lock: Lock?
    var lastID = 0
    /// The channel of the last executed request.
    var lastChannel: CTAPHIDChannel?

    init(speaksU2F: Bool) { self.speaksU2F = speaksU2F }
}

// MARK: - Connections

extension DeviceState {
    /// A client connects.
    /// - Returns: the number of its connection; nil if the maximum is reached.
    mutating func connect(maxChannels: Int) -> Int? { table.connect(maxChannels: maxChannels) }

    /// A connection ends, with its channels and its request. Does nothing if it is closed.
    mutating func close(_ connection: Int) -> [Effect] {
        if let lock, table.owns(connection, lock.channel) { self.lock = nil }
        guard table.remove(connection) else { return [] }
        return [.close(connection), .log(.disconnected(connection: connection))]
            + (transaction?.connection == connection ? abandon() : [])
    }

    /// The power goes off, and all connections end.
    mutating func cutPower() -> [Effect] {
        lock = nil
        let closed = table.removeAll().map { connection in
            Effect.close(
                connection, abandoning: transaction?.connection == connection ? transaction?.channel : nil)
        }
        return closed + [.log(.powerCycled)] + abandon()
    }

    /// Forgets the transaction. Its request may continue until it notices.
    mutating func abandon() -> [Effect] {
        transaction = nil
        return cancelExecution()
    }

    mutating func cancelExecution() -> [Effect] {
        execution?.isCanceled = true
        return execution?.isSuspended == true ? [.cancel] : []
    }
}

// MARK: - Time

extension DeviceState {
    /// When `passTime` has something to do.
    var due: Duration? { transaction?.due }

    /// Time has passed: sends a due keepalive, or gives up a transaction whose packets have stopped.
    mutating func passTime(to now: Duration) -> [Effect] {
        self.now = now
        guard let transaction, let due, due <= now else { return [] }
        switch transaction {
        case .receiving(let reception):
            self.transaction = nil
            return refuse(.msgTimeout, reception.assembler.channel, reception.connection)
        case .processing(let processing):
            scheduleKeepalive()
            return [keepalive(processing)]
        }
    }
}
