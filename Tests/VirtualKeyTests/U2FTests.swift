import CTAP
import Testing

@testable import VirtualKey

/// CTAPHID_MSG (CTAP 2.3 section 11.2.9.1.1).
struct U2FTests {
    private static let version = Array("U2F_V2".utf8) + [0x90, 0]
    private static let zeros = [UInt8](repeating: 0, count: 32)
    private static let register = U2FCommand.register(U2FRegister(challenge: zeros, application: zeros))
    private static let authenticate = U2FCommand.authenticate(
        U2FAuthenticate(control: .checkOnly, challenge: zeros, application: zeros, keyHandle: [1]))

    private let bench: Bench
    private let client: CTAPHIDClient

    init() throws {
        bench = try Bench(speaksU2F: true)
        client = try bench.connect()
    }

    /// NMSG is not set.
    private func openChannel() async throws -> CTAPHIDChannel { try await client.openChannel(capabilities: 0x05) }

    @Test("U2F commands are processed and answered alongside those of CTAP2", arguments: LinkKind.allCases)
    func requests(kind: LinkKind) async throws {
        let bench = try Bench(kind, speaksU2F: true)
        let client = try bench.connect()
        defer { client.connection.close() }
        let channel = try await client.openChannel(capabilities: 0x05)
        try await client.expect(.msg, Self.version, to: U2FCommand.version.message(on: channel))
        // Longer than one packet.
        try await client.expect(.msg, [0x69, 0x85], to: Self.register.message(on: channel))
        try await client.expect(.msg, [0x6A, 0x80], to: Self.authenticate.message(on: channel))
        try await client.expect(.cbor, RequestTests.info, to: CTAPCommand.getInfo.message(on: channel))
        #expect(
            bench.processor.record.withLock { $0.u2fCommands } == [.version, Self.register, Self.authenticate])
    }

    @Test(
        "A malformed U2F command is answered with only a status word",
        arguments: [
            ([UInt8](), [UInt8]([0x67, 0])), ([0, 3, 0], [0x67, 0]), ([0, 1, 0, 0], [0x67, 0]),
            ([1, 3, 0, 0], [0x6E, 0]),
            ([0, 9, 0, 0], [0x6D, 0]), ([0, 2, 0, 0, 65] + zeros + zeros + [0], [0x6A, 0x80]),
        ])
    func whatIsNoCommand(payload: [UInt8], word: [UInt8]) async throws {
        let message = CTAPHIDMessage(channel: try await openChannel(), command: .msg, payload: payload)
        try await client.expect(.msg, word, to: message)
        #expect(bench.processor.record.withLock { $0.u2fCommands }.isEmpty)
    }

    @Test("A key without U2F refuses CTAPHID_MSG with invalidCmd")
    func aKeyWithoutItHasNoSuchCommand() async throws {
        let client = try Bench().connect()
        let channel = try await client.openChannel()
        let refusal = [CTAPHIDError.invalidCmd.rawValue]
        try await client.expect(.error, refusal, to: U2FCommand.version.message(on: channel))
    }

    /// Some U2F hosts mistake a keepalive for the answer, and CANCEL applies to CTAPHID_CBOR.
    @Test("A waiting U2F command sends no keepalive and ignores CTAPHID_CANCEL")
    func whereItWaitsItIsSilent() async throws {
        let channel = try await openChannel()
        try await client.expect(.keepalive, [2], to: CTAPCommand.reset.message(on: channel))
        try client.send(channel, .`init`, FramingCase.nonce)
        #expect(try await client.receive().command == .`init`)
        try client.send(U2FCommand.version.message(on: channel))
        try client.send(channel, .cancel)
        for _ in 0..<3 { bench.advance(by: .milliseconds(100)) }
        #expect(try client.isQuiet)
        let busy = [CTAPHIDError.channelBusy.rawValue]
        let other = try await openChannel()
        try await client.expect(.error, busy, to: U2FCommand.version.message(on: other))
        bench.processor.release.open()
        #expect(
            try await client.receive() == CTAPHIDMessage(channel: channel, command: .msg, payload: Self.version))
    }

    @Test("A U2F command during another request is refused with channelBusy")
    func oneTransactionAtATime() async throws {
        let (channel, other) = (try await openChannel(), try await openChannel())
        try await client.expect(.keepalive, [2], to: CTAPCommand.selection.message(on: channel))
        let busy = [CTAPHIDError.channelBusy.rawValue]
        for channel in [channel, other] {
            try await client.expect(.error, busy, to: U2FCommand.version.message(on: channel))
        }
        bench.processor.touch.open()
        #expect(try await client.receive().payload == [1])
        #expect(try await client.receive().payload == [0])
        try await client.expect(.msg, Self.version, to: U2FCommand.version.message(on: other))
    }

    /// INIT ends an interrupted request without an error, PING with one; a lock blocks a request like any other.
    @Test("U2F messages obey sequence, timeout and lock like any other")
    func theRulesAreThoseOfEveryMessage() async throws {
        let (channel, other) = (try await openChannel(), try await openChannel())
        try client.write(Self.register.message(on: channel).reports[0])
        try client.send(channel, .`init`, FramingCase.nonce)
        #expect(try await client.receive().command == .`init`)
        try await client.expect(.msg, Self.version, to: U2FCommand.version.message(on: channel))
        try client.write(Self.register.message(on: channel).reports[0])
        try client.send(channel, .ping)
        #expect(try await client.receive().payload == [CTAPHIDError.invalidSeq.rawValue])
        try client.write(Self.register.message(on: channel).reports[0])
        bench.advance(by: .milliseconds(800))
        #expect(try await client.receive().payload == [CTAPHIDError.msgTimeout.rawValue])
        try await client.expect(.lock, [], to: CTAPHIDMessage(channel: channel, command: .lock, payload: [1]))
        let busy = [CTAPHIDError.channelBusy.rawValue]
        try await client.expect(.error, busy, to: U2FCommand.version.message(on: other))
        try await client.expect(.msg, Self.version, to: U2FCommand.version.message(on: channel))
        bench.advance(by: .seconds(1))
        try await client.expect(.msg, Self.version, to: U2FCommand.version.message(on: other))
    }

    @Test("A U2F command on another channel is reported as a change of channel")
    func aCommandOfU2FComesOnAnotherChannelToo() async throws {
        let (channel, other) = (try await openChannel(), try await openChannel())
        try await client.expect(.cbor, RequestTests.info, to: CTAPCommand.getInfo.message(on: channel))
        try await client.expect(.msg, Self.version, to: U2FCommand.version.message(on: other))
        try await client.expect(.cbor, RequestTests.info, to: CTAPCommand.getInfo.message(on: other))
        #expect(bench.processor.record.withLock { $0.channelChanges } == [0, 1])
    }

    @Test("The log names U2F commands and their status words")
    func theLog() async throws {
        let channel = try await openChannel()
        try await client.expect(.msg, Self.version, to: U2FCommand.version.message(on: channel))
        try await client.expect(.msg, [0x69, 0x85], to: Self.register.message(on: channel))
        try await client.expect(.msg, [0x6A, 0x80], to: Self.authenticate.message(on: channel))
        let unknown = CTAPHIDMessage(channel: channel, command: .msg, payload: [0, 9, 0, 0])
        try await client.expect(.msg, [0x6D, 0], to: unknown)
        let application = "application=\(String(repeating: "0", count: 64))"
        #expect(
            bench.events.all.dropFirst().map(\.description) == [
                "1: U2F_VERSION", "1: -> noError",
                "1: U2F_REGISTER \(application)", "1: -> conditionsNotSatisfied",
                "1: U2F_AUTHENTICATE \(application) checkOnly", "1: -> wrongData",
                "1: U2F with 4 bytes, not decoded", "1: -> insNotSupported",
            ])
    }
}
