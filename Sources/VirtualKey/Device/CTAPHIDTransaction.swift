import CTAP

/// From a message's first packet until the last packet of its response is sent (CTAP 2.3 section 11.2.5.1).
enum CTAPHIDTransaction {
    case receiving(Reception)
    case processing(Processing)

    struct Reception {
        let connection: Int
        var assembler: CTAPHIDAssembler
        /// The deadline of the next packet.
        var deadline: Duration
    }

    struct Processing {
        let request: Request
        var status = KeepaliveStatus.processing
        /// When the next keepalive is due; nil until the processor is known to wait.
        var keepalive: Duration?
    }

    /// A message for the processor.
    struct Request: Equatable {
        let id: Int
        let connection: Int
        /// The channel and the command: CTAPHID_CBOR or CTAPHID_MSG.
        let message: CTAPHIDMessage
    }

    var connection: Int {
        switch self {
        case .receiving(let reception): reception.connection
        case .processing(let processing): processing.request.connection
        }
    }

    var channel: CTAPHIDChannel {
        switch self {
        case .receiving(let reception): reception.assembler.channel
        case .processing(let processing): processing.request.message.channel
        }
    }

    /// When it needs attention next.
    var due: Duration? {
        switch self {
        case .receiving(let reception): reception.deadline
        case .processing(let processing): processing.keepalive
        }
    }
}
