import CTAP

/// CTAPHID's state machine: channels, the one transaction, the lock (CTAP 2.3 section 11.2). A pure value: each event
/// is a method that changes it and returns what is to be done, which `CTAPHIDDevice` carries out.
struct DeviceState {
    enum Effect: Equatable {
        /// Puts a message into a connection's outbox.
        case send(CTAPHIDMessage, to: Int)
        /// The same where nothing waits there: who does not read has no use for more keepalives.
        case sendKeepalive(CTAPHIDMessage, to: Int)
        /// - Parameter abandoning: the channel where an answer was awaited.
        case close(Int, abandoning: CTAPHIDChannel? = nil)
        case log(DeviceEvent)
        /// Shows the person which device is meant.
        case wink(connection: Int)
        /// Cancels the command that the processor is at, and that has suspended.
        case cancel
        /// - Parameter channelChanged: the command before it came on another channel.
        case execute(CTAPHIDTransaction.Request, channelChanged: Bool)
    }

    /// What the processor is at, which may be a request whose transaction was given up.
    struct Execution {
        let id: Int
        /// It runs on the thread that brought it until it suspends, and cannot be canceled before.
        var isSuspended = false
        var isCanceled = false
    }

    /// CTAPHID_LOCK (section 11.2.9.2.2).
    struct Lock {
        let channel: CTAPHIDChannel
        let end: Duration
    }

    /// A transaction whose packets stop is given up after this time (section 11.2.5.2; hosts expect 400 to 1000 ms).
    static let packetTimeout = Duration.milliseconds(800)
    static let keepaliveInterval = Duration.milliseconds(100)

    /// Whether the processor takes CTAPHID_MSG.
    let speaksU2F: Bool
    /// The monotonic time of the last event that came with it.
    var now = Duration.zero
    var table = ChannelTable()
    var transaction: CTAPHIDTransaction?
    var execution: Execution?
    var lock: Lock?
    var lastID = 0
    /// Of the request that was executed last.
    var lastChannel: CTAPHIDChannel?

    init(speaksU2F: Bool) { self.speaksU2F = speaksU2F }
}

// MARK: - Connections

extension DeviceState {
    /// A client comes.
    /// - Returns: the number of its connection; nil where there are as many as there may be.
    mutating func connect(maxChannels: Int) -> Int? { table.connect(maxChannels: maxChannels) }

    /// A connection ends, with its channels and its request; nothing happens where it is closed.
    mutating func close(_ connection: Int) -> [Effect] {
        if let lock, table.owns(connection, lock.channel) { self.lock = nil }
        guard table.remove(connection) else { return [] }
        return [.close(connection), .log(.disconnected(connection: connection))]
            + (transaction?.connection == connection ? abandon() : [])
    }

    /// The power goes, and all connections with it.
    mutating func cutPower() -> [Effect] {
        lock = nil
        let closed = table.removeAll().map { connection in
            Effect.close(
                connection, abandoning: transaction?.connection == connection ? transaction?.channel : nil)
        }
        return closed + [.log(.powerCycled)] + abandon()
    }

    /// Forgets the transaction, whose request may go on until it notices.
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

    /// Time has passed: a keepalive is due, or a transaction is given up whose packets have stopped.
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
