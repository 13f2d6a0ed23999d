import ToqueEncoding

/// An OpenAPI document's checks of answers.
public struct OpenAPIContract: Sendable {
    public let document: JSON
    /// The prefix of the document's paths, for a server that also accepts longer ones.
    private let prefix: [Substring]

    public init(document: JSON, prefix: String = "") {
        self.document = document
        self.prefix = prefix.split(separator: "/")
    }

    public var checker: SchemaChecker { SchemaChecker(document: document) }

    /// Returns how an answer differs from the document; empty if it does not, or if the document lacks the path.
    /// - Parameter headers: The headers by lowercase name.
    public func problems(
        _ method: String, _ path: String, status: Int, headers: [String: String], body: String
    ) -> [String] {
        guard let item = pathItem(path), let responses = item[method.lowercased()]?["responses"] else { return [] }
        guard let response = responses[String(status)] else {
            return ["\(method) \(path): status \(status) is not documented"]
        }
        return headerProblems(response, status, headers) + contentProblems(response, status, headers, body)
    }

    /// Literal parts take precedence over parameters.
    private func pathItem(_ path: String) -> JSON? {
        var parts = path.prefix { $0 != "?" }.split(separator: "/")
        if !prefix.isEmpty, parts.starts(with: prefix) { parts.removeFirst(prefix.count) }
        let items = (document["paths"]?.objectValue ?? [:]).filter { name, _ in
            let pattern = name.split(separator: "/")
            return pattern.count == parts.count
                && zip(pattern, parts).allSatisfy { $0.hasPrefix("{") || $0 == $1 }
        }
        return (items.first { !$0.name.contains("{") } ?? items.first)?.value
    }

    private func headerProblems(_ response: JSON, _ status: Int, _ headers: [String: String]) -> [String] {
        (response["headers"]?.objectValue ?? [:]).flatMap { name, reference -> [String] in
            let header = document["components"]?["headers"]?[name]
            guard let text = headers[name.lowercased()] else {
                return header?["required"] == true ? ["\(status) without \(name)"] : []
            }
            return checker.problems(of: .string(text), in: header?["schema"] ?? .null, at: name)
        }
    }

    private func contentProblems(
        _ response: JSON, _ status: Int, _ headers: [String: String], _ body: String
    ) -> [String] {
        guard let content = response["content"] else {
            return body.isEmpty ? [] : ["\(status) with a body: \(body)"]
        }
        let type = String(headers["content-type"]?.prefix { $0 != ";" } ?? "")
        guard let schema = content[type]?["schema"] else { return ["\(status) with content type \(type)"] }
        guard type == "application/json" else { return [] }
        return checker.problems(of: (try? JSON(parsing: body)) ?? .null, in: schema)
    }
}
