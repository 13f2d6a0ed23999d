import CTAP
import Testing

@testable import VirtualKey

/// CTAPHID_CBOR (CTAP 2.3 section 11.2.9.1.2).
struct RequestTests {
    static let info: [UInt8] = [0] + CTAPResponse.getInfo(StubProcessor.info).encoded

    @Test("A command is decoded, processed and answered", arguments: LinkKind.allCases)
    func aCommandIsDecodedAndAnswered(kind: LinkKind) async throws {
        let bench = try Bench(kind)
        let client = try bench.connect()
        defer { client.connection.close() }
        let channel = try await client.openChannel()
        try await client.expect(.cbor, Self.info, to: CTAPCommand.getInfo.message(on: channel))
        #expect(bench.processor.record.withLock { $0.commands } == [.getInfo])
    }

    @Test("A quick answer can be read once the last packet is written")
    func theAnswerIsThereWhenTheLastPacketWasWritten() async throws {
        let client = try Bench().connect()
        let channel = try await client.openChannel()
        try client.send(CTAPCommand.getInfo.message(on: channel))
        #expect(try client.connection.read(milliseconds: 0) != nil)
    }

    /// A client must not continue another client's command.
    @Test("The processor is told when a request comes on another channel")
    func theProcessorLearnsThatTheChannelChanges() async throws {
        let bench = try Bench()
        let (client, other) = (try bench.connect(), try bench.connect())
        let (channel, otherChannel) = (try await client.openChannel(), try await other.openChannel())
        func changes() -> [Int] { bench.processor.record.withLock { $0.channelChanges } }
        for _ in 0..<2 { try await client.expect(.cbor, Self.info, to: CTAPCommand.getInfo.message(on: channel)) }
        #expect(changes() == [0])
        // A request that reaches nobody counts as a change too.
        let unknown = CTAPHIDMessage(channel: otherChannel, command: .cbor, payload: [0x50])
        try await other.expect(.cbor, [CTAPStatus.invalidCommand.rawValue], to: unknown)
        try await other.expect(.cbor, Self.info, to: CTAPCommand.getInfo.message(on: otherChannel))
        #expect(changes() == [0, 2])
        try await client.expect(.cbor, Self.info, to: CTAPCommand.getInfo.message(on: channel))
        #expect(changes() == [0, 2, 3])
    }

    @Test("A request canceled before its turn does not hide the next change of channel")
    func aRequestThatNeverHadItsTurnChangesNothing() async throws {
        let bench = try Bench()
        let (client, other) = (try bench.connect(), try bench.connect())
        let (channel, otherChannel) = (try await client.openChannel(), try await other.openChannel())
        try await client.expect(.keepalive, [2], to: CTAPCommand.reset.message(on: channel))
        client.connection.close()
        let getInfo = CTAPCommand.getInfo.message(on: otherChannel)
        try other.send(getInfo)
        try other.send(otherChannel, .cancel)
        #expect(try await other.receive().payload == [CTAPStatus.keepaliveCancel.rawValue])
        bench.processor.release.open()
        await bench.events.wait(for: .answered(connection: 1, .ok))
        try await other.expect(.cbor, Self.info, to: getInfo)
        #expect(bench.processor.record.withLock { $0.channelChanges } == [0, 1])
    }

    @Test(
        "A request that fails is answered with only its status",
        arguments: [
            ([UInt8]([0x08]), CTAPStatus.notAllowed),
            ([0x0A, 0xA1, 0x01, 0x01], .other),
            // An unknown command or one that the processor lacks, whatever follows; not CBOR; a missing parameter;
            // longer than the processor accepts.
            // than the processor takes.
            ([0x50], .invalidCommand),
            ([0x50, 0xFF], .invalidCommand),
            ([0x0C, 0xFF], .invalidCommand),
            ([0x0C, 0xA1, 0x03, 0x00], .invalidCommand),
            ([0x0C] + [UInt8](repeating: 0, count: 100), .invalidCommand),
            ([0x01, 0xFF], .invalidCBOR),
            ([0x01, 0xA0], .missingParameter),
            ([0x04] + [UInt8](repeating: 0, count: 100), .requestTooLarge),
        ])
    func aFailureIsAStatusAlone(request: [UInt8], status: CTAPStatus) async throws {
        let client = try Bench().connect()
        let channel = try await client.openChannel()
        let message = CTAPHIDMessage(channel: channel, command: .cbor, payload: request)
        try await client.expect(.cbor, [status.rawValue], to: message)
        #expect(try client.isQuiet)
    }

