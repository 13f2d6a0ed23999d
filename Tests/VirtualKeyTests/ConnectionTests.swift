import CTAP
import Glibc
import Testing

@testable import VirtualKey

/// Ownership of channels and requests, and what ends them.
struct ConnectionTests {
    @Test("A channel belongs to the connection that opened it", arguments: [LinkKind.loopback, .socket])
    func channelsBelongToTheirConnection(kind: LinkKind) async throws {
        let bench = try Bench(kind)
        let first = try bench.connect()
        let second = try bench.connect()
        defer { for client in [first, second] { client.connection.close() } }
        let channel = try await first.openChannel()
        let other = try await second.openChannel()
        #expect(channel != other)
        let ping = CTAPHIDMessage(channel: channel, command: .ping, payload: [1])
        try await second.expect(.error, [CTAPHIDError.invalidChannel.rawValue], to: ping)
        try await second.expect(
            .error, [CTAPHIDError.invalidChannel.rawValue],
            to: CTAPHIDMessage(channel: channel, command: .`init`, payload: FramingCase.nonce))
        try await first.expect(.ping, [1], to: ping)
    }

    @Test(
        "A second connection gets channelBusy while the first one's request is under way",
        arguments: [LinkKind.loopback, .socket])
    func aSecondConnectionIsToldToWait(kind: LinkKind) async throws {
        let bench = try Bench(kind)
        let first = try bench.connect()
        let second = try bench.connect()
        defer { for client in [first, second] { client.connection.close() } }
        let channel = try await first.openChannel()
        let other = try await second.openChannel()
        try await first.expect(.keepalive, [2], to: CTAPCommand.selection.message(on: channel))
        try await second.expect(
            .error, [CTAPHIDError.channelBusy.rawValue], to: CTAPCommand.getInfo.message(on: other))
        // A continuation on the other connection's channel is not accepted.
        try second.write(channel.bytes + [UInt8](repeating: 0, count: 60))
        try first.send(channel, .cancel)
        #expect(try await first.receive().payload == [CTAPStatus.keepaliveCancel.rawValue])
        try await second.expect(.cbor, RequestTests.info, to: CTAPCommand.getInfo.message(on: other))
    }

    @Test("Closing a connection cancels its request", arguments: LinkKind.allCases)
    func closingCancelsTheRequest(kind: LinkKind) async throws {
        let bench = try Bench(kind)
        let client = try bench.connect()
        let channel = try await client.openChannel()
        try await client.expect(.keepalive, [2], to: CTAPCommand.selection.message(on: channel))
        client.connection.close()
        await bench.events.wait(for: .answered(connection: 1, .keepaliveCancel))
        let next = try bench.connect()
        defer { next.connection.close() }
        let own = try await next.openChannel()
        try await next.expect(.cbor, RequestTests.info, to: CTAPCommand.getInfo.message(on: own))
    }

    @Test("Closing a connection drops its unfinished message", arguments: LinkKind.allCases)
    func closingEndsAMessage(kind: LinkKind) async throws {
        let bench = try Bench(kind)
        let client = try bench.connect()
        let ping = CTAPHIDMessage(
            channel: try await client.openChannel(), command: .ping, payload: [UInt8](repeating: 1, count: 100))
        try client.write(ping.reports[0])
        client.connection.close()
        await bench.events.wait(for: .disconnected(connection: 1))
        let next = try bench.connect()
        defer { next.connection.close() }
        let own = try await next.openChannel()
        try await next.expect(.ping, [1], to: CTAPHIDMessage(channel: own, command: .ping, payload: [1]))
    }

    @Test("A power cycle cancels the request and ends every channel", arguments: LinkKind.allCases)
    func aPowerCycleEndsEverything(kind: LinkKind) async throws {
        let bench = try Bench(kind)
        let path = bench.path
        let client = try bench.connect()
        let channel = try await client.openChannel()
        try await client.expect(.keepalive, [2], to: CTAPCommand.selection.message(on: channel))
        bench.device.powerCycle()
        await bench.events.wait(for: .answered(connection: 1, .keepaliveCancel))
        #expect(bench.processor.record.withLock { $0.powerCycles } == 1)
        switch kind {
        case .terminal, .uhid:
            // The device cannot close it: a waiting client learns that its channel is gone, and so does one that sends.
            let farewell = try await client.receive()
            #expect(farewell.channel == channel)
            #expect(farewell.command == .error)
            #expect(farewell.payload == [CTAPHIDError.invalidChannel.rawValue])
            let ping = CTAPHIDMessage(channel: channel, command: .ping, payload: [])
            try await client.expect(.error, [CTAPHIDError.invalidChannel.rawValue], to: ping)
        case .loopback, .socket:
            await #expect(throws: (any Error).self) { try await client.receive() }
        }
        client.connection.close()
        let next = try bench.connect()
        defer { next.connection.close() }
        #expect(bench.path == path)
        let own = try await next.openChannel()
        try await next.expect(.cbor, RequestTests.info, to: CTAPCommand.getInfo.message(on: own))
    }

