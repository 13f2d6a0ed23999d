import CTAP
import Testing
import ToqueEncoding
import ToqueTestSupport

@Suite struct CTAPHIDTests {
    private static let channel = CTAPHIDChannel(rawValue: 0x0102_0304)

    private static func message(_ count: Int, _ command: CTAPHIDCommand = .cbor) -> CTAPHIDMessage {
        CTAPHIDMessage(
            channel: channel, command: command, payload: (0..<count).map { UInt8(truncatingIfNeeded: $0 + 1) })
    }

    /// The packets of a message, as a device reads them.
    private static func packets(_ message: CTAPHIDMessage) -> [CTAPHIDPacket] {
        message.reports.compactMap { CTAPHIDPacket(report: $0) }
    }

    /// Assembles packets, starting with an initialization packet.
    private static func assemble(_ packets: [CTAPHIDPacket]) throws(CTAPHIDError) -> CTAPHIDMessage? {
        guard let first = packets.first, var assembler = try CTAPHIDAssembler(first) else { return nil }
        for packet in packets.dropFirst() { try assembler.append(packet) }
        return assembler.message
    }

    @Test("A packet has 64 bytes and a message at most 7609")
    func sizes() {
        #expect(CTAPHIDPacket.size == 64 && CTAPHIDPacket.maxMessage == 7609)
    }

    @Test(
        "An initialization packet carries its command's code with bit 7 set",
        arguments: [
            (CTAPHIDCommand.ping, 0x01), (.msg, 0x03), (.lock, 0x04), (.`init`, 0x06), (.wink, 0x08), (.cbor, 0x10),
            (.cancel, 0x11), (.keepalive, 0x3B), (.error, 0x3F),
        ] as [(CTAPHIDCommand, UInt8)])
    func commandsMarkTheirPacket(command: CTAPHIDCommand, code: UInt8) throws {
        #expect(command.rawValue == code)
        let report = try #require(Self.message(0, command).reports.first)
        #expect(report[4] == code | 0x80)
        #expect(CTAPHIDPacket(report: report)?.kind == .initialization(command, length: 0))
    }

    /// A platform's first CTAPHID_INIT, and the second packet of a longer message.
    @Test("CTAPHID_INIT and a longer message become the expected packets")
    func examples() {
        let nonce = hex("1122334455667788")
        let initialize = CTAPHIDMessage(channel: .broadcast, command: .`init`, payload: nonce)
        #expect(
            initialize.reports == [hex("ffffffff 86 0008 1122334455667788") + [UInt8](repeating: 0, count: 49)])
        let long = Self.message(0x0102).reports
        #expect(Hex.encode(Array(long[0].prefix(10))) == "01020304900102010203")
        #expect(Hex.encode(Array(long[1].prefix(8))) == "01020304003a3b3c")
        #expect(Hex.encode(Array(long[2].prefix(8))) == "0102030401757677")
    }

    @Test(
        "A message is split into numbered reports and reassembled from them",
        arguments: [
            (0, 1), (1, 1), (57, 1), (58, 2), (116, 2), (117, 3), (7550, 128), (7551, 129), (7609, 129),
        ])
    func messagesInReports(count: Int, reports: Int) throws {
        let message = Self.message(count)
        #expect(message.reports.count == reports)
        #expect(message.reports.allSatisfy { $0.count == 64 && $0.starts(with: [1, 2, 3, 4]) })
        let packets = Self.packets(message)
        #expect(packets[0].kind == .initialization(.cbor, length: count))
        for (index, packet) in packets.dropFirst().enumerated() {
            #expect(packet.kind == .continuation(sequence: UInt8(index)))
        }
        let written = message.reports.enumerated().flatMap { $1.dropFirst($0 == 0 ? 7 : 5) }
        #expect(written.dropFirst(count).allSatisfy { $0 == 0 })
        #expect(try Self.assemble(packets) == message)
    }

    @Test("A report that does not have 64 bytes is not a packet", arguments: [0, 1, 63, 65, 128])
    func reportsOfAnotherSize(count: Int) {
        #expect(CTAPHIDPacket(report: [UInt8](repeating: 0x86, count: count)) == nil)
    }

    @Test("A packet keeps the four bytes of its channel")
    func channelsAreEchoed() {
        for bytes in [[0, 0, 0, 0], [0xFF, 0xFF, 0xFF, 0xFF], [0x80, 1, 0, 0xFE]] as [[UInt8]] {
            let packet = CTAPHIDPacket(report: bytes + [UInt8](repeating: 0, count: 60))
            #expect(packet?.channel.bytes == bytes)
        }
        #expect(CTAPHIDChannel.reserved.bytes == [0, 0, 0, 0] && CTAPHIDChannel.broadcast.rawValue == .max)
    }

    @Test("A continuation packet does not begin a message")
    func aContinuationBeginsNothing() throws {
        #expect(try Self.assemble(Array(Self.packets(Self.message(200)).dropFirst())) == nil)
    }

    @Test("A message longer than 7609 bytes is refused with invalidLen", arguments: [7610, 65535])
    func tooLong(count: Int) throws {
        let head: [UInt8] = [1, 2, 3, 4, 0x90, UInt8(count >> 8), UInt8(truncatingIfNeeded: count)]
        let packet = try #require(CTAPHIDPacket(report: head + [UInt8](repeating: 0, count: 57)))
        #expect(packet.kind == .initialization(.cbor, length: count))
        #expect(throws: CTAPHIDError.invalidLen) { try CTAPHIDAssembler(packet) }
    }

    @Test("Packets out of sequence are refused with invalidSeq")
    func outOfSequence() throws {
        let packets = Self.packets(Self.message(200))
        #expect(packets.count == 4)
        let refused = [
            [0, 2], [0, 1, 1], [0, 1, 3], [0, 2, 1, 3], [0, 0], [0, 1, 0], [0, 1, 2, 3, 3], [0, 1, 2, 3, 0],
        ]
        for order in refused {
            #expect(throws: CTAPHIDError.invalidSeq, "\(order)") { try Self.assemble(order.map { packets[$0] }) }
        }
        #expect(try Self.assemble([0, 1, 2].map { packets[$0] }) == nil)
        // A message that its first packet completes.
        #expect(throws: CTAPHIDError.invalidSeq) {
            try Self.assemble(Self.packets(Self.message(57)) + [packets[1]])
        }
    }

    @Test("The padding of a packet may hold any bytes")
    func paddingIsPassedOver() throws {
        let message = Self.message(60)
        let packets = message.reports.enumerated().compactMap { index, report in
            CTAPHIDPacket(report: index == 1 ? Array(report.prefix(8)) + [UInt8](repeating: 0xEE, count: 56) : report)
        }
        #expect(try Self.assemble(packets) == message)
    }

    @Test(
        "CTAPHID error codes have the specification's values",
        arguments: [
            (CTAPHIDError.invalidCmd, 0x01), (.invalidPar, 0x02), (.invalidLen, 0x03), (.invalidSeq, 0x04),
            (.msgTimeout, 0x05), (.channelBusy, 0x06), (.lockRequired, 0x0A), (.invalidChannel, 0x0B), (.other, 0x7F),
        ] as [(CTAPHIDError, UInt8)])
    func errorsAreTheSpecifications(error: CTAPHIDError, value: UInt8) { #expect(error.rawValue == value) }

    @Test("CTAPHID capability flags have the specification's values")
    func capabilitiesAreTheSpecifications() {
        #expect(([.wink, .cbor, .nmsg] as CTAPHIDCapabilities).rawValue == 0x0D)
    }
}
