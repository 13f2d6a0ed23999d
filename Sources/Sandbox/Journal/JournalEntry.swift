import ToqueEncoding

/// One request with its answer as it is remembered: nothing in it is secret.
public struct JournalEntry: Sendable, CustomStringConvertible {
    /// Its place in the journal: later entries have greater ones. The journal gives it.
    public internal(set) var cursor: Int64 = 0
    public let requestID: String
    public let time: Timestamp
    /// Id of the API key in whose journal it stands; empty where no key is configured.
    public let tenant: String
    public let method: String
    /// Without the query; of an endpoint whose parameters are secret, its pattern.
    public private(set) var path: String
    /// The endpoint's pattern; nil where there is no such endpoint.
    public let pattern: String?
    /// Secret values are `***`; empty where there was none.
    public private(set) var query: String
    public let status: Int
    public let duration: Duration
    /// The error's code, where the request was refused.
    public let errorCode: String?
    public internal(set) var request: JournalMessage
    public internal(set) var answer: JournalMessage
    /// Whether it came without a key that is taken, so that it stands in the journal of the tenant that it names, or
    /// else of the first one, and takes room from none.
    var isStray = false

    var weight: Int { request.weight + answer.weight }

    /// Forgets what the request said, but for its endpoint.
    mutating func concealRequest() {
        path = pattern ?? "/"
        query = ""
        request = .concealed(size: request.size)
    }

    /// Whether the request, as it is kept, has a secret in it: one that stands in a place where none belongs.
    func shows(_ secret: TenantSecret) -> Bool {
        secret.isPart(of: path) || secret.isPart(of: query) || secret.isPart(of: request.body)
            || request.headers.contains { secret.isPart(of: $0.value) }
    }

    /// `2026-03-01T12:00:00.000000Z POST /enrollments/ 400 invalid_status 1.2 ms`
    public var description: String {
        let tenths = duration.microseconds / 100
        let code = errorCode.map { " \($0)" } ?? ""
        return "\(time) \(method) \(path) \(status)\(code) \(tenths / 10).\(tenths % 10) ms"
    }

    /// The entry of `GET /_toque/requests`.
    public var json: JSON {
        [
            "cursor": .int(cursor), "id": .string(requestID), "time": .string("\(time)"), "method": .string(method),
            "path": .string(path), "query": .string(query), "status": .int(status),
            "duration_us": .int(duration.microseconds), "error": .text(errorCode),
            "request": request.json, "answer": answer.json,
        ]
    }
}
