import CTAP
import Synchronization
import ToqueWebAuthn
import VirtualKey

/// A client of a device, which checks that CTAPHID allows everything it receives (CTAP 2.3 section 11.2).
final class HIDClient: Sendable {
    private struct State {
        /// The channels that the device has allocated to it.
        var channels: [CTAPHIDChannel] = []
        /// Incomplete messages, by channel.
        var assemblers: [CTAPHIDChannel: CTAPHIDAssembler] = [:]
        var received: [CTAPHIDMessage] = []
    }

    private let connection: any ReportConnection
    private let state = Mutex(State())

    /// - Returns: nil if the device accepts no more connections.
    init?(_ device: CTAPHIDDevice) {
        guard let connection = try? device.loopback.connect() else { return nil }
        self.connection = connection
        send(.init(channel: .broadcast, command: .`init`, payload: Array(1...8)), packetsLeftOut: 0)
        receive()
    }

    func close() { connection.close() }

    func send(report payload: [UInt8], channel: UInt8) {
        let body = Array(payload.prefix(CTAPHIDPacket.size - 4))
        let padding = [UInt8](repeating: 0, count: CTAPHIDPacket.size - 4 - body.count)
        write(self.channel(channel).bytes + body + padding)
    }

    func send(message payload: [UInt8], channel: UInt8) {
        guard payload.count >= 2 else { return }
        send(
            CTAPHIDMessage(
                channel: self.channel(channel), command: CTAPHIDCommand(rawValue: payload[0] & 0x7F),
                payload: Array(payload.dropFirst(2).prefix(CTAPHIDPacket.maxMessage))),
            packetsLeftOut: Int(payload[1] & 0x0F))
    }

    private func send(_ message: CTAPHIDMessage, packetsLeftOut: Int) {
        for report in message.reports.dropLast(packetsLeftOut) { write(report) }
    }

    /// Its own channel, the broadcast channel, or one that was never allocated.
    private func channel(_ number: UInt8) -> CTAPHIDChannel {
        if number == 15 { return .broadcast }
        if number == 14 { return CTAPHIDChannel(rawValue: 0x0102_0304) }
        let channels = state.withLock { $0.channels }
        return channels.isEmpty ? .broadcast : channels[Int(number) % channels.count]
    }

    private func write(_ report: [UInt8]) {
        // Refused if too many responses wait or the connection is closed.
        if (try? connection.write(report)) == nil { receive() }
    }

    /// Reads all pending reports.
    func receive() {
        while let report = try? connection.read(milliseconds: 0) { take(report) }
    }

    private func take(_ report: [UInt8]) {
        guard let packet = CTAPHIDPacket(report: report) else { fatalError("a report of \(report.count) bytes") }
        state.withLock { state in
            let message: CTAPHIDMessage?
            switch packet.kind {
            case .initialization:
                require(state.assemblers[packet.channel] == nil, "a message begins within another")
                guard let assembler = try? CTAPHIDAssembler(packet) else { fatalError("a message is too long") }
                message = assembler.message
                if message == nil { state.assemblers[packet.channel] = assembler }
            case .continuation:
                guard var assembler = state.assemblers[packet.channel], (try? assembler.append(packet)) != nil else {
                    fatalError("a continuation of nothing, or out of its turn")
                }
                message = assembler.message
                state.assemblers[packet.channel] = message == nil ? assembler : nil
            }
            if let message { Self.take(message, &state) }
        }
    }

    private static func take(_ message: CTAPHIDMessage, _ state: inout State) {
        if message.channel == .broadcast, message.command == .`init` {
            require(message.payload.count == 17, "an answer to INIT has 17 bytes")
            let channel = CTAPHIDChannel(rawValue: message.payload[8..<12].reduce(0) { $0 << 8 | UInt32($1) })
            require(channel != .broadcast && channel.rawValue != 0, "a channel that nobody may have")
            state.channels.append(channel)
        } else if message.command != .error {
            // Errors can also concern other clients' channels.
            require(state.channels.contains(message.channel), "an answer on somebody else's channel")
        } else {
            require(message.payload.count == 1, "an error has one byte")
        }
        state.received = state.received.suffix(15) + [message]
    }

    /// A message in several packets is echoed, and a command gets a response.
    func checkService() {
        guard let channel = state.withLock({ $0.channels.last }) else { fatalError("no channel is given any more") }
        let ping = CTAPHIDMessage(channel: channel, command: .ping, payload: (0..<300).map { UInt8($0 & 0xFF) })
        send(ping, packetsLeftOut: 0)
        receive()
        require(state.withLock { $0.received.last } == ping, "a PING is not answered by itself")
        send(CTAPHIDMessage(channel: channel, command: .cbor, payload: [0x04]), packetsLeftOut: 0)
        receive()
        let answer = state.withLock { $0.received.last }
        require(answer?.command == .cbor && answer?.payload == [0], "a command is not answered")
    }
}
