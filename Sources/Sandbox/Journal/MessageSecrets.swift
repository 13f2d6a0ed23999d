/// What is secret in the messages of an endpoint.
struct MessageSecrets: Sendable {
    private(set) var requests: SecretNames
    private(set) var answers: SecretNames

    /// Of an endpoint that names none of its own.
    static let common = MessageSecrets(besides: [])

    init(besides names: [String]) {
        let all = SecretNames.common.union(names)
        answers = SecretNames(all)
        requests = SecretNames(all.union(SecretNames.ofRequests))
    }

    func adding(_ names: [String]) -> MessageSecrets {
        var all = self
        all.requests = requests.adding(names)
        all.answers = answers.adding(names)
        return all
    }
}
