import CheckoutContracts
import Sandbox
import ToqueCrypto
import ToqueEncoding

extension YunoProvider {
    package var deliveryRules: DeliveryRules {
        let times = YunoWebhook.attemptTimes
        return DeliveryRules(
            retryDelays: zip(times.dropFirst(), times).map { $0 - $1 }, answerTime: .seconds(5),
            isDelivered: { status, _ in YunoWebhook.isTaken(status: status) })
    }

    /// `retry` counts the attempts, so each has its own body and signature.
    package func request(for webhook: OutgoingWebhook) throws -> WebhookRequest {
        var body = try JSON(parsing: webhook.body)
        if var members = body.objectValue {
            members["retry"] = .int(webhook.attempt - 1)
            body = .object(members)
        }
        let bytes = body.utf8
        let headers = try Self.webhookKeys(webhook).headers(of: bytes)
        return WebhookRequest(
            headers: [("Content-Type", "application/json"), ("User-Agent", "toque-sandbox")] + headers, body: bytes)
    }

    /// The endpoint's token signs, or else the private half of the account's key.
    private static func webhookKeys(_ webhook: OutgoingWebhook) throws -> YunoWebhookKeys {
        if let token = webhook.token {
            return YunoWebhookKeys(apiKey: webhook.tenant, key: SecretBytes(copying: token.utf8))
        }
        guard let secret = webhook.keySecret else { throw YunoWebhookKeyMissing() }
        return YunoWebhookKeys(apiKey: webhook.tenant, key: secret.bytes.duplicate())
    }
}

/// A tenant whose key comes from a version that stored no secrets.
private struct YunoWebhookKeyMissing: Error {}
