import CTAP
import Synchronization
import ToqueCrypto

/// A processor of commands as a device that speaks CTAPHID (CTAP 2.1 section 11.2). Links bring reports to it and
/// carry its reports away: `loopback` in the process, `PseudoTerminalLink`, `UnixSocketLink` and `UHIDLink`, several at
/// once.
///
/// A command that awaits nobody is carried out on the thread that brings its last packet, and its answer waits when
/// that thread comes back. One transaction goes on at a time; who comes meanwhile is told CHANNEL_BUSY.
public final class CTAPHIDDevice: Sendable {
    private let processor: any CTAPProcessor
    private let onWink: (@Sendable () -> Void)?
    private let log: (@Sendable (DeviceEvent) -> Void)?
    private let state: Mutex<DeviceState>
    /// Held while the power is away: who connected before all is forgotten would lose what it has got since.
    private let power = Mutex(())

    /// - Parameters:
    ///   - processor: carries out the commands, one at a time.
    ///   - random: for channel identifiers.
    ///   - uptime: the monotonic clock of time-outs, keepalives and locks, from any starting point.
    ///   - onWink: shows the person that this device is meant (CTAPHID_WINK), under the terms of `log`.
    ///   - log: is told what happens, on the thread where it happens and before an answer leaves; it must not block.
    public init(
        processor: any CTAPProcessor, random: any RandomSource = SystemRandom(),
        uptime: @escaping @Sendable () -> Duration = CTAPHIDDevice.systemUptime,
        onWink: (@Sendable () -> Void)? = nil, log: (@Sendable (DeviceEvent) -> Void)? = nil
    ) {
        self.processor = processor
        self.onWink = onWink
        self.log = log
        state = Mutex(DeviceState(random: random, uptime: uptime, speaksU2F: processor.speaksU2F))
    }

    /// The system's monotonic clock.
    public static let systemUptime: @Sendable () -> Duration = { MonotonicTime.now }

    /// Takes the device's power away and gives it back: every connection is closed, its request canceled, and the
    /// processor forgets what it keeps in memory alone. Links listen on at the same place. From any thread.
    public func powerCycle() {
        power.withLock { _ in
            perform(state.withLock { $0.powerOff() })
            processor.powerCycle()
        }
    }

    // MARK: - For links

    /// Opens a connection for a client.
    /// - Parameters:
    ///   - link: how it comes, for the log.
    ///   - maxChannels: how many it may have at a time; more than that cost it its oldest.
    ///   - wake: is called after reports have come in and after the device has closed the connection; from any thread,
    ///     with the device's lock held.
    /// - Throws: where there are as many connections as there may be.
    func connect(
        link: String, maxChannels: Int = ChannelTable.maxChannels, wake: @escaping @Sendable () -> Void = {}
    ) throws(VirtualKeyError) -> DeviceConnection {
        let connection = power.withLock { _ in
            state.withLock { $0.connect(maxChannels: maxChannels, wake: wake) }
        }
        guard let connection else {
            throw VirtualKeyError("\(link): the key has \(ChannelTable.maxConnections) connections; close one of them")
        }
        log?(.connected(connection: connection.number, link: link))
        return connection
    }

    /// Ends a connection, its channels and its request. A second time does nothing.
    func close(_ connection: DeviceConnection) {
        guard let effects = state.withLock({ $0.close(connection) }) else { return }
        perform(effects)
    }

    /// Takes a report of a client's; nothing happens where the connection is closed.
    func deliver(_ packet: CTAPHIDPacket, from connection: DeviceConnection) {
        perform(state.withLock { $0.deliver(packet, from: connection) })
    }

    /// Sends keepalives and gives up transactions that are due.
    /// - Returns: how long until it has something to do again; nil where nothing is under way.
    func tick() -> Duration? {
        let (due, effects) = state.withLock { $0.tick() }
        perform(effects)
        return due
    }

    private func perform(_ effects: DeviceState.Effects) {
        for event in effects.events {
            log?(event)
            if case .winked = event { onWink?() }
        }
        effects.cancelled?.cancel()
        if let request = effects.request { run(request) }
    }

    // MARK: - Requests

    private func run(_ request: DeviceState.Request) {
        if request.changesChannel { processor.channelChanged() }
        switch request.message.command {
        case .msg: runU2F(request)
        default: runCBOR(request)
        }
    }

    private func runCBOR(_ request: DeviceState.Request) {
        let payload = request.message.payload
        let command: CTAPCommand
        do throws(CTAPStatus) {
            let code = try CTAPCommandCode(of: payload)
            guard processor.commands.contains(code) else { throw .invalidCommand }
            guard payload.count <= processor.maxMsgSize else { throw .requestTooLarge }
            command = try CTAPCommand(code, parameters: payload.dropFirst())
        } catch {
            log?(.received(connection: request.connection, command: CommandWords.undecoded(payload)))
            return complete(request, error, [])
        }
        log?(.received(connection: request.connection, command: CommandWords.describe(command)))
        start(request) { [self] in
            do throws(CTAPStatus) {
                let response = try await processor.process(command) { [self] status in
                    state.withLock { $0.keepalive(status, of: request.id) }
                }
                complete(request, .ok, response.encoded)
            } catch {
                complete(request, error, [])
            }
        }
    }

    private func runU2F(_ request: DeviceState.Request) {
        let payload = request.message.payload
        let command: U2FCommand
        do throws(U2FStatus) {
            command = try U2FCommand(decoding: payload)
        } catch {
            log?(.received(connection: request.connection, command: CommandWords.undecodedU2F(payload)))
            return complete(request, error, [])
        }
        log?(.received(connection: request.connection, command: CommandWords.describe(command)))
        start(request) { [self] in
            do throws(U2FStatus) {
                complete(request, .noError, try await processor.process(command).encoded)
            } catch {
                complete(request, error, [])
            }
        }
    }

    private func start(_ request: DeviceState.Request, _ body: @escaping @Sendable () async -> Void) {
        let task = Task.immediate { await body() }
        // Where the request is over by now this finds nothing.
        state.withLock { $0.suspended(request.id, task) }?.cancel()
    }

    private func complete(_ request: DeviceState.Request, _ status: CTAPStatus, _ body: [UInt8]) {
        // No more than CTAPHID carries, whatever a store may hold.
        guard body.count < CTAPHIDPacket.maxMessage else { return complete(request, CTAPStatus.other, []) }
        complete(request, [status.rawValue] + body, .answered(connection: request.connection, status))
    }

    private func complete(_ request: DeviceState.Request, _ status: U2FStatus, _ body: [UInt8]) {
        complete(request, body + status.encoded, .answeredU2F(connection: request.connection, status))
    }

    private func complete(_ request: DeviceState.Request, _ reply: [UInt8], _ event: DeviceEvent) {
        log?(event)
        if let next = state.withLock({ $0.complete(request.id, reply: reply) }) { run(next) }
    }
}
