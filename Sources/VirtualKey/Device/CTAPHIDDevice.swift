import CTAP
import Synchronization
import ToqueCrypto

/// Makes a command processor a CTAPHID device (CTAP 2.3 section 11.2). Links deliver reports to it and carry its
/// reports away: `loopback` in the process, `PseudoTerminalLink`, `UnixSocketLink` and `UHIDLink`, several at once.
///
/// A command that awaits no gesture runs on the thread that delivers its last packet, and its response is ready when
/// that thread returns. There is one transaction at a time; concurrent clients get CHANNEL_BUSY.
public final class CTAPHIDDevice: Sendable {
    private let processor: any CTAPProcessor
    private let random: any RandomSource
    private let uptime: @Sendable () -> Duration
    private let onWink: (@Sendable () -> Void)?
    private let log: (@Sendable (DeviceEvent) -> Void)?
    private let contents: Mutex<Contents>
    /// Held during a power cycle: a client that connected before everything is forgotten would lose its new state.
    private let power = Mutex(())

    /// - Parameters:
    ///   - processor: executes the commands, one at a time.
    ///   - random: the source of channel identifiers.
    ///   - uptime: the monotonic clock of timeouts, keepalives and locks, with any starting point.
    ///   - onWink: identifies the device to the person (CTAPHID_WINK); called like `log`.
    ///   - log: receives events, on the thread where they happen and before a response leaves; it must not block.
    public init(
        processor: any CTAPProcessor, random: any RandomSource = SystemRandom(),
        uptime: @escaping @Sendable () -> Duration = CTAPHIDDevice.systemUptime,
        onWink: (@Sendable () -> Void)? = nil, log: (@Sendable (DeviceEvent) -> Void)? = nil
    ) {
        self.processor = processor
        self.random = random
        self.uptime = uptime
        self.onWink = onWink
        self.log = log
        contents = Mutex(Contents(state: DeviceState(speaksU2F: processor.speaksU2F)))
    }

    /// The system's monotonic clock.
    public static let systemUptime: @Sendable () -> Duration = { MonotonicTime.now }

    /// Cycles the device's power: closes every connection, cancels its request, and makes the processor forget its
    /// state in memory. Links continue to listen at the same path. From any thread.
    public func powerCycle() {
        power.withLock { _ in
            handle { $0.state.cutPower() }
            processor.powerCycle()
        }
    }

    // MARK: - For links

    /// Opens a connection for a client.
    /// - Parameters:
    ///   - link: the link's name, for the log.
    ///   - maxChannels: the maximum number of channels at a time; further ones replace the oldest.
    ///   - wake: called after reports arrive and after the device has closed the connection; from any thread, with the
    ///     device's lock held.
    /// - Throws: if the maximum number of connections is reached.
    func connect(
        link: String, maxChannels: Int = ChannelTable.maxChannels, wake: @escaping @Sendable () -> Void = {}
    ) throws(VirtualKeyError) -> DeviceConnection {
        let connection = power.withLock { _ in
            contents.withLock { contents -> DeviceConnection? in
                guard let number = contents.state.connect(maxChannels: maxChannels) else { return nil }
                let connection = DeviceConnection(number: number, wake: wake)
                contents.connections[number] = connection
                return connection
            }
        }
        guard let connection else {
            throw VirtualKeyError("\(link): the key has \(ChannelTable.maxConnections) connections; close one of them")
        }
        log?(.connected(connection: connection.number, link: link))
        return connection
    }

    /// Ends a connection with its channels and its request. Calling it again does nothing.
    func close(_ connection: DeviceConnection) { handle { $0.state.close(connection.number) } }

    /// Accepts a client's report. Does nothing if the connection is closed.
    func deliver(_ packet: CTAPHIDPacket, from connection: DeviceConnection) {
        handle { $0.state.receive(packet, from: connection.number, at: uptime(), random: random) }
    }

    /// Sends due keepalives and gives up overdue transactions.
    /// - Returns: the time until its next action; nil if nothing is in progress.
    func tick() -> Duration? {
        var wait: Duration?
        handle { contents in
            let now = uptime()
            defer { wait = contents.state.due.map { $0 - now } }
            return contents.state.passTime(to: now)
        }
        return wait
    }

    // MARK: - Effects

