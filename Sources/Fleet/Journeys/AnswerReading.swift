import ToqueEncoding

extension FleetAnswer {
    /// The body as JSON.
    func object() throws(AnswerProblem) -> JSON {
        guard let json else { throw AnswerProblem("the answer is not JSON") }
        return json
    }
}

extension JSON {
    /// A text at a path.
    func text(_ path: String...) throws(AnswerProblem) -> String {
        guard let text = at(path)?.stringValue else {
            throw AnswerProblem("the answer has no text \(path.joined(separator: "."))")
        }
        return text
    }

    /// An object at a path.
    func object(_ path: String...) throws(AnswerProblem) -> JSON {
        guard let value = at(path), case .object = value else {
            throw AnswerProblem("the answer has no object \(path.joined(separator: "."))")
        }
        return value
    }

    private func at(_ path: [String]) -> JSON? {
        path.reduce(Optional(self)) { value, name in value.flatMap { $0[name] } }
    }
}

/// Names of steps that several journeys have.
enum StepName {
    static let register = "DEVICE register"
    static let sign = "DEVICE sign"
}
