import ToqueEncoding

@testable import Sandbox

extension JournalEntry {
    /// A request of the tenant `t`.
    static func request(_ id: String) -> JournalEntry {
        let message = JournalMessage(headers: [], body: [], size: 0, bodyState: .whole)
        return JournalEntry(
            requestID: id, time: Timestamp(microseconds: 0), tenant: "t", method: "GET", path: "/", pattern: nil,
            query: "", status: 200, duration: .zero, errorCode: nil, fields: [], request: message, answer: message)
    }
}
