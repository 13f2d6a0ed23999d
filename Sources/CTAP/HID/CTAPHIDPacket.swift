/// One report of CTAPHID (CTAP 2.1 section 11.2.4).
public struct CTAPHIDPacket: Sendable, Hashable {
    public static let size = 64
    static let initializationPayload = size - 7
    static let continuationPayload = size - 5
    /// The longest message: an initialization packet and 128 continuations.
    public static let maxMessage = initializationPayload + 128 * continuationPayload

    public enum Kind: Sendable, Hashable {
        /// The first packet of a message of `length` bytes.
        case initialization(CTAPHIDCommand, length: Int)
        /// - Parameter sequence: 0 to 127.
        case continuation(sequence: UInt8)
    }

    public var channel: CTAPHIDChannel
    public var kind: Kind
    /// The part of the message, with what pads the last packet.
    public var payload: ArraySlice<UInt8>

    /// Reads a report.
    /// - Returns: nil where it is not 64 bytes.
    public init?(report: [UInt8]) {
        guard report.count == Self.size else { return nil }
        channel = CTAPHIDChannel(rawValue: report[..<4].reduce(0) { $0 << 8 | UInt32($1) })
        if report[4] & 0x80 != 0 {
            let length = Int(report[5]) << 8 | Int(report[6])
            kind = .initialization(CTAPHIDCommand(rawValue: report[4] & 0x7F), length: length)
            payload = report[7...]
        } else {
            kind = .continuation(sequence: report[4])
            payload = report[5...]
        }
    }
}

/// A whole message on a channel.
public struct CTAPHIDMessage: Sendable, Hashable {
    public var channel: CTAPHIDChannel
    public var command: CTAPHIDCommand
    public var payload: [UInt8]

    public init(channel: CTAPHIDChannel, command: CTAPHIDCommand, payload: [UInt8]) {
        self.channel = channel
        self.command = command
        self.payload = payload
    }

    /// The reports that carry it, 64 bytes each.
    /// - Precondition: the payload has at most `CTAPHIDPacket.maxMessage` bytes.
    public var reports: [[UInt8]] {
        precondition(payload.count <= CTAPHIDPacket.maxMessage, "CTAPHID carries at most 7609 bytes")
        var reports: [[UInt8]] = []
        var rest = payload[...]
        var head = channel.bytes
        head.append(command.rawValue | 0x80)
        head.append(UInt8(payload.count >> 8))
        head.append(UInt8(truncatingIfNeeded: payload.count))
        var sequence: UInt8 = 0
        repeat {
            var report = head
            report.reserveCapacity(CTAPHIDPacket.size)
            let part = rest.prefix(CTAPHIDPacket.size - head.count)
            report += part
            rest = rest.dropFirst(part.count)
            report.append(contentsOf: repeatElement(0, count: CTAPHIDPacket.size - report.count))
            reports.append(report)
            head = channel.bytes + [sequence]
            sequence &+= 1
        } while !rest.isEmpty
        return reports
    }
}

extension CTAPHIDChannel {
    /// As the reports carry it.
    public var bytes: [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: rawValue >> $0) } }
}