    @Test("Keepalives come every 100 milliseconds, with at most one unread")
    func keepalivesComeEveryHundredMilliseconds() async throws {
        let bench = try Bench()
        let client = try bench.connect()
        let channel = try await client.openChannel()
        let upNeeded = CTAPHIDMessage(channel: channel, command: .keepalive, payload: [2])
        try await client.expect(.keepalive, [2], to: CTAPCommand.selection.message(on: channel))
        #expect(try client.isQuiet)
        bench.advance(by: .milliseconds(99))
        #expect(try client.isQuiet)
        for _ in 0..<3 {
            bench.advance(by: .milliseconds(100))
            #expect(try await client.receive() == upNeeded)
            #expect(try client.isQuiet)
        }
        // A client that does not read gets no second keepalive.
        bench.advance(by: .milliseconds(100))
        bench.advance(by: .milliseconds(100))
        #expect(try await client.receive() == upNeeded)
        #expect(try client.isQuiet)
    }

    @Test("A touch ends the wait and brings the answer", arguments: LinkKind.allCases)
    func aTouchEndsTheWait(kind: LinkKind) async throws {
        let bench = try Bench(kind)
        let client = try bench.connect()
        defer { client.connection.close() }
        let channel = try await client.openChannel()
        try await client.expect(.keepalive, [2], to: CTAPCommand.selection.message(on: channel))
        bench.advance(by: .milliseconds(100))
        #expect(try await client.receive().payload == [2])
        bench.processor.touch.open()
        // The status has changed, which is reported too.
        #expect(try await client.receive() == CTAPHIDMessage(channel: channel, command: .keepalive, payload: [1]))
        #expect(try await client.receive() == CTAPHIDMessage(channel: channel, command: .cbor, payload: [0]))
        try await client.expect(.ping, [1], to: CTAPHIDMessage(channel: channel, command: .ping, payload: [1]))
    }

    @Test("A gesture that comes at once needs no keepalive")
    func noKeepaliveWhereNothingIsAwaited() async throws {
        let bench = try Bench()
        bench.processor.touch.open()
        let client = try bench.connect()
        let channel = try await client.openChannel()
        try await client.expect(.cbor, [0], to: CTAPCommand.selection.message(on: channel))
        bench.advance(by: .seconds(1))
        #expect(try client.isQuiet)
    }

    @Test("A canceled request is answered with keepaliveCancel", arguments: LinkKind.allCases)
    func cancelingIsAStatusOfTheRequest(kind: LinkKind) async throws {
        let bench = try Bench(kind)
        let client = try bench.connect()
        defer { client.connection.close() }
        let channel = try await client.openChannel()
        try await client.expect(.keepalive, [2], to: CTAPCommand.selection.message(on: channel))
        try client.send(channel, .cancel)
        let answer = CTAPHIDMessage(channel: channel, command: .cbor, payload: [CTAPStatus.keepaliveCancel.rawValue])
        #expect(try await client.receive() == answer)
        // Too late: no answer.
        try client.send(channel, .cancel)
        try await client.expect(.cbor, Self.info, to: CTAPCommand.getInfo.message(on: channel))
    }

    /// Older clients read one message after CTAPHID_CANCEL.
    @Test("After a cancellation no keepalive comes before the answer, however long it takes")
    func noKeepaliveAfterCanceling() async throws {
        let bench = try Bench()
        let client = try bench.connect()
        let channel = try await client.openChannel()
        try await client.expect(.keepalive, [2], to: CTAPCommand.reset.message(on: channel))
        try client.send(channel, .cancel)
        for _ in 0..<3 {
            bench.advance(by: .milliseconds(100))
            #expect(try client.isQuiet)
        }
        bench.processor.release.open()
        #expect(try await client.receive() == CTAPHIDMessage(channel: channel, command: .cbor, payload: [0]))
        // The next request has keepalives again.
        try await client.expect(.keepalive, [2], to: CTAPCommand.selection.message(on: channel))
        bench.advance(by: .milliseconds(100))
        #expect(try await client.receive() == CTAPHIDMessage(channel: channel, command: .keepalive, payload: [2]))
    }

