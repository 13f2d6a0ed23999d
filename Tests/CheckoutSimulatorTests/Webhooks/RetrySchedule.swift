import CheckoutContracts
import Foundation
import Sandbox
import Testing
import ToqueCrypto
import ToqueEncoding

@testable import CheckoutSimulator

/// A provider's schedule of attempts to deliver a webhook.
struct RetrySchedule: Sendable, CustomTestStringConvertible {
    /// Approves a payment.
    let page: JudgedPage
    /// Seconds from the first attempt to each attempt, as the provider documents them.
    let attempts: [Double]
    /// Statuses that accept a webhook.
    let takings: [Int]
    /// Statuses that do not.
    let refusals: [Int]
    /// Seconds in which nothing else happens to the payment.
    let horizon: Int
    /// Whether the merchant can verify a webhook.
    /// - Parameter time: The time of the attempt.
    let judge: @Sendable (_ webhook: MerchantServer.Webhook, _ attempt: Int, _ time: Timestamp) throws -> Void

    var testDescription: String { page.testDescription }

    static let all = [ecommpay, placetoPay, takeMe, yuno]

    private static let secret = "sandbox"
    private static let taken2xx = [200, 201, 202, 204]
    private static let refused = [500, 404, 302, 503, 401]
    /// Only 200 accepts it.
    private static let refusedBut200 = [500, 204, 302, 201, 404, 202]

    /// Six attempts every 10 s, then a period of 70 + 10 · 1.12^(n−4) s up to 4 h; 120 attempts within 11 days.
    private static var ecommpayAttempts: [Double] {
        var times = [0.0]
        for attempt in 1..<120 {
            let period = 70 + 10 * pow(1.12, Double(attempt - 4))
            times.append(times[attempt - 1] + (attempt <= 6 ? 10 : min(14_400, period)))
        }
        return times
    }

    private static let ecommpay = RetrySchedule(
        page: JudgedPage.of(EcommpaySandbox.self), attempts: ecommpayAttempts,
        takings: [200], refusals: refusedBut200, horizon: 20 * 86_400
    ) { webhook, _, _ in
        let callback = try EcommpayCallback.verifying(webhook.body, key: SecretBytes(copying: "your_secret".utf8))
        #expect(callback.projectID == 10)
    }

    /// One attempt, whatever the answer.
    private static let placetoPay = RetrySchedule(
        page: JudgedPage.of(PlacetoPayShop.self), attempts: [0], takings: taken2xx, refusals: refused,
        horizon: 20 * 86_400
    ) { webhook, _, _ in
        try PlacetoPayNotification(json: JSON(parsing: webhook.body)).verify(
            secretKey: SecretBytes(copying: secret.utf8), taking: [.sha256])
    }

    /// An uncharged source stays chargeable for an hour.
    private static let takeMe = RetrySchedule(
        page: JudgedPage.of(TakeMeSandbox.self), attempts: [0, 60, 120, 180], takings: taken2xx, refusals: refused,
        horizon: 3599
    ) { webhook, _, time in
        try TakeMeSignature.verify(
            webhook.headers(TakeMeSignature.header), of: webhook.body,
            secret: SecretBytes(copying: TakeMeSandbox.secretKey.utf8), at: time, tolerance: .zero)
    }

    private static let yuno = RetrySchedule(
        page: JudgedPage.of(YunoSandbox.self), attempts: [0, 300, 3000, 21_600, 86_400, 172_800, 345_600],
        takings: [200], refusals: refusedBut200, horizon: 20 * 86_400
    ) { webhook, attempt, _ in
        try YunoWebhookKeys(apiKey: YunoSandbox.key.id, key: SecretBytes(copying: secret.utf8)).check(
            webhook.body, header: webhook.headers)
        #expect(try JSON(parsing: webhook.body)["retry"]?.intValue == attempt)
    }
}
