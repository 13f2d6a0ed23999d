import Sandbox
import ToqueEncoding

/// A request in a list, or several equal polls in a row, which lists show once.
struct RequestRun: Sendable {
    /// The oldest cursor, which stays the same while the run grows.
    private(set) var first: Int64
    /// The newest request, without its messages in a short list.
    private(set) var entry: JournalEntry
    private(set) var count: Int
    /// Equal polls have the same; nil for a request that is no poll.
    private let poll: String?

    /// - Parameter json: an entry of the control API's list, folded.
    /// - Returns: nil for JSON that is no entry.
    init?(_ json: JSON, tenant: String) {
        guard let entry = JournalEntry(json: json, tenant: tenant) else { return nil }
        self.entry = entry
        first = json["first"]?.intValue.map(Int64.init) ?? entry.cursor
        count = json["count"]?.intValue ?? 1
        poll = json["poll"]?.stringValue
    }

    /// - Returns: false if the newer run is another one.
    mutating func takeNewer(_ newer: RequestRun) -> Bool {
        guard let poll, poll == newer.poll else { return false }
        entry = newer.entry
        count += newer.count
        return true
    }
}

/// The tenant's newest requests, as the control API lists them: newest first, with equal polls as one run.
struct RequestList: Sendable {
    let runs: [RequestRun]
    /// Where the older part begins: before this cursor; nil at the end of the journal.
    let next: Int64?
    /// The cursor after which newer requests follow.
    let last: Int64

    /// - Parameters:
    ///   - filter: the control API's parameters.
    ///   - start: requests after this cursor.
    ///   - end: requests before this cursor.
    ///   - limit: the maximum number of runs.
    ///   - depth: the number of requests that are looked at; nil for the control API's maximum.
    ///   - isShort: true without headers and bodies.
    init(
        _ request: ViewRequest, _ filter: [(name: String, value: String)] = [], after start: Int64 = 0,
        before end: Int64 = .max, limit: Int, depth: Int? = nil, isShort: Bool = true
    ) async throws {
        let range = [
            (name: "after", value: "\(start)"), (name: "before", value: "\(end)"), (name: "limit", value: "\(limit)"),
            (name: "fold", value: "true"), (name: "short", value: "\(isShort)"),
        ]
        let list = try await request.get(
            "requests", query: filter + range + (depth.map { [(name: "depth", value: "\($0)")] } ?? []))
        runs = (list["requests"]?.arrayValue ?? []).compactMap { RequestRun($0, tenant: request.tenant) }
        next = list["next"]?.intValue.map(Int64.init)
        last = list["last"]?.intValue.map(Int64.init) ?? start
    }
}
