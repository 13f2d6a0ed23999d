/// What is secret in the messages of an endpoint.
struct MessageSecrets: Sendable {
    let requests: SecretNames
    let answers: SecretNames

    /// Of an endpoint that names none of its own.
    static let common = MessageSecrets(besides: [])

    init(besides names: [String]) {
        let all = SecretNames.common.union(names)
        answers = SecretNames(all)
        requests = SecretNames(all.union(SecretNames.ofRequests))
    }
}
