import Sandbox
import ToqueEncoding

/// The filter of a list of requests, as its form and its links say it. The control API checks it.
struct RequestQuery: Sendable {
    /// Classes of statuses: `4xx`.
    private static let classes = (2...5).map { "\($0)xx" }
    private static let methods = ["GET", "POST", "PATCH", "PUT", "DELETE"]

    let method: String?
    let path: String?
    let status: String?
    let object: String?
    let text: String?
    let before: Int64

    /// - Throws: `SandboxError` for a cursor that is none.
    init(_ request: SandboxRequest) throws(SandboxError) {
        method = request.query("method")
        path = request.query("path")
        status = request.query("status")
        object = request.query("object")
        text = request.query("text")
        before = try request.integer("before", in: 0...Int64.max) ?? .max
    }

    /// The chosen parameters.
    var parameters: [(name: String, value: String)] {
        [("method", method), ("path", path), ("status", status), ("object", object), ("text", text)].compactMap {
            name, value in value.map { (name, $0) }
        }
    }

    var isEmpty: Bool { parameters.isEmpty }

    /// For the form.
    var values: [String: Any] {
        var values: [String: Any] = [
            "methods": SelectOptions.list(Self.methods, chosen: method),
            // A single status, from a link, stays a choice.
            "statuses": SelectOptions.list(
                Self.classes + (status.map { Self.classes.contains($0) ? [] : [$0] } ?? []), chosen: status),
        ]
        values["path"] = path
        values["object"] = object
        values["text"] = text
        return values
    }
}

/// Options of a select element.
enum SelectOptions {
    static func list(_ names: [String], chosen: String?) -> [[String: Any]] {
        names.map { ["name": $0, "chosen": $0 == chosen] }
    }
}
