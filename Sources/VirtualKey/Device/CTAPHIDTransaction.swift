import CTAP

/// From a message's first packet until the last packet of its answer is on its way (CTAP 2.3 section 11.2.5.1).
enum CTAPHIDTransaction {
    case receiving(Reception)
    case processing(Processing)

    struct Reception {
        let connection: Int
        var assembler: CTAPHIDAssembler
        /// When the next packet must have come.
        var deadline: Duration
    }

    struct Processing {
        let request: Request
        var status = KeepaliveStatus.processing
        /// When the next keepalive is due; nil while the processor has not been seen to wait.
        var keepalive: Duration?
    }

    /// A message for the processor.
    struct Request: Equatable {
        let id: Int
        let connection: Int
        /// On its channel, CTAPHID_CBOR or CTAPHID_MSG.
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

    /// When it is to be looked after.
    var due: Duration? {
        switch self {
        case .receiving(let reception): reception.deadline
        case .processing(let processing): processing.keepalive
        }
    }
}
