import Pages
import Sandbox
import ToqueEncoding

/// A list of the dashboard that goes on while it is shown: the server sends rows, rendered by the list's own template.
enum LiveLog {
    /// The rows that a page shows, and the maximum that one message has.
    static let rows = 50
    static let maximumRows = 100
    /// The shortest time between two messages: rows come together when there are many, and cost the backend little.
    private static let pause = Duration.milliseconds(250)

    /// New rows.
    struct Update {
        /// Newest first, for the template.
        let rows: [[String: Any]]
        /// The number of entries that they stand for.
        let count: Int
        /// True if the rows before them are to be removed: there are more than one message has, or they have changed.
        var replaces = false
    }

    /// A list's links: to its older part, and to the newest one unless that is shown and goes on by itself.
    /// - Parameters:
    ///   - parameters: of the filter.
    ///   - end: the entries before this cursor are shown.
    ///   - next: where the older part begins; nil at the end of the log.
    ///   - last: the cursor after which a live list goes on.
    static func links(
        _ request: ViewRequest, _ path: String, _ parameters: [(name: String, value: String)], before end: Int64,
        next: Int64?, last: Int64
    ) -> [String: Any] {
        var values: [String: Any] = [:]
        values["tenantQuery"] = request.tenantValues
        values["older"] = next.map { request.link(path, query: parameters + [("before", "\($0)")]) }
        if end < .max {
            values["newest"] = request.link(path, query: parameters)
        } else {
            values["live"] = ["url": request.link(path, query: parameters), "after": "\(last)"]
        }
        return values
    }

    /// - Parameters:
    ///   - changes: emits each time the log grows.
    ///   - read: returns the rows of the entries after a cursor, or nil, and the cursor of the last one.
    static func response(
        _ request: ViewRequest, _ template: HTMLFragment, after cursor: Int64, changes: AsyncStream<Void>,
        read: @escaping @Sendable (Int64) async throws -> (update: Update?, next: Int64)
    ) -> SandboxResponse {
        let visitor = request.visitor
        return ServerSentEvents(after: cursor, changes: changes, pause: pause) { cursor in
            let (update, next) = try await read(cursor)
            guard let update else { return ([], next) }
            let data: JSON = [
                "html": .string(template.render(["rows": update.rows], in: visitor.language)),
                "count": .int(update.count), "replace": .bool(update.replaces),
            ]
            return ([.init(cursor: next, name: "rows", data: data)], next)
        }.response
    }
}
