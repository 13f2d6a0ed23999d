import CTAP
import ToqueEncoding

extension InspectionNode {
    /// CTAPHID reports, 64 bytes each (CTAP 2.3 section 11.2), and the messages that they carry.
    public init(ctaphid bytes: [UInt8], context: InspectionContext = InspectionContext()) {
        let size = CTAPHIDPacket.size
        self.init("CTAPHID", "\(bytes.count / size) reports", range: bytes.indices)
        if bytes.count == size { value = "1 report" }
        var open: [CTAPHIDChannel: (assembler: CTAPHIDAssembler, starts: [Int])] = [:]
        for start in stride(from: 0, to: bytes.count - bytes.count % size, by: size) {
            guard let packet = CTAPHIDPacket(report: Array(bytes[start..<start + size])) else { continue }
            var node = Self.packet(packet, at: start)
            do throws(CTAPHIDError) {
                if let assembler = try CTAPHIDAssembler(packet) {
                    if open[packet.channel] != nil { node.add(problem: "the message before it is not complete") }
                    open[packet.channel] = (assembler, [start])
                } else if var begun = open[packet.channel] {
                    try begun.assembler.append(packet)
                    begun.starts.append(start)
                    open[packet.channel] = begun
                } else {
                    node.add(problem: "a continuation of nothing")
                }
            } catch {
                node.add(problem: "a key answers \(Self.name(of: error))")
            }
            children.append(node)
            if let done = open[packet.channel], let message = done.assembler.message {
                children.append(Self.message(message, starts: done.starts, context: context))
                open[packet.channel] = nil
            }
        }
        if !open.isEmpty { add(problem: "a message is not complete") }
        addTrailing(bytes, after: bytes.count - bytes.count % size)
    }

    private static func packet(_ packet: CTAPHIDPacket, at start: Int) -> InspectionNode {
        let channel = InspectionNode("CID", hex(packet.channel), range: start..<start + 4)
        let end = start + CTAPHIDPacket.size
        switch packet.kind {
        case .initialization(let command, let length):
            return InspectionNode(
                "initialization packet", range: start..<end,
                children: [
                    channel,
                    InspectionNode(
                        "CMD", "\(byte(command.rawValue | 0x80)) = \(name(of: command))", range: start + 4..<start + 5),
                    InspectionNode("BCNT", "\(length)", range: start + 5..<start + 7),
                    InspectionNode("DATA", Hex.encode(packet.payload), range: start + 7..<end),
                ])
        case .continuation(let sequence):
            return InspectionNode(
                "continuation packet", range: start..<end,
                children: [
                    channel, InspectionNode("SEQ", "\(sequence)", range: start + 4..<start + 5),
                    InspectionNode("DATA", Hex.encode(packet.payload), range: start + 5..<end),
                ])
        }
    }

    /// The message, with its ranges where its bytes are in the reports.
    private static func message(
        _ message: CTAPHIDMessage, starts: [Int], context: InspectionContext
    ) -> InspectionNode {
        let payload = message.payload
        var node = InspectionNode(name(of: message.command), count(payload.count), range: payload.indices)
        switch message.command {
        case .cbor where !payload.isEmpty:
            node.children = [
                isRequest(payload)
                    ? InspectionNode(ctapRequest: payload, context: context)
                    : InspectionNode(ctapResponse: payload, context: context)
            ]
        case .`init`: node.children = initialization(payload)
        case .keepalive where payload.count == 1:
            let meaning = [1: "PROCESSING", 2: "UPNEEDED"][payload[0]] ?? "unknown"
            node.children = [InspectionNode("status", "\(payload[0]) = \(meaning)", range: 0..<1)]
        case .error where payload.count == 1:
            let meaning = CTAPHIDError(rawValue: payload[0]).map(name) ?? "unknown"
            node.children = [InspectionNode("error", "\(byte(payload[0])) = \(meaning)", range: 0..<1)]
        default: if !payload.isEmpty { node.value = describe(payload) }
        }
        // 57 bytes in the first report after its 7-byte head, 59 in each other after its 5-byte head.
        return node.moved { offset in
            let (report, inside) = offset < 57 ? (0, offset + 7) : ((offset - 57) / 59 + 1, (offset - 57) % 59 + 5)
            return starts[min(report, starts.count - 1)] + inside
        }
    }

    /// A request begins with a command; only a response begins with 0, and an error is one byte.
    private static func isRequest(_ payload: [UInt8]) -> Bool {
        if payload.count == 1 { return CTAPCommandCode(rawValue: payload[0])?.parameters.isEmpty == true }
        return payload[0] != 0
    }

    /// Section 11.2.9.1.3: a nonce, and the answer to it.
    private static func initialization(_ payload: [UInt8]) -> [InspectionNode] {
        guard payload.count >= 8 else { return [] }
        var nodes = [InspectionNode("nonce", Hex.encode(payload[..<8]), range: 0..<8)]
        guard payload.count >= 17 else { return nodes }
        let capabilities = CTAPHIDCapabilities(rawValue: payload[16])
        let names: [(CTAPHIDCapabilities, String)] = [(.wink, "WINK"), (.cbor, "CBOR"), (.nmsg, "NMSG")]
        let set = names.filter { capabilities.contains($0.0) }.map(\.1).joined(separator: " ")
        nodes += [
            InspectionNode("new CID", Hex.encode(payload[8..<12]), range: 8..<12),
            InspectionNode("protocol version", "\(payload[12])", range: 12..<13),
            InspectionNode("device version", "\(payload[13]).\(payload[14]).\(payload[15])", range: 13..<16),
            InspectionNode(
                "capabilities", "\(byte(payload[16])) = \(set.isEmpty ? "none" : set)", range: 16..<17),
        ]
        return nodes
    }

    private static func hex(_ channel: CTAPHIDChannel) -> String {
        let digits = Hex.encode((0..<4).reversed().map { UInt8(truncatingIfNeeded: channel.rawValue >> ($0 * 8)) })
        return channel == .broadcast ? "\(digits) = broadcast" : digits
    }

    /// True if the specification or a vendor defines the command.
    static func known(_ command: CTAPHIDCommand) -> Bool { name(of: command) != unknownCommand }

    private static let unknownCommand = "an unknown command"

    private static func name(of command: CTAPHIDCommand) -> String {
        switch command {
        case .ping: "CTAPHID_PING"
        case .msg: "CTAPHID_MSG"
        case .lock: "CTAPHID_LOCK"
        case .`init`: "CTAPHID_INIT"
        case .wink: "CTAPHID_WINK"
        case .cbor: "CTAPHID_CBOR"
        case .cancel: "CTAPHID_CANCEL"
        case .keepalive: "CTAPHID_KEEPALIVE"
        case .error: "CTAPHID_ERROR"
        default: command.rawValue >= 0x40 ? "a vendor's command" : unknownCommand
        }
    }

    private static func name(of error: CTAPHIDError) -> String {
        switch error {
        case .invalidCmd: "ERR_INVALID_CMD"
        case .invalidPar: "ERR_INVALID_PAR"
        case .invalidLen: "ERR_INVALID_LEN"
        case .invalidSeq: "ERR_INVALID_SEQ"
        case .msgTimeout: "ERR_MSG_TIMEOUT"
        case .channelBusy: "ERR_CHANNEL_BUSY"
        case .lockRequired: "ERR_LOCK_REQUIRED"
        case .invalidChannel: "ERR_INVALID_CHANNEL"
        case .other: "ERR_OTHER"
        }
    }
}
