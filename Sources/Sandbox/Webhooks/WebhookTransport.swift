/// Carries a webhook to its receiver.
public protocol WebhookTransport: Sendable {
    /// Posts JSON once, without following redirects, and waits for a status no longer than
    /// `DeliveryRules.answerTime`.
    /// - Parameter token: goes along as `Authorization: Bearer`.
    func post(_ body: String, to url: String, token: String?) async -> DeliveryAttempt.Outcome

    /// Ends the requests under way and closes the connections.
    func shutdown() async
}
