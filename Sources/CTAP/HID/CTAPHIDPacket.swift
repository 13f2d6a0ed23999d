/// A CTAPHID report (CTAP 2.3 section 11.2.4).
public struct CTAPHIDPacket: Sendable, Hashable {
    public static let size = 64
    static let initializationPayload = size - 7
    static let continuationPayload = size - 5
    /// The maximum size of a message: an initialization packet and 128 continuations.
    public static let maxMessage = maxMessage(packets: 129)

    /// The maximum size of a message in a number of packets, at least one.
    public static func maxMessage(packets: Int) -> Int {
        initializationPayload + (packets - 1) * continuationPayload
    }

    public enum Kind: Sendable, Hashable {
        /// The first packet of a message of `length` bytes.
        case initialization(CTAPHIDCommand, length: Int)
        /// - Parameter sequence: 0 to 127.
        case continuation(sequence: UInt8)
    }

    public var channel: CTAPHIDChannel
    public var kind: Kind
    /// A part of the message; in the last packet, with its padding.
    public var payload: ArraySlice<UInt8>

    /// Reads a report.
    /// - Returns: nil unless it has 64 bytes.
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

    /// The reports that carry the message, 64 bytes each.
    /// - Precondition: the payload has at most `CTAPHIDPacket.maxMessage` bytes.
    public var reports: [[UInt8]] {
        precondition(payload.count <= CTAPHIDPacket.maxMessage, "CTAPHID carries at most 7609 bytes")
        var reports: [[UInt8]] = []
        let rest = max(0, payload.count - CTAPHIDPacket.initializationPayload)
        reports.reserveCapacity(1 + (rest + CTAPHIDPacket.continuationPayload - 1) / CTAPHIDPacket.continuationPayload)
        let length = UInt16(payload.count)
        reports.append(
            report(
                [command.rawValue | 0x80, UInt8(length >> 8), UInt8(truncatingIfNeeded: length)],
                payload.prefix(CTAPHIDPacket.initializationPayload)))
        var sequence: UInt8 = 0
        var start = CTAPHIDPacket.initializationPayload
        while start < payload.count {
            let end = min(payload.count, start + CTAPHIDPacket.continuationPayload)
            reports.append(report(CollectionOfOne(sequence), payload[start..<end]))
            sequence &+= 1
            start = end
        }
        return reports
    }

    /// The channel, the packet's head, its part of the payload, and zeros.
    private func report(_ head: some Collection<UInt8>, _ part: ArraySlice<UInt8>) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: CTAPHIDPacket.size) { buffer, count in
            buffer.initialize(repeating: 0)
            count = buffer.count
            for (index, shift) in [24, 16, 8, 0].enumerated() {
                buffer[index] = UInt8(truncatingIfNeeded: channel.rawValue >> shift)
            }
            let body = buffer[4...].update(fromContentsOf: head)
            _ = buffer[body...].update(fromContentsOf: part)
        }
    }
}

extension CTAPHIDChannel {
    /// The form in reports.
    public var bytes: [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: rawValue >> $0) } }
}
