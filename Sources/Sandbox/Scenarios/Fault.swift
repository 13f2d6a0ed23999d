/// A fault between the sandbox and its clients or receivers.
public enum Fault: Sendable, Hashable {
    /// The response is delayed.
    case slow(Duration)
    /// 503 this number of times, without any effect; then normal responses.
    case unavailable(times: Int)
    /// The request takes effect, but a reset replaces the response.
    case connectionReset
    /// The request takes effect, but the response's body is truncated.
    case truncatedBody
    /// Each webhook is sent twice.
    case duplicateWebhooks
    /// An object's webhooks arrive in a different order than its changes.
    case reorderedWebhooks
    /// The first attempt of each webhook is signed with wrong secrets.
    case badlySignedWebhooks
}
