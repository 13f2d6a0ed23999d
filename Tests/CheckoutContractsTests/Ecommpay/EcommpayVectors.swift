import CheckoutContracts
import ToqueCrypto
import ToqueEncoding

/// Messages with signatures from other implementations.
enum EcommpayVectors {
    static let secret = "your_secret"

    /// The published tests of the provider's Payment Page SDK for Python, and messages signed with Python.
    static let messages: [(secret: String, message: JSONObject, text: String?, signature: String)] = [
        (
            "qwerty", ["payment": ["id": "test-payment", "status": "success"]], nil,
            "UGzKT0NC26f4u0niyJSQPx5q3kFFIndwLXeJVXahfCFwbY+Svg1WoXIxzrIyyjWUSLFhT8wAQ5SfBDRHnwm6Yg=="
        ),
        (
            "qwerty",
            [
                "payment": ["id": "test-payment", "status": "success"], "frame_mode": "iframe", "some_bool_param": true,
            ], nil,
            "TZS0J65ReNUMgKzeXUey9xOGGyC7r4OhsFXt/3H8XZM2Le8Wot2E1NIjeSPOyV1F3sUU6F3kfo9om2dhbe3ieA=="
        ),
        (
            "s3cr3t",
            [
                "project_id": 10, "payment_id": "ord-42", "payment_amount": 100, "payment_currency": "EUR",
                "hide_saved_wallets": true, "language_code": "en", "customer_id": "c:1", "empty": .null,
            ],
            "customer_id:c:1;empty:;hide_saved_wallets:1;language_code:en;payment_amount:100;payment_currency:EUR;"
                + "payment_id:ord-42;project_id:10",
            "9q9PUbHzLIV2Z5PmE/Z3OF/J6CE0QfQrUYEUYABJFl99Ls6+lxcGlMevRASoHEVx1GdpDayFWEf1Sw+z1GcnAg=="
        ),
        (
            secret,
            [
                "project_id": 10, "a:b": "x;y",
                "payment": ["id": "ord-42", "status": "success", "sum": ["amount": 1999, "currency": "USD"]],
                "operations": [["id": 1, "code": 0], ["id": 2, "code": 0]], "signature": "no part of it",
            ],
            "a::b:x;y;operations:0:code:0;operations:0:id:1;operations:1:code:0;operations:1:id:2;payment:id:ord-42;"
                + "payment:status:success;payment:sum:amount:1999;payment:sum:currency:USD;project_id:10",
            "eHaObAXSlnvigDLqXpBbFMDBqXzD7vqvLTlF0+FWDlKME1vL7sxANAUM0uLKRJrbiS9kwYrlhI5nGlL7rs/LZg=="
        ),
        (
            secret,
            [
                "customer_id": 10, "payment_amount": 1, "payment_currency": "RUB",
                "payment_description": "Оплата; чек: №1", "payment_id": "идент-1", "project_id": 10,
            ],
            "customer_id:10;payment_amount:1;payment_currency:RUB;payment_description:Оплата; чек: №1;"
                + "payment_id:идент-1;project_id:10",
            "VPzeEzRL734r7HbLwBPj2bOSr0N40Z2Zf21l8HXOOngkPY5ComHSTCDgyR1ezQ+H2gPDdR0YT1xjwMl2MloIpQ=="
        ),
        (
            secret, callback,
            "customer:id:10;operation:code:0;operation:date:2026-01-31T12:00:02+0000;operation:id:70001;"
                + "operation:message:Success;operation:request_id:r-1;operation:status:success;"
                + "operation:sum_initial:amount:1999;operation:sum_initial:currency:USD;operation:type:sale;"
                + "payment:date:2026-01-31T12:00:02+0000;payment:description:;payment:id:ord-42;payment:method:card;"
                + "payment:status:success;payment:sum:amount:1999;payment:sum:currency:USD;payment:type:purchase;"
                + "project_id:10",
            "QC940r+wPExvpnu82xkXB+3z2uOv+U72Wwzy8aOlHl5Yewx2wj8POcQeJCBhAKu53hXFE5/3CrbpgPCm15dbMA=="
        ),
    ]

    static let callback: JSONObject = [
        "project_id": 10,
        "payment": [
            "id": "ord-42", "type": "purchase", "status": "success", "date": "2026-01-31T12:00:02+0000",
            "method": "card", "sum": ["amount": 1999, "currency": "USD"], "description": "",
        ],
        "customer": ["id": "10"],
        "operation": [
            "id": 70001, "type": "sale", "status": "success", "date": "2026-01-31T12:00:02+0000",
            "request_id": "r-1", "sum_initial": ["amount": 1999, "currency": "USD"], "code": "0",
            "message": "Success",
        ],
    ]

    /// The options of the provider's guide.
    static var guideOptions: EcommpayPaymentOptions {
        EcommpayPaymentOptions(
            projectID: 10, paymentID: "internal_payment_id_1", paymentAmount: 1999, paymentCurrency: "USD",
            paymentDescription: "T-shirt with dog print", customerID: "10", regionCode: "US")
    }

    static let guideText =
        "customer_id:10;payment_amount:1999;payment_currency:USD;payment_description:T-shirt with dog print;"
        + "payment_id:internal_payment_id_1;project_id:10;region_code:US"

    static func key(_ text: String = secret) -> SecretBytes { SecretBytes(copying: text.utf8) }

    // An expectation cannot contain a key, which is not copyable.

    static func sign(_ text: EcommpayStringToSign, _ secret: String = secret) -> String {
        EcommpaySignature.sign(text, key: key(secret))
    }

    static func verify(_ signature: String, _ text: EcommpayStringToSign, _ secret: String = secret) -> Bool {
        EcommpaySignature.verify(signature, of: text, key: key(secret))
    }

    static func verify(message: JSONObject) -> Bool { EcommpaySignature.verify(message: message, key: key()) }

    static func verify(query: [(name: String, value: String)]) -> Bool {
        EcommpayPaymentPage.verify(query: query, key: key())
    }
}

/// Messages that Tests/EndToEnd/helpers/checkout/ecommpay_reference.py generates too, from the same numbers.
struct EcommpayGenerator {
    private static let names = [
        "a", "a1", "b:c", "::", "payment", "frame_mode", "signature", "general", "é", "e\u{301}", "Z", "0", "10", "2",
        "", "ключ",
    ]
    private static let texts = ["", "x", ";", ":", "a:b;c", "1", "Оплата; чек: №1", "😀", "\"\\", "\n", " "]

    private var random = SplitMix(seed: 42)

    private mutating func pick(_ count: Int) -> Int { Int(random.next() % UInt64(count)) }

    mutating func message(depth: Int = 4) throws -> JSONObject {
        var object = JSONObject()
        for _ in 0..<pick(8) + 1 {
            let name = Self.names[pick(Self.names.count)]
            let value = try value(depth: depth)
            if object[name] == nil { object[name] = value }
        }
        return object
    }

    private mutating func value(depth: Int) throws -> JSON {
        switch pick(depth > 0 ? 7 : 5) {
        case 0: return .null
        case 1: return .bool(pick(2) == 1)
        case 2: return .int(pick(2001) - 1000)
        case 3:
            let (whole, tenths) = (pick(100), pick(10))
            return try JSON(parsing: "\(whole).\(tenths)0")
        case 4: return .string((0..<pick(4)).map { _ in Self.texts[pick(Self.texts.count)] }.joined())
        case 5: return .array(try (0..<pick(4)).map { _ in try value(depth: depth - 1) })
        default: return .object(try message(depth: depth - 1))
        }
    }
}
