import CTAP
import Testing

@testable import VirtualKey

/// Packets on one connection and their replies (CTAP 2.3 section 11.2.5).
struct FramingCase: CustomTestStringConvertible, Sendable {
    enum Step: Sendable {
        case send([UInt8])
        case expect(CTAPHIDMessage)
    }

    let testDescription: String
    /// With two channels of the client.
    let steps: @Sendable (CTAPHIDChannel, CTAPHIDChannel) -> [Step]

    init(_ name: String, _ steps: @escaping @Sendable (CTAPHIDChannel, CTAPHIDChannel) -> [Step]) {
        testDescription = name
        self.steps = steps
    }

    static func first(
        _ channel: CTAPHIDChannel, _ command: UInt8, length: Int, _ data: [UInt8] = []
    ) -> Step {
        let head = channel.bytes + [command | 0x80, UInt8(length >> 8), UInt8(length & 0xFF)]
        return .send(padded(head + data))
    }

    static func next(_ channel: CTAPHIDChannel, _ sequence: UInt8, _ data: [UInt8] = []) -> Step {
        .send(padded(channel.bytes + [sequence] + data))
    }

    private static func padded(_ bytes: [UInt8]) -> [UInt8] { bytes + [UInt8](repeating: 0, count: 64 - bytes.count) }

    static func error(_ channel: CTAPHIDChannel, _ error: CTAPHIDError) -> Step {
        .expect(CTAPHIDMessage(channel: channel, command: .error, payload: [error.rawValue]))
    }

    static func answer(_ channel: CTAPHIDChannel, _ command: CTAPHIDCommand, _ payload: [UInt8] = []) -> Step {
        .expect(CTAPHIDMessage(channel: channel, command: command, payload: payload))
    }

    static let zeros = [UInt8](repeating: 0, count: 100)
    static let nonce: [UInt8] = [8, 7, 6, 5, 4, 3, 2, 1]

    static func resynchronized(_ channel: CTAPHIDChannel) -> Step {
        answer(channel, .`init`, nonce + channel.bytes + [2, 1, 0, 0, 0x0D])
    }

