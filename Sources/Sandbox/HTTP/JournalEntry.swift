import ToqueEncoding

/// One request as it is remembered: neither bodies nor headers, so nothing secret.
public struct JournalEntry: Sendable, Hashable, CustomStringConvertible {
    public let requestID: String
    public let time: Timestamp
    public let method: String
    /// Without the query, which may carry codes.
    public let path: String
    public let status: Int
    public let duration: Duration
    /// The error's code, where the request was refused.
    public let errorCode: String?

    /// `2026-03-01T12:00:00.000000Z POST /enrollments/ 400 invalid_status 1.2 ms`
    public var description: String {
        let tenths = duration.microseconds / 100
        let code = errorCode.map { " \($0)" } ?? ""
        return "\(time) \(method) \(path) \(status)\(code) \(tenths / 10).\(tenths % 10) ms"
    }
}
