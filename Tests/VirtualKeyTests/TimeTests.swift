import CTAP
import Testing

@testable import VirtualKey

/// Timeouts and locks, on a clock that the tests move.
struct TimeTests {
    @Test("A message is abandoned 800 milliseconds after its last packet", arguments: LinkKind.allCases)
    func aMessageWhosePacketsStopIsGivenUp(kind: LinkKind) async throws {
        let bench = try Bench(kind)
        let client = try bench.connect()
        defer { client.connection.close() }
        let channel = try await client.openChannel()
        let ping = CTAPHIDMessage(channel: channel, command: .ping, payload: [UInt8](repeating: 1, count: 150))
        try client.write(ping.reports[0])
        // Each packet restarts the timeout. The answer to INIT shows that the earlier packets have arrived.
        _ = try await client.openChannel()
        bench.advance(by: .milliseconds(799))
        try client.write(ping.reports[1])
        _ = try await client.openChannel()
        bench.advance(by: .milliseconds(799))
        _ = try await client.openChannel()
        bench.advance(by: .milliseconds(1))
        let timeout = CTAPHIDMessage(channel: channel, command: .error, payload: [CTAPHIDError.msgTimeout.rawValue])
        #expect(try await client.receive() == timeout)
        try client.write(ping.reports[2])
        try await client.expect(.ping, ping.payload, to: ping)
    }

    /// The stopped client need not do anything.
    @Test("A message that timed out no longer keeps other clients out")
    func aStoppedMessageIsInNobodysWay() async throws {
        let bench = try Bench()
        let sleeper = try bench.connect()
        let channel = try await sleeper.openChannel()
        let ping = CTAPHIDMessage(channel: channel, command: .ping, payload: [UInt8](repeating: 1, count: 150))
        try sleeper.write(ping.reports[0])
        let client = try bench.connect()
        let own = CTAPHIDMessage(channel: try await client.openChannel(), command: .ping, payload: [1])
        try await client.expect(.error, [CTAPHIDError.channelBusy.rawValue], to: own)
        bench.advance(by: .milliseconds(800))
        try await client.expect(.ping, [1], to: own)
        #expect(try await sleeper.receive().payload == [CTAPHIDError.msgTimeout.rawValue])
    }

    @Test("A lock keeps other channels out for its ten seconds")
    func aLockKeepsOthersOutForItsTime() async throws {
        let bench = try Bench()
        let client = try bench.connect()
        let channel = try await client.openChannel()
        let other = try await client.openChannel()
        let ping = CTAPHIDMessage(channel: other, command: .ping, payload: [1])
        let busy = CTAPHIDError.channelBusy.rawValue
        try await client.expect(.lock, [], to: CTAPHIDMessage(channel: channel, command: .lock, payload: [10]))
        try await client.expect(.error, [busy], to: ping)
        try await client.expect(.error, [busy], to: CTAPHIDMessage(channel: other, command: .lock, payload: [0]))
        try await client.expect(.ping, [2], to: CTAPHIDMessage(channel: channel, command: .ping, payload: [2]))
        _ = try await client.openChannel()
        bench.advance(by: .milliseconds(9_999))
        try await client.expect(.error, [busy], to: ping)
        bench.advance(by: .milliseconds(1))
        try await client.expect(.ping, [1], to: ping)
    }

    @Test("A lock lasts for the requested number of seconds", arguments: 1...10 as ClosedRange<UInt8>)
    func aLockLastsAsLongAsItWasAskedFor(seconds: UInt8) async throws {
        let bench = try Bench()
        let client = try bench.connect()
        let (channel, other) = (try await client.openChannel(), try await client.openChannel())
        let ping = CTAPHIDMessage(channel: other, command: .ping, payload: [1])
        try await client.expect(.lock, [], to: CTAPHIDMessage(channel: channel, command: .lock, payload: [seconds]))
        bench.advance(by: .seconds(Int(seconds)) - .milliseconds(1))
        try await client.expect(.error, [CTAPHIDError.channelBusy.rawValue], to: ping)
        bench.advance(by: .milliseconds(1))
        try await client.expect(.ping, [1], to: ping)
    }

    /// The lock's owner may die.
    @Test("A lock ends with its client's connection", arguments: [LinkKind.loopback, .terminal, .socket])
    func aLockEndsWithItsClient(kind: LinkKind) async throws {
        let bench = try Bench(kind)
        let client = try bench.connect()
        let channel = try await client.openChannel()
        try await client.expect(.lock, [], to: CTAPHIDMessage(channel: channel, command: .lock, payload: [10]))
        client.connection.close()
        await bench.events.wait(for: .disconnected(connection: 1))
        let next = try bench.connect()
        defer { next.connection.close() }
        let ping = CTAPHIDMessage(channel: try await next.openChannel(), command: .ping, payload: [1])
        try await next.expect(.ping, [1], to: ping)
    }