    @Test("A request is canceled only on its own channel")
    func onlyTheOwnChannelCancels() async throws {
        let bench = try Bench()
        let client = try bench.connect()
        let channel = try await client.openChannel()
        let other = try await client.openChannel()
        let stranger = try bench.connect()
        try await client.expect(.keepalive, [2], to: CTAPCommand.selection.message(on: channel))
        try client.send(other, .cancel)
        try stranger.send(channel, .cancel)
        #expect(try client.isQuiet)
        #expect(try await stranger.receive().payload == [CTAPHIDError.invalidChannel.rawValue])
        bench.processor.touch.open()
        #expect(try await client.receive().command == .keepalive)
        #expect(try await client.receive().payload == [0])
    }

    @Test("A second message during a request is refused with channelBusy", arguments: LinkKind.allCases)
    func aSecondRequestIsTooMuch(kind: LinkKind) async throws {
        let bench = try Bench(kind)
        let client = try bench.connect()
        defer { client.connection.close() }
        let channel = try await client.openChannel()
        let other = try await client.openChannel()
        let busy = CTAPHIDError.channelBusy.rawValue
        try await client.expect(.keepalive, [2], to: CTAPCommand.selection.message(on: channel))
        for channel in [channel, other] {
            try await client.expect(.error, [busy], to: CTAPCommand.getInfo.message(on: channel))
            try await client.expect(.error, [busy], to: CTAPHIDMessage(channel: channel, command: .wink, payload: []))
        }
        // A stray continuation also changes nothing.
        try client.write(channel.bytes + [UInt8](repeating: 0, count: 60))
        try client.send(channel, .cancel)
        #expect(try await client.receive().payload == [CTAPStatus.keepaliveCancel.rawValue])
    }

    @Test("CTAPHID_INIT on the request's own channel ends the request", arguments: LinkKind.allCases)
    func initEndsARequest(kind: LinkKind) async throws {
        let bench = try Bench(kind)
        let client = try bench.connect()
        defer { client.connection.close() }
        let channel = try await client.openChannel()
        try await client.expect(.keepalive, [2], to: CTAPCommand.selection.message(on: channel))
        // On the broadcast channel it does not.
        let other = try await client.openChannel()
        try await client.expect(
            .error, [CTAPHIDError.channelBusy.rawValue], to: CTAPCommand.getInfo.message(on: other))
        try await client.expect(
            .`init`, FramingCase.nonce + channel.bytes + [2, 1, 0, 0, 0x0D],
            to: CTAPHIDMessage(channel: channel, command: .`init`, payload: FramingCase.nonce))
        try await client.expect(.cbor, Self.info, to: CTAPCommand.getInfo.message(on: other))
    }

    /// The processor handles one command at a time, even if the client has abandoned one that does not stop.
    @Test("A request waits until an abandoned one has ended")
    func aRequestWaitsForTheEndOfOneThatWasGivenUp() async throws {
        let bench = try Bench()
        let client = try bench.connect()
        let channel = try await client.openChannel()
        try await client.expect(.keepalive, [2], to: CTAPCommand.reset.message(on: channel))
        try client.send(channel, .`init`, FramingCase.nonce)
        #expect(try await client.receive().command == .`init`)
        try client.send(CTAPCommand.getInfo.message(on: channel))
        #expect(try client.isQuiet)
        bench.advance(by: .milliseconds(100))
        #expect(try await client.receive() == CTAPHIDMessage(channel: channel, command: .keepalive, payload: [1]))
        bench.processor.release.open()
        #expect(try await client.receive() == CTAPHIDMessage(channel: channel, command: .cbor, payload: Self.info))
        #expect(bench.processor.record.withLock { $0.mostAtOnce } == 1)
    }

    @Test("A request canceled while it waits does not reach the processor")
    func aRequestThatWaitsIsCanceled() async throws {
        let bench = try Bench()
        let client = try bench.connect()
        let channel = try await client.openChannel()
        try await client.expect(.keepalive, [2], to: CTAPCommand.reset.message(on: channel))
        try client.send(channel, .`init`, FramingCase.nonce)
        #expect(try await client.receive().command == .`init`)
        try client.send(CTAPCommand.getInfo.message(on: channel))
        try client.send(channel, .cancel)
        #expect(try await client.receive().payload == [CTAPStatus.keepaliveCancel.rawValue])
        bench.processor.release.open()
        #expect(bench.processor.record.withLock { $0.commands } == [.reset])
    }
}
