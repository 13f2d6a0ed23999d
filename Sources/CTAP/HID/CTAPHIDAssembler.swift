/// Assembles the packets of one message.
public struct CTAPHIDAssembler: Sendable {
    public let channel: CTAPHIDChannel
    public let command: CTAPHIDCommand
    private let length: Int
    private var payload: [UInt8]
    private var nextSequence: UInt8 = 0

    /// Starts with a message's first packet.
    /// - Returns: nil for a continuation.
    /// - Throws: `invalidLen` if the message would exceed CTAPHID's limit.
    public init?(_ packet: CTAPHIDPacket) throws(CTAPHIDError) {
        guard case .initialization(let command, let length) = packet.kind else { return nil }
        guard length <= CTAPHIDPacket.maxMessage else { throw .invalidLen }
        channel = packet.channel
        self.command = command
        self.length = length
        payload = Array(packet.payload.prefix(length))
    }

    public var isComplete: Bool { payload.count == length }

    /// The message, if it is complete.
    public var message: CTAPHIDMessage? {
        isComplete ? CTAPHIDMessage(channel: channel, command: command, payload: payload) : nil
    }

    /// Adds the next packet.
    /// - Parameter packet: a packet of the same channel, which the caller checks.
    /// - Throws: `invalidSeq` if it is not the next continuation.
    public mutating func append(_ packet: CTAPHIDPacket) throws(CTAPHIDError) {
        guard case .continuation(nextSequence) = packet.kind, !isComplete else { throw .invalidSeq }
        nextSequence += 1
        payload += packet.payload.prefix(length - payload.count)
    }
}
