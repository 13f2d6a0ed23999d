import CTAP
import ToqueCrypto

/// CTAPHID's state machine: channels, the one transaction, the lock (CTAP 2.1 section 11.2). It calls nobody: what is
/// to be done outside of the device's lock comes back as `Effects`.
struct DeviceState {
    /// A CTAPHID_CBOR request that the processor is to carry out.
    struct Request {
        let id: Int
        let connection: Int
        let payload: [UInt8]
    }

    struct Effects {
        var cancelled: Task<Void, Never>?
        var request: Request?
        var event: DeviceEvent?
    }

    /// From a message's first packet until the last packet of its answer is on its way.
    private enum Transaction {
        case receiving(Reception)
        case processing(Processing)

        var channel: CTAPHIDChannel {
            switch self {
            case .receiving(let reception): reception.assembler.channel
            case .processing(let processing): processing.channel
            }
        }

        var connection: DeviceConnection {
            switch self {
            case .receiving(let reception): reception.connection
            case .processing(let processing): processing.connection
            }
        }
    }

    private struct Reception {
        let connection: DeviceConnection
        var assembler: CTAPHIDAssembler
        /// When the next packet must have come.
        var deadline: Duration
    }

    private struct Processing {
        let request: Request
        let connection: DeviceConnection
        let channel: CTAPHIDChannel
        var status = KeepaliveStatus.processing
        /// When the next keepalive is due; nil while the processor has not been seen to wait.
        var keepalive: Duration?
    }

    /// What the processor is at, which may be a request whose transaction was given up.
    private struct Running {
        let id: Int
        /// nil while the request runs on the thread that delivered it.
        var task: Task<Void, Never>?
        var isCancelled = false
    }

    /// CTAPHID_LOCK (section 11.2.9.2.2).
    private struct Lock {
        let channel: CTAPHIDChannel
        let end: Duration
    }

    /// A transaction whose packets stop is given up after this time (section 11.2.5.2; hosts expect 400 to 1000 ms).
    static let packetTimeout = Duration.milliseconds(800)
    static let keepaliveInterval = Duration.milliseconds(100)
    private static let maxLockSeconds: UInt8 = 10

    private let uptime: @Sendable () -> Duration
    private var table: ChannelTable
    private var transaction: Transaction?
    private var running: Running?
    private var lock: Lock?
    private var lastID = 0

    init(random: any RandomSource, uptime: @escaping @Sendable () -> Duration) {
        table = ChannelTable(random: random)
        self.uptime = uptime
    }
}

// MARK: - Connections

extension DeviceState {
    /// - Returns: nil where there are as many connections as there may be.
    mutating func connect(wake: @escaping @Sendable () -> Void) -> DeviceConnection? { table.connect(wake: wake) }

    /// Ends a connection, its channels and its request.
    /// - Returns: nil where it was not open.
    mutating func close(_ connection: DeviceConnection) -> Effects? {
        if let lock, table.owns(connection, lock.channel) { self.lock = nil }
        guard table.remove(connection) else { return nil }
        connection.close()
        var effects = Effects(event: .disconnected(connection: connection.number))
        if transaction?.connection === connection { effects.cancelled = abandon() }
        return effects
    }

    /// Ends all connections.
    mutating func powerOff() -> Effects {
        lock = nil
        for connection in table.removeAll() { connection.close() }
        return Effects(cancelled: abandon(), event: .powerCycled)
    }

    /// Forgets the transaction, whose request may go on until it notices.
    /// - Returns: what is to be cancelled.
    private mutating func abandon() -> Task<Void, Never>? {
        transaction = nil
        return cancelRunning()
    }

    private mutating func cancelRunning() -> Task<Void, Never>? {
        running?.isCancelled = true
        return running?.task
    }
}

// MARK: - Packets

extension DeviceState {
    mutating func deliver(_ packet: CTAPHIDPacket, from connection: DeviceConnection) -> Effects {
        guard table.isOpen(connection) else { return Effects() }
        expire()
        return switch packet.kind {
        case .initialization(let command, let length): begin(packet, command, length: length, from: connection)
        case .continuation: append(packet, from: connection)
        }
    }

    /// Where what takes the device has ended by its time, whoever serves its connection.
    private mutating func expire() {
        if case .receiving = transaction { _ = tick() }
        if let lock, lock.end <= uptime() { self.lock = nil }
    }

