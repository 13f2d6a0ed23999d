import ToqueEncoding

/// What may be the URL of a webhook's receiver: an `EndpointURL`.
enum WebhookURL {
    /// What is wrong with the URL and what would be right; nil for one that may be used.
    static func problem(_ url: String) -> String? {
        switch EndpointURL.problem(of: url) {
        case nil: nil
        case .fragment: "A fragment is never sent; leave out what begins with #."
        case .userInformation: "Expected no user information; give the receiver's secret as the token."
        case let problem?: "Expected \(problem.expectation)."
        }
    }
}
