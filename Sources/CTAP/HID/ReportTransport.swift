/// A way to a device that speaks CTAPHID in reports of 64 bytes (CTAP 2.3 section 11.2.1), other than the files that
/// libfido2 opens itself.
public protocol ReportTransport: Sendable {
    /// Opens a connection.
    /// - Throws: why there is none.
    func connect() throws -> any ReportConnection
}

/// An open connection. A thread may read while another one writes.
public protocol ReportConnection: AnyObject, Sendable {
    /// - Parameter report: 64 bytes.
    /// - Throws: where the device is gone.
    func write(_ report: [UInt8]) throws

    /// The next report, 64 bytes.
    /// - Parameter milliseconds: how long to wait; nil waits for ever.
    /// - Returns: nil where none came in time.
    /// - Throws: where the device is gone.
    func read(milliseconds: Int?) throws -> [UInt8]?

    func close()
}