    private mutating func begin(
        _ packet: CTAPHIDPacket, _ command: CTAPHIDCommand, length: Int, from connection: DeviceConnection
    ) -> Effects {
        let channel = packet.channel
        let isOwn = table.owns(connection, channel)
        if command == .`init`, isOwn || channel == .broadcast, length == Self.nonceLength {
            return synchronize(channel, nonce: packet.payload.prefix(Self.nonceLength), connection)
        }
        guard isOwn || channel == .broadcast && command == .`init` else {
            return refuse(.invalidChannel, channel, connection)
        }
        // Before its length is judged: in a stream that is out of step that is noise.
        if case .receiving = transaction, transaction?.channel == channel {
            transaction = nil
            return refuse(.invalidSeq, channel, connection)
        }
        if command == .cancel { return cancel(channel) }
        guard transaction == nil, lock == nil || lock?.channel == channel else {
            return refuse(.channelBusy, channel, connection)
        }
        do throws(CTAPHIDError) {
            try Self.check(command, length: length)
            guard let assembler = try CTAPHIDAssembler(packet) else { return Effects() }
            if let message = assembler.message { return dispatch(message, from: connection) }
            transaction = .receiving(
                Reception(connection: connection, assembler: assembler, deadline: uptime() + Self.packetTimeout))
            return Effects()
        } catch {
            return refuse(error, channel, connection)
        }
    }

    private mutating func append(_ packet: CTAPHIDPacket, from connection: DeviceConnection) -> Effects {
        // A continuation of nothing is passed over (section 11.2.5.4).
        guard case .receiving(var reception) = transaction, reception.assembler.channel == packet.channel,
            reception.connection === connection
        else { return Effects() }
        // The assembler is the only one of its payload, which then grows in place.
        transaction = nil
        do throws(CTAPHIDError) {
            try reception.assembler.append(packet)
        } catch {
            return refuse(error, packet.channel, connection)
        }
        if let message = reception.assembler.message { return dispatch(message, from: connection) }
        reception.deadline = uptime() + Self.packetTimeout
        transaction = .receiving(reception)
        return Effects()
    }

    private static let nonceLength = 8

    /// What can be said by a message's first packet.
    private static func check(_ command: CTAPHIDCommand, length: Int) throws(CTAPHIDError) {
        let lengths: ClosedRange<Int>
        switch command {
        case .ping: lengths = 0...CTAPHIDPacket.maxMessage
        case .cbor: lengths = 1...CTAPHIDPacket.maxMessage
        case .`init`: lengths = nonceLength...nonceLength
        case .lock: lengths = 1...1
        case .wink: lengths = 0...0
        default: throw .invalidCmd
        }
        guard lengths.contains(length) else { throw .invalidLen }
    }

    private func refuse(_ error: CTAPHIDError, _ channel: CTAPHIDChannel, _ connection: DeviceConnection) -> Effects {
        connection.send(CTAPHIDMessage(channel: channel, command: .error, payload: [error.rawValue]))
        return Effects(event: .refused(connection: connection.number, error))
    }
}

// MARK: - Messages

extension DeviceState {
    /// CTAPHID_INIT: a new channel on the broadcast channel, and on a channel of the client's own a fresh start
    /// (section 11.2.9.1.3).
    private mutating func synchronize(
        _ channel: CTAPHIDChannel, nonce: ArraySlice<UInt8>, _ connection: DeviceConnection
    ) -> Effects {
        var effects = Effects()
        var answer = channel
        if channel == .broadcast {
            answer = table.allocate(for: connection, keeping: transaction?.channel)
        } else if transaction?.channel == channel {
            effects.cancelled = abandon()
        }
        connection.send(
            CTAPHIDMessage(
                channel: channel, command: .`init`, payload: nonce + answer.bytes + Self.identity))
        return effects
    }

    /// Version of the protocol, version of the device, capabilities.
    private static let identity: [UInt8] =
        [2, 1, 0, 0, ([.wink, .cbor, .nmsg] as CTAPHIDCapabilities).rawValue]

    private mutating func dispatch(_ message: CTAPHIDMessage, from connection: DeviceConnection) -> Effects {
        switch message.command {
        case .wink:
            connection.send(message)
            return Effects(event: .winked(connection: connection.number))
        case .lock: return lock(message, connection)
        case .cbor: return process(message, connection)
        default:
            // CTAPHID_PING: the same again.
            connection.send(message)
            return Effects()
        }
    }

