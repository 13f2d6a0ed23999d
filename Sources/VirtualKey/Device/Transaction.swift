import CTAP

/// From a message's first packet until the last packet of its answer is on its way.
enum Transaction {
    case receiving(Reception)
    case processing(Processing)

    var channel: CTAPHIDChannel {
        switch self {
        case .receiving(let reception): reception.assembler.channel
        case .processing(let processing): processing.request.message.channel
        }
    }

    var connection: DeviceConnection {
        switch self {
        case .receiving(let reception): reception.connection
        case .processing(let processing): processing.connection
        }
    }

    struct Reception {
        let connection: DeviceConnection
        var assembler: CTAPHIDAssembler
        /// When the next packet must have come.
        var deadline: Duration
    }

    struct Processing {
        let request: DeviceState.Request
        let connection: DeviceConnection
        var status = KeepaliveStatus.processing
        /// When the next keepalive is due; nil while the processor has not been seen to wait.
        var keepalive: Duration?
    }
}
