/// What goes wrong between the sandbox and who talks to it.
public enum Fault: Sendable, Hashable {
    /// The answer comes later.
    case slow(Duration)
    /// 503 so many times, without anything done; then well.
    case unavailable(times: Int)
    /// The request is carried out; instead of the answer comes a reset.
    case connectionReset
    /// The request is carried out; the answer's body ends too early.
    case truncatedBody
    /// Each webhook comes twice.
    case duplicateWebhooks
    /// An object's webhooks come in another order than the changes.
    case reorderedWebhooks
    /// The first attempt of each webhook is signed with wrong secrets.
    case badlySignedWebhooks
}
