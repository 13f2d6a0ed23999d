import Sandbox
import ToqueEncoding

/// All that an operation answers, by status: what it is for, and each way in which it refuses.
struct Responses {
    private let answers: [Answer]
    private let refusals: [Refusal]

    init(_ operation: Operation, _ access: Route.Access) {
        answers = operation.answers
        refusals = operation.allRefusals(access)
    }

    var json: JSON {
        var responses = JSONObject()
        for status in Set(answers.map(\.status) + refusals.map(\.status)).sorted() {
            responses[String(status)] = response(
                answers.filter { $0.status == status }, refusals.filter { $0.status == status }, status)
        }
        return .object(responses)
    }

    private func response(_ answers: [Answer], _ refusals: [Refusal], _ status: Int) -> JSON {
        let sentences = answers.map(\.about) + refusals.map { "`\($0.code)`: \($0.when)" }
        var response: JSONObject = ["description": .string(sentences.joined(separator: "\n\n"))]
        var headers = JSONObject()
        for header in [.requestID, .assumed, .clock] + Self.headers(status) + answers.flatMap(\.headers) {
            headers[header.rawValue] = header.reference
        }
        response["headers"] = .object(headers)
        var content = JSONObject()
        for answer in answers {
            for (type, media) in answer.content.json?.objectValue ?? [:] { content[type] = media }
        }
        if !refusals.isEmpty { content["application/json"] = Self.errors(refusals) }
        if !content.isEmpty { response["content"] = .object(content) }
        var links = JSONObject()
        for link in answers.flatMap(\.links) { links[link.name] = link.json }
        if !links.isEmpty { response["links"] = .object(links) }
        return .object(response)
    }

    private static func headers(_ status: Int) -> [AnswerHeader] {
        switch status {
        case 401: [.authenticate]
        case 405: [.allow]
        default: []
        }
    }

    /// The error array with the codes that can be, and an example of each.
    private static func errors(_ refusals: [Refusal]) -> JSON {
        let codes = refusals.map(\.code).uniqued
        var examples = JSONObject()
        for refusal in refusals {
            let name = [refusal.code, refusal.field].compactMap { $0 }.joined(separator: " ")
            examples[name] = ["summary": .string(refusal.when), "value": refusal.example]
        }
        let schema = Schema.component(.errors)
            .with("items", ["properties": ["code": Schema.choice(codes).json]])
        return ["schema": schema.json, "examples": .object(examples)]
    }
}

extension [String] {
    /// Each once, in the order of their first occurrence.
    fileprivate var uniqued: [String] { reduce(into: []) { if !$0.contains($1) { $0.append($1) } } }
}
