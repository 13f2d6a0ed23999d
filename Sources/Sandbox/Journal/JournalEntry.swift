import ToqueEncoding

/// A request and its response in the journal, without secrets.
public struct JournalEntry: Sendable {
    /// Its position in the journal, assigned by the journal; grows with each entry.
    public internal(set) var cursor: Int64 = 0
    public let requestID: String
    public let time: Timestamp
    /// Id of the API key whose journal holds it; empty if no key is configured.
    public let tenant: String
    public let method: String
    /// Without the query. For an endpoint with secret parameters, its pattern.
    public private(set) var path: String
    /// The endpoint's pattern; nil if there is no such endpoint.
    public let pattern: String?
    /// Secret values are `***`; empty if there was no query.
    public private(set) var query: String
    public let status: Int
    public let duration: Duration
    /// The error code, if the request was refused.
    public let errorCode: String?
    /// The members, parameters or headers that the refusal names.
    package var fields: [String] = []
    public internal(set) var request: JournalMessage
    public internal(set) var answer: JournalMessage
    /// True if it came without an accepted key. It is then in the journal of the tenant that it names, or of the first
    /// one, and displaces no other entry.
    var isStray = false
    /// True if it came with an access token, as apps have it, in place of a key.
    package internal(set) var usedToken = false

    var weight: Int { request.weight + answer.weight }

    /// Forgets the request's content except its endpoint.
    mutating func concealRequest() {
        path = pattern ?? "/"
        query = ""
        request = .concealed(size: request.size)
    }

    /// True if the kept request contains a secret in a place where none belongs.
    func shows(_ secret: TenantSecret) -> Bool {
        secret.isPart(of: path) || secret.isPart(of: query) || secret.isPart(of: request.body)
            || request.headers.contains { secret.isPart(of: $0.value) }
    }
}
