import CLinux

/// A kernel event for the program behind a HID device.
enum UHIDEvent: Equatable {
    case started
    case stopped
    /// The first client has opened the device's node.
    case opened
    /// The last client has closed it.
    case closed
    /// A client has written a report, whose first byte is the report's number.
    case output([UInt8])
    /// A client requests a report, and waits until it is answered or refused.
    case getReport(id: UInt32)
    /// A client sends a report by the control pipe, and also waits.
    case setReport(id: UInt32)

    /// - Returns: nil for an unknown kind.
    init?(_ record: toque_uhid_record) {
        switch uhid_event_type(record.type) {
        case UHID_START: self = .started
        case UHID_STOP: self = .stopped
        case UHID_OPEN: self = .opened
        case UHID_CLOSE: self = .closed
        case UHID_OUTPUT: self = .output(withUnsafeBytes(of: record.data) { Array($0.prefix(Int(record.count))) })
        case UHID_GET_REPORT: self = .getReport(id: record.id)
        case UHID_SET_REPORT: self = .setReport(id: record.id)
        default: return nil
        }
    }

    /// True if the client that has the device open before the event no longer does afterwards.
    static func isDeparture(_ record: toque_uhid_record) -> Bool {
        [UHID_START, UHID_STOP, UHID_CLOSE].contains(uhid_event_type(record.type))
    }
}
