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
