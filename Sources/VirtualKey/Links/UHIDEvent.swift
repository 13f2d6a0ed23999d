import CLinux

/// What the kernel tells the program behind a HID device of its own.
enum UHIDEvent: Equatable {
    case started
    case stopped
    /// The first client has opened the device's node.
    case opened
    /// The last client has closed it.
    case closed
    /// A client has written a report, of which the first byte is the report's number.
    case output([UInt8])
    /// A client asks for a report, and waits until it is answered or refused.
    case getReport(id: UInt32)
    /// A client sends a report by the control pipe, and waits as well.
    case setReport(id: UInt32)

    /// Reads an event.
    /// - Parameter buffer: `toque_uhid_event_size` bytes, zeros where the kernel wrote less.
    /// - Returns: nil where it is of a kind that nobody knows yet.
    init?(_ buffer: [UInt8]) {
        guard buffer.count >= toque_uhid_event_size else { return nil }
        switch uhid_event_type(toque_uhid_type(buffer)) {
        case UHID_START: self = .started
        case UHID_STOP: self = .stopped
        case UHID_OPEN: self = .opened
        case UHID_CLOSE: self = .closed
        case UHID_OUTPUT: self = .output(Self.output(buffer))
        case UHID_GET_REPORT: self = .getReport(id: toque_uhid_request_id(buffer))
        case UHID_SET_REPORT: self = .setReport(id: toque_uhid_request_id(buffer))
        default: return nil
        }
    }

    private static func output(_ buffer: [UInt8]) -> [UInt8] {
        buffer.withUnsafeBufferPointer { bytes in
            guard let base = bytes.baseAddress else { return [] }
            var count = 0
            let data = toque_uhid_output(base, &count)
            return [UInt8](UnsafeBufferPointer(start: data, count: count))
        }
    }
}
