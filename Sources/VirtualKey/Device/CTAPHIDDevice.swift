import CTAP
import Synchronization
import ToqueCrypto

/// A processor of commands as a device that speaks CTAPHID (CTAP 2.3 section 11.2). Links bring reports to it and
/// carry its reports away: `loopback` in the process, `PseudoTerminalLink`, `UnixSocketLink` and `UHIDLink`, several at
/// once.
///
/// A command that awaits nobody is carried out on the thread that brings its last packet, and its answer waits when
/// that thread comes back. One transaction goes on at a time; who comes meanwhile is told CHANNEL_BUSY.
public final class CTAPHIDDevice: Sendable {
    private let processor: any CTAPProcessor
    private let random: any RandomSource
    private let uptime: @Sendable () -> Duration
    private let onWink: (@Sendable () -> Void)?
    private let log: (@Sendable (DeviceEvent) -> Void)?
    private let contents: Mutex<Contents>
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
        self.random = random
        self.uptime = uptime
        self.onWink = onWink
        self.log = log
        contents = Mutex(Contents(state: DeviceState(speaksU2F: processor.speaksU2F)))
    }

    /// The system's monotonic clock.
    public static let systemUptime: @Sendable () -> Duration = { MonotonicTime.now }

    /// Takes the device's power away and gives it back: every connection is closed, its request canceled, and the
    /// processor forgets what it keeps in memory alone. Links listen on at the same place. From any thread.
    public func powerCycle() {
        power.withLock { _ in
            handle { $0.state.cutPower() }
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

    /// Ends a connection, its channels and its request. A second time does nothing.
    func close(_ connection: DeviceConnection) { handle { $0.state.close(connection.number) } }

    /// Takes a report of a client's; nothing happens where the connection is closed.
    func deliver(_ packet: CTAPHIDPacket, from connection: DeviceConnection) {
        handle { $0.state.receive(packet, from: connection.number, at: uptime(), random: random) }
    }

    /// Sends keepalives and gives up transactions that are due.
    /// - Returns: how long until it has something to do again; nil where nothing is under way.
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
        /// Those that are open, by number.
        var connections: [Int: DeviceConnection] = [:]
        /// Of the command that the processor is at, once it has suspended.
        var task: Task<Void, Never>?

        /// Carries out what concerns a connection.
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

    /// Lets an event change the state, and carries out what follows.
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
        // No more than CTAPHID carries, whatever a store may hold.
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
