/// Access to a device that exchanges CTAPHID reports of 64 bytes (CTAP 2.3 section 11.2.1), other than through files
/// that libfido2 opens itself.
public protocol ReportTransport: Sendable {
    /// Opens a connection.
    /// - Throws: why it cannot be opened.
    func connect() throws -> any ReportConnection
}

/// An open connection. One thread may read while another one writes.
public protocol ReportConnection: AnyObject, Sendable {
    /// - Parameter report: 64 bytes.
    /// - Throws: if the device is gone.
    func write(_ report: [UInt8]) throws

    /// The next report, 64 bytes.
    /// - Parameter milliseconds: the time limit; nil for none.
    /// - Returns: nil if none arrived in time.
    /// - Throws: if the device is gone.
    func read(milliseconds: Int?) throws -> [UInt8]?

    func close()
}
