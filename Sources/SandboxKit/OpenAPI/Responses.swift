import Sandbox
import ToqueEncoding

/// All responses of an operation, by status: its successes and refusals.
struct Responses {
    private let answers: [Answer]
    private let refusals: [SandboxError]
    private let access: Route.Access
    private let provider: any DocumentedProvider

    init(_ operation: Operation, _ access: Route.Access, of provider: any DocumentedProvider) {
        answers = operation.answers
        var refusals = operation.refusals + (operation.list == nil ? [] : SandboxError.ofLists(provider.pageSizes))
        if operation.hasJSONBody {
            refusals.append(SandboxError(400, "invalid_json", "The body is not JSON."))
        }
        self.refusals = refusals + SandboxError.ofEveryOperation(access)
        self.access = access
        self.provider = provider
    }

    var json: JSON {
        var responses = JSONObject()
        for status in Set(answers.map(\.status) + refusals.map(\.status)).sorted() {
            responses[String(status)] = response(
                answers.filter { $0.status == status }, refusals.filter { $0.status == status }, status)
        }
        return .object(responses)
    }

    private func response(_ answers: [Answer], _ refusals: [SandboxError], _ status: Int) -> JSON {
        let sentences = answers.map(\.about) + refusals.map { "`\($0.code)`: \($0.message)" }
        var response: JSONObject = ["description": .string(sentences.joined(separator: "\n\n"))]
        var headers = JSONObject()
        for header in [.requestID, .assumed, .clock] + ownHeaders(status) + answers.flatMap(\.headers) {
            headers[header.name] = header.reference
        }
        response["headers"] = .object(headers)
        var content = JSONObject()
        for answer in answers {
            for (type, media) in answer.content.json?.objectValue ?? [:] { content[type] = media }
        }
        if !refusals.isEmpty { content["application/json"] = errors(refusals) }
        if !content.isEmpty { response["content"] = .object(content) }
        var links = JSONObject()
        for link in answers.flatMap(\.links) { links[link.name] = link.json }
        if !links.isEmpty { response["links"] = .object(links) }
        return .object(response)
    }

    private func ownHeaders(_ status: Int) -> [AnswerHeader] {
        switch (status, access) {
        // Without the engine's challenge.
        case (401, .provider): []
        case (401, _): [.authenticate]
        case (405, _): [.allow]
        default: []
        }
    }

    /// The provider's error with the possible codes, and an example of each.
    private func errors(_ refusals: [SandboxError]) -> JSON {
        var examples = JSONObject()
        for refusal in refusals {
            let name = [refusal.code, refusal.field].compactMap { $0 }.joined(separator: " ")
            let value = provider.errorBody(
                refusal, requestID: OpenAPIDocument.exampleRequestID, at: OpenAPIDocument.exampleTime)
            examples[name] = ["summary": .string(refusal.message), "value": value]
        }
        let codes = refusals.map(\.code).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
        return ["schema": provider.errorSchema(codes).json, "examples": .object(examples)]
    }
}