    static let all: [FramingCase] = [
        FramingCase("a sequence number is skipped") { own, _ in
            [first(own, 0x01, length: 200), next(own, 0), next(own, 2), error(own, .invalidSeq), next(own, 1)]
        },
        FramingCase("a sequence number comes twice") { own, _ in
            [first(own, 0x01, length: 200), next(own, 0), next(own, 0), error(own, .invalidSeq), next(own, 1)]
        },
        FramingCase("a message begins with the second continuation") { own, _ in
            [first(own, 0x01, length: 100), next(own, 1), error(own, .invalidSeq)]
        },
        FramingCase("a continuation of nothing is passed over") { own, other in
            [next(own, 0), next(.broadcast, 0), next(.reserved, 3), next(other, 0x7F)]
        },
        FramingCase("what follows a whole message is passed over") { own, _ in
            [
                first(own, 0x01, length: 58), next(own, 0), answer(own, .ping, .init(zeros[..<58])),
                next(own, 1),
            ]
        },
        FramingCase("a second message begins within the first") { own, _ in
            [first(own, 0x01, length: 100), first(own, 0x01, length: 1), error(own, .invalidSeq), next(own, 0)]
        },
        FramingCase("noise begins within the first message") { own, _ in
            [first(own, 0x01, length: 100), first(own, 0x55, length: 0xFFFF), error(own, .invalidSeq)]
        },
        FramingCase("CANCEL within a message") { own, _ in
            [first(own, 0x10, length: 100), first(own, 0x11, length: 0), error(own, .invalidSeq), next(own, 0)]
        },
        FramingCase("INIT within a message starts afresh") { own, _ in
            [
                first(own, 0x01, length: 100), first(own, 0x06, length: 8, nonce), resynchronized(own),
                next(own, 0), first(own, 0x01, length: 1, [9]), answer(own, .ping, [9]),
            ]
        },
        FramingCase("INIT of a wrong length within a message") { own, _ in
            [first(own, 0x01, length: 100), first(own, 0x06, length: 7, nonce), error(own, .invalidSeq)]
        },
        FramingCase("INIT on another channel leaves a message alone") { own, other in
            [
                first(own, 0x01, length: 100), first(other, 0x06, length: 8, nonce), resynchronized(other),
                next(own, 0), answer(own, .ping, zeros),
            ]
        },
        FramingCase("channels take turns within messages") { own, other in
            [
                first(own, 0x01, length: 100), first(other, 0x01, length: 100), error(other, .channelBusy),
                next(other, 0), next(own, 0), answer(own, .ping, zeros),
                first(other, 0x01, length: 1, [5]), answer(other, .ping, [5]),
            ]
        },
        FramingCase("an unknown command on another channel while one is busy") { own, other in
            [
                first(own, 0x01, length: 100), first(other, 0x55, length: 1), error(other, .channelBusy),
                next(own, 0), answer(own, .ping, zeros),
            ]
        },
        FramingCase("channel 0") { _, _ in
            [
                first(.reserved, 0x01, length: 1), error(.reserved, .invalidChannel),
                first(.reserved, 0x06, length: 8, nonce), error(.reserved, .invalidChannel),
                first(.reserved, 0x11, length: 0), error(.reserved, .invalidChannel),
            ]
        },
        FramingCase("the broadcast channel is for INIT alone") { _, _ in
            [
                first(.broadcast, 0x01, length: 1), error(.broadcast, .invalidChannel),
                first(.broadcast, 0x10, length: 1, [4]), error(.broadcast, .invalidChannel),
                first(.broadcast, 0x11, length: 0), error(.broadcast, .invalidChannel),
                first(.broadcast, 0x55, length: 0), error(.broadcast, .invalidChannel),
                first(.broadcast, 0x06, length: 9, nonce), error(.broadcast, .invalidLen),
            ]
        },
        FramingCase("a channel that nobody has") { own, other in
            let free = CTAPHIDChannel(rawValue: own.rawValue ^ other.rawValue ^ 0x5A5A_5A5A)
            return [
                first(free, 0x01, length: 1), error(free, .invalidChannel),
                first(free, 0x06, length: 8, nonce), error(free, .invalidChannel),
            ]
        },
        FramingCase("a message that is too long") { own, _ in
            [
                first(own, 0x01, length: 7610), error(own, .invalidLen), next(own, 0),
                first(own, 0x10, length: 0xFFFF), error(own, .invalidLen),
            ]
        },
        FramingCase("lengths that a command does not have") { own, _ in
            [
                first(own, 0x10, length: 0), error(own, .invalidLen),
                first(own, 0x06, length: 7, nonce), error(own, .invalidLen),
                first(own, 0x06, length: 9, nonce), error(own, .invalidLen),
                first(own, 0x08, length: 1), error(own, .invalidLen),
                first(own, 0x04, length: 0), error(own, .invalidLen),
                first(own, 0x04, length: 2), error(own, .invalidLen),
            ]
        },
        FramingCase("a lock of more than ten seconds") { own, _ in
            [first(own, 0x04, length: 1, [11]), error(own, .invalidPar)]
        },
        FramingCase("commands that there are not") { own, _ in
            // MSG, the obsolete SYNC, vendor commands, and commands that only a device sends.
            [0x00, 0x02, 0x03, 0x05, 0x12, 0x3B, 0x3F, 0x40, 0x7F].flatMap { command in
                [first(own, command, length: 100), error(own, .invalidCmd), next(own, 0)]
            }
        },
        FramingCase("CANCEL of nothing has no answer") { own, other in
            [first(own, 0x11, length: 0), first(other, 0x11, length: 0), first(own, 0x11, length: 3)]
        },
        FramingCase("PING is answered by itself") { own, _ in
            [
                first(own, 0x01, length: 0), answer(own, .ping), first(own, 0x01, length: 57),
                answer(own, .ping, .init(zeros[..<57])),
            ]
        },
        FramingCase("WINK and LOCK are answered") { own, _ in
            [
                first(own, 0x08, length: 0), answer(own, .wink), first(own, 0x04, length: 1, [3]),
                answer(own, .lock), first(own, 0x04, length: 1, [0]), answer(own, .lock),
            ]
        },
    ]
}

struct FramingTests {
    @Test("A sequence of packets gets exactly the expected replies", arguments: LinkKind.allCases, FramingCase.all)
    func packets(kind: LinkKind, scenario: FramingCase) async throws {
        let bench = try Bench(kind)
        let client = try bench.connect()
        defer { client.connection.close() }
        let own = try await client.openChannel()
        let other = try await client.openChannel()
        for step in scenario.steps(own, other) {
            switch step {
            case .send(let report): try client.write(report)
            case .expect(let message): #expect(try await client.receive() == message)
            }
        }
        // No other reply was sent, and the device still works.
        _ = try await client.openChannel()
        #expect(bench.processor.record.withLock { $0.commands } == [])
    }

    @Test("The longest message is echoed", arguments: LinkKind.allCases)
    func theLongestMessage(kind: LinkKind) async throws {
        let bench = try Bench(kind)
        let client = try bench.connect()
        defer { client.connection.close() }
        let payload = (0..<7609).map { UInt8(truncatingIfNeeded: $0) }
        let ping = CTAPHIDMessage(channel: try await client.openChannel(), command: .ping, payload: payload)
        try await client.expect(.ping, payload, to: ping)
    }

    @Test("A report that does not have 64 bytes is refused")
    func aReportHasSixtyFourBytes() async throws {
        let client = try Bench().connect()
        for count in [0, 63, 65] {
            #expect(throws: VirtualKeyError.self) { try client.write([UInt8](repeating: 0, count: count)) }
        }
    }
}