    private mutating func lock(_ message: CTAPHIDMessage, _ connection: DeviceConnection) -> Effects {
        guard let seconds = message.payload.first, seconds <= Self.maxLockSeconds else {
            return refuse(.invalidPar, message.channel, connection)
        }
        lock = seconds == 0 ? nil : Lock(channel: message.channel, end: uptime() + .seconds(Int(seconds)))
        connection.send(CTAPHIDMessage(channel: message.channel, command: .lock, payload: []))
        return Effects()
    }

    /// CTAPHID_CANCEL (section 11.2.9.1.5), which has no answer of its own.
    private mutating func cancel(_ channel: CTAPHIDChannel) -> Effects {
        guard case .processing(let processing) = transaction, processing.channel == channel else { return Effects() }
        let event = DeviceEvent.cancelled(connection: processing.connection.number)
        if running?.id == processing.request.id { return Effects(cancelled: cancelRunning(), event: event) }
        // It still waits for one that was given up before it.
        transaction = nil
        answer(processing, [CTAPStatus.keepaliveCancel.rawValue])
        return Effects(event: event)
    }
}

// MARK: - Requests

extension DeviceState {
    private mutating func process(_ message: CTAPHIDMessage, _ connection: DeviceConnection) -> Effects {
        lastID += 1
        let request = Request(id: lastID, connection: connection.number, payload: message.payload)
        transaction = .processing(Processing(request: request, connection: connection, channel: message.channel))
        // The processor has one command at a time, also where an earlier one takes its time to stop.
        guard running == nil else {
            scheduleKeepalive()
            return Effects()
        }
        running = Running(id: request.id)
        return Effects(request: request)
    }

    private func answer(_ processing: Processing, _ reply: [UInt8]) {
        processing.connection.send(CTAPHIDMessage(channel: processing.channel, command: .cbor, payload: reply))
    }

    /// The thread that delivered a request goes on while the request is still at work.
    /// - Returns: the task, where it was cancelled meanwhile.
    mutating func suspended(_ id: Int, _ task: Task<Void, Never>) -> Task<Void, Never>? {
        guard running?.id == id else { return nil }
        running?.task = task
        if running?.isCancelled == true { return task }
        guard case .processing(let processing) = transaction, processing.request.id == id else { return nil }
        scheduleKeepalive()
        // What it waits for was held back until it was certain that it waits.
        if processing.status != .processing { sendKeepalive(processing) }
        return nil
    }

    /// A request waits for something else now.
    mutating func keepalive(_ status: KeepaliveStatus, of id: Int) {
        guard case .processing(var processing) = transaction, processing.request.id == id, processing.status != status
        else { return }
        processing.status = status
        transaction = .processing(processing)
        guard running?.task != nil else { return }
        scheduleKeepalive()
        sendKeepalive(processing)
    }

    /// A request is over.
    /// - Returns: the request that has waited for it.
    mutating func complete(_ id: Int, reply: [UInt8]) -> Request? {
        if running?.id == id { running = nil }
        guard case .processing(let processing) = transaction else { return nil }
        if processing.request.id == id {
            transaction = nil
            answer(processing, reply)
            return nil
        }
        running = Running(id: processing.request.id)
        return processing.request
    }

    private mutating func scheduleKeepalive() {
        guard case .processing(var processing) = transaction else { return }
        processing.keepalive = uptime() + Self.keepaliveInterval
        transaction = .processing(processing)
    }

    private func sendKeepalive(_ processing: Processing) {
        // Who does not read has no use for more of them.
        guard processing.connection.unread == 0 else { return }
        processing.connection.send(
            CTAPHIDMessage(channel: processing.channel, command: .keepalive, payload: [processing.status.rawValue]))
    }

    /// Does what is due: keepalives, and giving up a transaction whose packets have stopped.
    /// - Returns: how long until something is due again.
    mutating func tick() -> Duration? {
        switch transaction {
        case .receiving(let reception):
            let left = reception.deadline - uptime()
            guard left <= .zero else { return left }
            transaction = nil
            _ = refuse(.msgTimeout, reception.assembler.channel, reception.connection)
            return nil
        case .processing(let processing):
            guard let keepalive = processing.keepalive else { return nil }
            let left = keepalive - uptime()
            guard left <= .zero else { return left }
            sendKeepalive(processing)
            scheduleKeepalive()
            return Self.keepaliveInterval
        case nil: return nil
        }
    }
}