    /// The kernel does not say which client of a device has closed.
    @Test("A lock on a device with other clients ends only when its time is over")
    func aLockOfAClientAmongOthersEndsInTime() async throws {
        let bench = try Bench(.uhid)
        let (client, other) = (try bench.connect(), try bench.connect())
        let channel = try await client.openChannel()
        try await client.expect(.lock, [], to: CTAPHIDMessage(channel: channel, command: .lock, payload: [10]))
        // All clients get all reports.
        #expect(try await other.receive().command == .`init`)
        #expect(try await other.receive().command == .lock)
        client.connection.close()
        let ping = CTAPHIDMessage(channel: try await other.openChannel(), command: .ping, payload: [1])
        bench.advance(by: .milliseconds(9_999))
        try await other.expect(.error, [CTAPHIDError.channelBusy.rawValue], to: ping)
        bench.advance(by: .milliseconds(1))
        try await other.expect(.ping, [1], to: ping)
        other.connection.close()
    }

    @Test("A power cycle ends a lock")
    func aPowerCycleEndsALock() async throws {
        let bench = try Bench()
        let client = try bench.connect()
        let channel = try await client.openChannel()
        try await client.expect(.lock, [], to: CTAPHIDMessage(channel: channel, command: .lock, payload: [10]))
        bench.device.powerCycle()
        let next = try bench.connect()
        let ping = CTAPHIDMessage(channel: try await next.openChannel(), command: .ping, payload: [1])
        try await next.expect(.ping, [1], to: ping)
    }

    @Test("A lock ends when it is released and when its connection closes")
    func aLockIsReleased() async throws {
        let bench = try Bench()
        let client = try bench.connect()
        let channel = try await client.openChannel()
        let stranger = try bench.connect()
        let ping = CTAPHIDMessage(channel: try await stranger.openChannel(), command: .ping, payload: [1])
        let lock = CTAPHIDMessage(channel: channel, command: .lock, payload: [10])
        try await client.expect(.lock, [], to: lock)
        try await client.expect(.lock, [], to: CTAPHIDMessage(channel: channel, command: .lock, payload: [0]))
        try await stranger.expect(.ping, [1], to: ping)
        // The lock ends with its connection.
        try await client.expect(.lock, [], to: lock)
        client.connection.close()
        try await stranger.expect(.ping, [1], to: ping)
    }

    /// The last one counts, which may end sooner than the one before; and what has no answer has none.
    @Test("A new lock replaces the one before, and a refused one changes nothing")
    func aLockIsMadeAnew() async throws {
        let bench = try Bench()
        let client = try bench.connect()
        let channel = try await client.openChannel()
        let other = try await client.openChannel()
        let info = CTAPCommand.getInfo.message(on: other)
        let busy = CTAPHIDError.channelBusy.rawValue
        for seconds: UInt8 in [10, 2] {
            try await client.expect(.lock, [], to: CTAPHIDMessage(channel: channel, command: .lock, payload: [seconds]))
        }
        try await client.expect(.error, [busy], to: info)
        try await client.expect(.error, [busy], to: CTAPHIDMessage(channel: other, command: .wink, payload: []))
        try client.send(other, .cancel)
        #expect(try client.isQuiet)
        bench.advance(by: .seconds(1))
        // The refused lock changes nothing.
        try await client.expect(
            .error, [CTAPHIDError.invalidPar.rawValue],
            to: CTAPHIDMessage(channel: channel, command: .lock, payload: [11]))
        bench.advance(by: .milliseconds(999))
        try await client.expect(.error, [busy], to: info)
        bench.advance(by: .milliseconds(1))
        try await client.expect(.cbor, RequestTests.info, to: info)
    }

    @Test("A read ends at its timeout, and an idle device has no deadline")
    func readingEndsInTime() async throws {
        let bench = try Bench()
        let client = try bench.connect()
        #expect(try client.connection.read(milliseconds: 1) == nil)
        #expect(bench.device.tick() == nil)
        let channel = try await client.openChannel()
        try await client.expect(.keepalive, [2], to: CTAPCommand.selection.message(on: channel))
        #expect(bench.device.tick() == .milliseconds(100))
    }
}
