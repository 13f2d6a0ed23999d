/// Carries a webhook to its receiver.
public protocol WebhookTransport: Sendable {
    /// Posts once, without following redirects, and waits for a status no longer than `DeliveryRules.answerTime`.
    func post(_ request: WebhookRequest, to url: String) async -> DeliveryAttempt.Outcome

    /// Ends the requests under way and closes the connections.
    func shutdown() async
}
