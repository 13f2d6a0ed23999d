import Sandbox
import ToqueEncoding

@testable import PixSimulator

/// The document, and what it says of an answer.
struct Contract {
    static let provider = PixProvider(.init())

    static let shared = Contract()

    let document = provider.openAPI(publicURL: "http://127.0.0.1:8420")
    var checker: SchemaChecker { SchemaChecker(document: document) }

    /// What the document does not say of such an answer; empty where there is nothing, and for paths that it does not
    /// have.
    func problems(_ method: String, _ path: String, _ answer: Simulation.Answer) -> [String] {
        guard let item = pathItem(path), let responses = item[method.lowercased()]?["responses"] else { return [] }
        guard let response = responses[String(answer.status)] else {
            return ["\(method) \(path): status \(answer.status) is not documented"]
        }
        return headerProblems(response, answer) + contentProblems(response, answer)
    }

    /// Literal parts win over parameters.
    private func pathItem(_ path: String) -> JSON? {
        var parts = path.prefix { $0 != "?" }.split(separator: "/")
        if parts.starts(with: ["payments", "br"]) { parts.removeFirst(2) }
        let items = (document["paths"]?.objectValue ?? [:]).filter { name, _ in
            let pattern = name.split(separator: "/")
            return pattern.count == parts.count
                && zip(pattern, parts).allSatisfy { $0.hasPrefix("{") || $0 == $1 }
        }
        return (items.first { !$0.name.contains("{") } ?? items.first)?.value
    }

    private func headerProblems(_ response: JSON, _ answer: Simulation.Answer) -> [String] {
        (response["headers"]?.objectValue ?? [:]).flatMap { name, reference -> [String] in
            let header = document["components"]?["headers"]?[name]
            guard let text = answer.headers[name.lowercased()] else {
                return header?["required"] == true ? ["\(answer.status) without \(name)"] : []
            }
            return checker.problems(of: .string(text), in: header?["schema"] ?? .null, at: name)
        }
    }

    private func contentProblems(_ response: JSON, _ answer: Simulation.Answer) -> [String] {
        guard let content = response["content"] else {
            return answer.text.isEmpty ? [] : ["\(answer.status) with a body: \(answer.text)"]
        }
        let type = String(answer.headers["content-type"]?.prefix { $0 != ";" } ?? "")
        guard let schema = content[type]?["schema"] else { return ["\(answer.status) with content type \(type)"] }
        return type == "application/json" ? checker.problems(of: answer.json, in: schema) : []
    }
}
