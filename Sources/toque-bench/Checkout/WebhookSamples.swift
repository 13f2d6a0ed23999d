import CheckoutContracts
import ToqueCrypto
import ToqueEncoding

/// A signed webhook of each provider, with its signature's input.
struct WebhookSample: Sendable {
    let name: String
    let digest: DigestAlgorithm
    /// The signed data.
    let signed: [UInt8]
    /// The size of the webhook in bytes.
    let size: Int
    /// Parses the bytes into the model and verifies the signature.
    let judge: @Sendable () throws -> Void

    /// The key of every sample.
    static let secret = "a secret key of 32 characters..."
}

extension WebhookSample {
    static func all() throws -> [WebhookSample] { [try ecommpay(), try yuno(), try placetoPay(), try takeMe()] }

    /// A callback of 2 KB.
    private static func ecommpay() throws -> WebhookSample {
        let date = "2026-01-31T12:00:02+0000"
        let sum: JSON = ["amount": 1999, "currency": "USD"]
        func message(_ note: String) -> JSONObject {
            [
                "project_id": 10,
                "payment": [
                    "id": "order-8c1f0f6d2a3b4c5d", "type": "purchase", "status": "success", "date": .string(date),
                    "method": "card", "sum": sum, "description": .string(note), "is_new_attempts_available": false,
                    "attempts_timeout": 0,
                ],
                "account": [
                    "number": "tok_success", "type": "visa", "card_holder": "ANA EXEMPLO", "expiry_month": "12",
                    "expiry_year": "2030",
                ],
                "customer": ["id": "ana", "phone": "5511900000000", "email": "ana@loja.example"],
                "operation": [
                    "id": 70001, "type": "sale", "status": "success", "date": .string(date),
                    "created_date": "2026-01-31T12:00:00+0000",
                    "request_id": "4f1c9ad0b3e24d7f8a6b5c4d3e2f1a0b",
                    "sum_initial": sum, "sum_converted": sum, "code": "0", "message": "Success", "eci": "05",
                    "provider": [
                        "id": 414, "payment_id": "15537265789120", "date": "2026-01-31T12:00:01+0000",
                        "auth_code": "56789A", "endpoint_id": 414,
                    ],
                ],
                "recurring": [
                    "id": 70001, "currency": "USD", "valid_thru": "2030-12-31T00:00:00+0000", "status": "active",
                    "type": "C",
                ],
                "operations": .array(
                    (1...4).map { number in
                        [
                            "id": .int(70_000 + number), "type": "sale", "status": "success", "date": .string(date),
                            "code": "0", "message": "Success", "sum_initial": sum,
                        ]
                    }),
            ]
        }
        let key = SecretBytes(copying: secret.utf8)
        let length = JSON.object(EcommpaySignature.signing(message: message(""), key: key)).utf8.count
        let filled = message(String(repeating: "x", count: max(0, 2048 - length)))
        let body = JSON.object(EcommpaySignature.signing(message: filled, key: key)).utf8
        return WebhookSample(
            name: "ecommpay", digest: .sha512, signed: EcommpayStringToSign(filled).bytes, size: body.count
        ) { _ = try EcommpayCallback.verifying(body, key: SecretBytes(copying: secret.utf8)) }
    }

    private static func yuno() throws -> WebhookSample {
        let (id, currency) = ("00000000-0000-4000-8000-0000000000b1", try Currency.named("BRL"))
        let amount = YunoAmount(currency: currency, value: ExactDecimal(minorUnits: 1050, exponent: 2))
        var payment = YunoPayment(id: id, status: .final(.approved))
        payment.accountID = id
        payment.merchantOrderID = "order-1"
        payment.description = "Coffee"
        payment.country = "BR"
        payment.amount = .init(amount, captured: amount.value)
        payment.checkout = .init(session: id, isSDKActionRequired: false)
        payment.paymentMethod = .init(type: YunoPaymentMethodType.pix.rawValue)
        payment.transactions = [YunoTransaction(id: id, type: .purchase, amount: amount, createdAt: .now())]
        payment.createdAt = .now()
        payment.updatedAt = .now()
        let body = YunoWebhook(event: .purchase, accountID: id, payment: payment, idempotencyKey: id).json.utf8
        let headers = keys().headers(of: body)
        return WebhookSample(name: "Yuno", digest: .sha256, signed: body, size: body.count) {
            try keys().check(body) { name in headers.first { $0.name == name }?.value }
            _ = try YunoWebhook(json: JSON(parsing: body))
        }
    }

    private static func keys() -> YunoWebhookKeys {
        YunoWebhookKeys(
            apiKey: "sandbox", secret: SecretBytes(copying: secret.utf8), key: SecretBytes(copying: secret.utf8))
    }

    private static func placetoPay() throws -> WebhookSample {
        let status = PlacetoPayStatus(.approved, reason: .approved, message: "Aprobada", at: .now())
        let body = PlacetoPayNotification(
            status: status, requestID: 2_630_139, reference: "order-1", secretKey: SecretBytes(copying: secret.utf8)
        ).json.utf8
        let signed = "2630139\(status.status.rawValue)\(status.date)\(secret)"
        return WebhookSample(name: "PlacetoPay", digest: .sha256, signed: Array(signed.utf8), size: body.count) {
            try PlacetoPayNotification(json: JSON(parsing: body)).verify(secretKey: SecretBytes(copying: secret.utf8))
        }
    }

    private static func takeMe() throws -> WebhookSample {
        let body = TakeMeEvent(
            id: "evt_ExampleExampleExample001", kind: .chargeable, created: .now(),
            source: "src_ExampleExampleExample001", status: .pending(.chargeable), amount: 1200,
            currency: try .named("JPY")
        ).json.utf8
        let time = Timestamp.now()
        let header = TakeMeSignature(signing: body, at: time, secret: SecretBytes(copying: secret.utf8)).description
        return WebhookSample(
            name: "TakeMe", digest: .sha256, signed: Array("\(time.seconds).".utf8) + body, size: body.count
        ) {
            try TakeMeSignature.verify(
                header, of: body, secret: SecretBytes(copying: secret.utf8), at: time, tolerance: .seconds(300))
            _ = try TakeMeEvent(json: JSON(parsing: body))
        }
    }
}
