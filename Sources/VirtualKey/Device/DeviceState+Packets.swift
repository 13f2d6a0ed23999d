import CTAP
import ToqueCrypto

/// Packets (CTAP 2.3 section 11.2.5) and the messages to which the device responds itself.
extension DeviceState {
    /// A client has sent a packet. Does nothing if its connection is closed.
    /// - Parameter random: the source of channel identifiers.
    mutating func receive(
        _ packet: CTAPHIDPacket, from connection: Int, at now: Duration, random: any RandomSource
    ) -> [Effect] {
        self.now = now
        guard table.isOpen(connection) else { return [] }
        let ended = expire()
        let effects =
            switch packet.kind {
            case .initialization(let command, let length):
                begin(packet, command, length: length, from: connection, random: random)
            case .continuation: append(packet, from: connection)
            }
        return ended.isEmpty ? effects : ended + effects
    }

    /// Ends whatever holds the device past its time, on any connection.
    private mutating func expire() -> [Effect] {
        if let lock, lock.end <= now { self.lock = nil }
        guard case .receiving = transaction else { return [] }
        return passTime(to: now)
    }

    private mutating func begin(
        _ packet: CTAPHIDPacket, _ command: CTAPHIDCommand, length: Int, from connection: Int,
        random: any RandomSource
    ) -> [Effect] {
        let channel = packet.channel
        let isOwn = table.owns(connection, channel)
        if command == .`init`, isOwn || channel == .broadcast, length == Self.nonceLength {
            return synchronize(channel, nonce: packet.payload.prefix(Self.nonceLength), connection, random)
        }
        guard isOwn || channel == .broadcast && command == .`init` else {
            return refuse(.invalidChannel, channel, connection)
        }
        // Before its length is judged: in a stream that is out of step, it is noise.
        if case .receiving = transaction, transaction?.channel == channel {
            transaction = nil
            return refuse(.invalidSeq, channel, connection)
        }
        if command == .cancel { return cancel(channel) }
        guard transaction == nil, lock == nil || lock?.channel == channel else {
            return refuse(.channelBusy, channel, connection)
        }
        do throws(CTAPHIDError) {
            try check(command, length: length)
            guard let assembler = try CTAPHIDAssembler(packet) else { return [] }
            if let message = assembler.message { return dispatch(message, from: connection) }
            transaction = .receiving(
                CTAPHIDTransaction.Reception(
                    connection: connection, assembler: assembler, deadline: now + Self.packetTimeout))
            return []
        } catch {
            return refuse(error, channel, connection)
        }
    }

    private mutating func append(_ packet: CTAPHIDPacket, from connection: Int) -> [Effect] {
        // A continuation without a message is ignored (section 11.2.5.4).
        guard case .receiving(var reception) = transaction, reception.assembler.channel == packet.channel,
            reception.connection == connection
        else { return [] }
        // The assembler is the only owner of its payload, which then grows in place.
        transaction = nil
        do throws(CTAPHIDError) {
            try reception.assembler.append(packet)
        } catch {
            return refuse(error, packet.channel, connection)
        }
        if let message = reception.assembler.message { return dispatch(message, from: connection) }
        reception.deadline = now + Self.packetTimeout
        transaction = .receiving(reception)
        return []
    }

    private static let nonceLength = 8
    private static let maxLockSeconds: UInt8 = 10

    /// The faults that a message's first packet reveals.
    private func check(_ command: CTAPHIDCommand, length: Int) throws(CTAPHIDError) {
        let lengths: ClosedRange<Int>
        switch command {
        case .ping: lengths = 0...CTAPHIDPacket.maxMessage
        case .cbor: lengths = 1...CTAPHIDPacket.maxMessage
        case .msg where speaksU2F: lengths = 0...CTAPHIDPacket.maxMessage
        case .`init`: lengths = Self.nonceLength...Self.nonceLength
        case .lock: lengths = 1...1
        case .wink: lengths = 0...0
        default: throw .invalidCmd
        }
        guard lengths.contains(length) else { throw .invalidLen }
    }

    func refuse(_ error: CTAPHIDError, _ channel: CTAPHIDChannel, _ connection: Int) -> [Effect] {
        let message = CTAPHIDMessage(channel: channel, command: .error, payload: [error.rawValue])
        return [.send(message, to: connection), .log(.refused(connection: connection, error))]
    }

    // MARK: - Messages

    /// CTAPHID_INIT: on the broadcast channel a new channel; on a channel of the client's own, a resynchronization
    /// (section 11.2.9.1.3).
    private mutating func synchronize(
        _ channel: CTAPHIDChannel, nonce: ArraySlice<UInt8>, _ connection: Int, _ random: any RandomSource
    ) -> [Effect] {
        var effects: [Effect] = []
        var answer = channel
        if channel == .broadcast {
            // A lock without its channel could not be released.
            let kept = [transaction?.channel, lock?.channel].compactMap(\.self)
            answer = table.allocate(for: connection, keeping: kept, random: random)
        } else if transaction?.channel == channel {
            effects = abandon()
        }
        let message = CTAPHIDMessage(
            channel: channel, command: .`init`, payload: nonce + answer.bytes + identity)
        return [.send(message, to: connection)] + effects
    }

    /// Version of the protocol, version of the device, capabilities.
    private var identity: [UInt8] {
        let capabilities: CTAPHIDCapabilities = speaksU2F ? [.wink, .cbor] : [.wink, .cbor, .nmsg]
        return [2, 1, 0, 0, capabilities.rawValue]
    }

    private mutating func dispatch(_ message: CTAPHIDMessage, from connection: Int) -> [Effect] {
        switch message.command {
        case .wink: return [.send(message, to: connection), .wink(connection: connection)]
        case .lock: return lock(message, connection)
        case .cbor, .msg: return enqueue(message, from: connection)
        // CTAPHID_PING: echoes the payload.
        default: return [.send(message, to: connection)]
        }
    }

    private mutating func lock(_ message: CTAPHIDMessage, _ connection: Int) -> [Effect] {
        guard let seconds = message.payload.first, seconds <= Self.maxLockSeconds else {
            return refuse(.invalidPar, message.channel, connection)
        }
        lock = seconds == 0 ? nil : Lock(channel: message.channel, end: now + .seconds(Int(seconds)))
        return [.send(CTAPHIDMessage(channel: message.channel, command: .lock, payload: []), to: connection)]
    }

    /// CTAPHID_CANCEL (section 11.2.9.1.5), which has no response and affects only CTAPHID_CBOR requests.
    private mutating func cancel(_ channel: CTAPHIDChannel) -> [Effect] {
        guard case .processing(var processing) = transaction, processing.request.message.channel == channel,
            processing.request.message.command == .cbor
        else { return [] }
        let event = Effect.log(.canceled(connection: processing.request.connection))
        if execution?.id == processing.request.id {
            // A client that has canceled may read only one message: the next one must be the response.
            processing.keepalive = nil
            transaction = .processing(processing)
            return [event] + cancelExecution()
        }
        // It still waits for a request that was given up before it.
        transaction = nil
        return [reply([CTAPStatus.keepaliveCancel.rawValue], to: processing.request), event]
    }
}