    private struct Contents {
        var state: DeviceState
        /// The open connections, by number.
        var connections: [Int: DeviceConnection] = [:]
        /// The task of the command that the processor executes, once it has suspended.
        var task: Task<Void, Never>?

        /// Carries out the effects on a connection.
        mutating func enqueue(_ effect: DeviceState.Effect) {
            switch effect {
            case .send(let message, let number): connections[number]?.send(message)
            case .sendKeepalive(let message, let number):
                if let connection = connections[number], connection.unread == 0 { connection.send(message) }
            case .close(let number, let channel):
                connections.removeValue(forKey: number)?.close(abandoning: channel)
            case .log, .wink, .cancel, .execute: break
            }
        }
    }

    /// Applies an event to the state and carries out its effects.
    private func handle(_ event: (inout Contents) -> [DeviceState.Effect]) {
        let (effects, task) = contents.withLock { contents in
            let effects = event(&contents)
            // With the lock held, so that messages leave in the order of the events.
            for effect in effects { contents.enqueue(effect) }
            return (effects, contents.task)
        }
        for effect in effects {
            switch effect {
            case .send, .sendKeepalive, .close: break
            case .log(let event): log?(event)
            case .wink(let connection):
                log?(.winked(connection: connection))
                onWink?()
            case .cancel: task?.cancel()
            case .execute(let request, let channelChanged):
                if channelChanged { processor.channelChanged() }
                if request.message.command == .msg { executeU2F(request) } else { executeCBOR(request) }
            }
        }
    }

    // MARK: - Requests

    private func executeCBOR(_ request: CTAPHIDTransaction.Request) {
        let payload = request.message.payload
        let command: CTAPCommand
        do throws(CTAPStatus) {
            let code = try CTAPCommandCode(of: payload)
            guard processor.commands.contains(code) else { throw .invalidCommand }
            guard payload.count <= processor.maxMsgSize else { throw .requestTooLarge }
            command = try CTAPCommand(code, parameters: payload.dropFirst())
        } catch {
            log?(.received(connection: request.connection, command: CommandWords.undecoded(payload)))
            return finish(request, error, [])
        }
        log?(.received(connection: request.connection, command: CommandWords.describe(command)))
        start(request) { [self] in
            do throws(CTAPStatus) {
                let response = try await processor.process(command) { [self] status in
                    handle { $0.state.changeStatus(status, of: request.id, at: uptime()) }
                }
                finish(request, .ok, response.encoded)
            } catch {
                finish(request, error, [])
            }
        }
    }

    private func executeU2F(_ request: CTAPHIDTransaction.Request) {
        let payload = request.message.payload
        let command: U2FCommand
        do throws(U2FStatus) {
            command = try U2FCommand(decoding: payload)
        } catch {
            log?(.received(connection: request.connection, command: CommandWords.undecodedU2F(payload)))
            return finish(request, error, [])
        }
        log?(.received(connection: request.connection, command: CommandWords.describe(command)))
        start(request) { [self] in
            do throws(U2FStatus) {
                finish(request, .noError, try await processor.process(command).encoded)
            } catch {
                finish(request, error, [])
            }
        }
    }

    private func start(_ request: CTAPHIDTransaction.Request, _ body: @escaping @Sendable () async -> Void) {
        let task = Task.immediate { await body() }
        handle { contents in
            // It may be over by now.
            guard contents.state.execution?.id == request.id else { return [] }
            contents.task = task
            return contents.state.suspend(at: uptime())
        }
    }

    private func finish(_ request: CTAPHIDTransaction.Request, _ status: CTAPStatus, _ body: [UInt8]) {
        // At most CTAPHID's limit, whatever a store may contain.
        guard body.count < CTAPHIDPacket.maxMessage else { return finish(request, CTAPStatus.other, []) }
        finish(request, [status.rawValue] + body, .answered(connection: request.connection, status))
    }

    private func finish(_ request: CTAPHIDTransaction.Request, _ status: U2FStatus, _ body: [UInt8]) {
        finish(request, body + status.encoded, .answeredU2F(connection: request.connection, status))
    }

    private func finish(_ request: CTAPHIDTransaction.Request, _ reply: [UInt8], _ event: DeviceEvent) {
        log?(event)
        handle { contents in
            contents.task = nil
            return contents.state.finish(request.id, reply: reply)
        }
    }
}