    @Test("A connection during a power cycle waits until the power is back")
    func nobodyConnectsWhileThePowerIsAway() async throws {
        let bench = try Bench()
        let (device, processor) = (bench.device, bench.processor)
        let powerless = Monitor(())
        let stranger = Monitor<ThreadState?>(nil)
        let isBack = Monitor(false)
        processor.whilePowerless.withLock {
            $0 = {
                powerless.change { _ in }
                // The stranger waits for the power, or has returned from connecting without waiting.
                while !isBack.withLock({ $0 }), stranger.withLock({ $0 })?.isWaiting != true { sched_yield() }
            }
        }
        async let powerCycles = onThread {
            defer { isBack.change { $0 = true } }
            let state = try ThreadState()
            powerless.wait(after: 0, atMost: .seconds(300))
            // The stranger has waited until now.
            stranger.change { $0 = state }
            _ = try device.connect(link: "a test")
            return processor.record.withLock { $0.powerCycles }
        }
        try await onThread { device.powerCycle() }
        #expect(try await powerCycles == 1)
    }

    @Test("A closed connection refuses to write and to read")
    func aClosedConnectionSaysSo() async throws {
        let bench = try Bench()
        let client = try bench.connect()
        client.connection.close()
        client.connection.close()
        #expect(throws: VirtualKeyError.self) { try client.send(.broadcast, .`init`, FramingCase.nonce) }
        #expect(throws: VirtualKeyError.self) { try client.connection.read(milliseconds: nil) }
        #expect(bench.events.all.count { $0 == .disconnected(connection: 1) } == 1)
    }

    /// The reader has no deadline, and the request begins while it waits.
    @Test("A waiting reader gets the answer to another thread's request")
    func aReaderThatWaitsSeesWhatAnotherThreadBrings() async throws {
        let bench = try Bench()
        let client = try bench.connect()
        let channel = try await client.openChannel()
        async let report = onThread { [connection = client.connection] in try connection.read(milliseconds: nil) }
        try client.send(CTAPCommand.getInfo.message(on: channel))
        #expect(try await report?[4] == CTAPHIDCommand.cbor.rawValue | 0x80)
    }

    @Test("A channel beyond the limit replaces the oldest one")
    func channelsAreManyButNotWithoutEnd() async throws {
        let bench = try Bench()
        let client = try bench.connect()
        var channels: [CTAPHIDChannel] = []
        for _ in 0...ChannelTable.maxChannels { channels.append(try await client.openChannel()) }
        #expect(Set(channels).count == channels.count)
        let first = CTAPHIDMessage(channel: channels[0], command: .ping, payload: [])
        let second = CTAPHIDMessage(channel: channels[1], command: .ping, payload: [])
        try await client.expect(.error, [CTAPHIDError.invalidChannel.rawValue], to: first)
        try await client.expect(.ping, [], to: second)
    }

    @Test("New channels never replace the channel of a request")
    func theChannelOfARequestIsNotTakenAway() async throws {
        let bench = try Bench()
        let client = try bench.connect()
        let channel = try await client.openChannel()
        try await client.expect(.keepalive, [2], to: CTAPCommand.selection.message(on: channel))
        for _ in 0..<2 * ChannelTable.maxChannels { _ = try await client.openChannel() }
        try client.send(channel, .cancel)
        #expect(try await client.receive().payload == [CTAPStatus.keepaliveCancel.rawValue])
    }

    @Test("New channels never replace the channel of a lock")
    func theChannelOfALockIsNotTakenAway() async throws {
        let bench = try Bench()
        let (client, other) = (try bench.connect(), try bench.connect())
        let (channel, otherChannel) = (try await client.openChannel(), try await other.openChannel())
        try await client.expect(.lock, [], to: CTAPHIDMessage(channel: channel, command: .lock, payload: [10]))
        for _ in 0..<2 * ChannelTable.maxChannels { _ = try await client.openChannel() }
        client.connection.close()
        await bench.events.wait(for: .disconnected(connection: 1))
        try await other.expect(.ping, [], to: CTAPHIDMessage(channel: otherChannel, command: .ping, payload: []))
    }

    @Test("A connection beyond the limit is refused until another one closes")
    func connectionsAreManyButNotWithoutEnd() async throws {
        let bench = try Bench()
        let clients = try (0..<ChannelTable.maxConnections).map { _ in try bench.connect() }
        #expect(throws: VirtualKeyError.self) { try bench.connect() }
        clients[0].connection.close()
        _ = try bench.connect()
    }

    @Test("A client that only writes is refused until it reads")
    func whoOnlyWritesIsStopped() async throws {
        let client = try Bench().connect()
        let channel = try await client.openChannel()
        #expect(throws: VirtualKeyError.self) {
            for _ in 0..<10_000 { try client.send(channel, .ping) }
        }
        _ = try await client.receive()
        try client.send(channel, .ping)
    }
}
