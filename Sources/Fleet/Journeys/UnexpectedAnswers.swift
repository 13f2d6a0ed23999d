import LoadMeasurement
import Synchronization
import ToqueEncoding

/// An answer that a step did not expect, counted.
public struct UnexpectedAnswer: Sendable, Hashable {
    public let step: String
    /// What was wrong with the answer, without IDs.
    public let problem: String
    public var count: Int
    /// The first bodies, cut, with secrets masked.
    public var bodies: [String]
}

/// The answers that no step expected: each kind is counted, and its first bodies are kept.
final class UnexpectedAnswers: Sendable {
    /// The number of bodies of a kind.
    static let bodyCount = 5
    /// The length of a kept body in bytes.
    static let bodyLimit = 2048
    /// Kinds beyond this number count as one, so that a target cannot fill the memory.
    static let kindLimit = 200

    private struct Kind: Hashable {
        let step: String
        let problem: String
    }

    private let answers = Mutex<[Kind: UnexpectedAnswer]>([:])
    private let onFirst: @Sendable (UnexpectedAnswer) -> Void

    /// - Parameter onFirst: gets the first answer of each kind.
    init(onFirst: @escaping @Sendable (UnexpectedAnswer) -> Void) { self.onFirst = onFirst }

    var all: [UnexpectedAnswer] {
        answers.withLock { Array($0.values) }.sorted {
            ($1.count, $0.step, $0.problem) < ($0.count, $1.step, $1.problem)
        }
    }

    /// - Parameter secrets: texts that no kept body may show.
    func note(_ body: [UInt8], of step: String, problem: String, hiding secrets: [String]) {
        let text = Self.masked(body, secrets)
        let first = answers.withLock { answers in
            var kind = Kind(step: step, problem: problem)
            if answers[kind] == nil, answers.count >= Self.kindLimit {
                kind = Kind(step: "any", problem: "other answers")
            }
            var answer =
                answers[kind] ?? UnexpectedAnswer(step: kind.step, problem: kind.problem, count: 0, bodies: [])
            answer.count += 1
            if answer.bodies.count < Self.bodyCount { answer.bodies.append(text) }
            answers[kind] = answer
            return answer.count == 1 ? answer : nil
        }
        if let first { onFirst(first) }
    }

    static func masked(_ body: [UInt8], _ secrets: [String]) -> String {
        let json = try? JSON(parsing: body, limits: .init(size: FleetAnswer.bodyLimit))
        // A secret may stand across the cut, so masking comes first, on a little more text than is kept.
        var text = json?.withoutSecrets.serialized() ?? String(decoding: body.prefix(4 * bodyLimit), as: UTF8.self)
        for secret in secrets where secret.count >= 4 { text.replace(secret, with: "***") }
        guard text.utf8.count > bodyLimit else { return text }
        return String(decoding: text.utf8.prefix(bodyLimit), as: UTF8.self) + "..."
    }
}

extension JSON {
    private static let secretNames = ["secret", "token", "password", "authorization"]

    /// The document with a mask for texts whose names say that they are secret.
    fileprivate var withoutSecrets: JSON {
        switch self {
        case .array(let elements): return .array(elements.map(\.withoutSecrets))
        case .object(let object):
            var masked = JSONObject()
            for (name, value) in object {
                let isSecret = Self.secretNames.contains(where: name.lowercased().contains)
                masked[name] = isSecret && value.stringValue != nil ? "***" : value.withoutSecrets
            }
            return .object(masked)
        case .null, .bool, .number, .string: return self
        }
    }
}

extension UnexpectedAnswer {
    /// The form of reports.
    public var json: JSON {
        [
            "step": .string(step), "problem": .string(problem), "count": .int(count),
            "bodies": .array(bodies.map(JSON.string)),
        ]
    }
}
