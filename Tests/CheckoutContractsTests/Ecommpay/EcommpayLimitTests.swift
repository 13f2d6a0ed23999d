import CheckoutContracts
import Testing
import ToqueEncoding
import ToqueTestSupport

/// A member with values just within its limits, and values beyond them by one.
struct EcommpayLimit: Sendable, CustomTestStringConvertible {
    let path: String
    let good: [JSON]
    let bad: [JSON]
    /// The other members of the same object.
    var beside: [(String, JSON)] = []

    var testDescription: String { path }

    static func text(_ path: String, upTo limit: Int, from least: Int = 0, beside: [(String, JSON)] = []) -> Self {
        func text(_ count: Int) -> JSON { .string(String(repeating: "é", count: count)) }
        return Self(
            path: path, good: [text(limit), text(max(least, 1))],
            bad: [text(limit + 1), 1, "\u{7}"] + (least > 0 ? [text(least - 1)] : []), beside: beside)
    }

    static func number(_ path: String, _ range: ClosedRange<Int>, beside: [(String, JSON)] = []) -> Self {
        Self(
            path: path, good: [.int(range.lowerBound), .int(range.upperBound)],
            bad: [.int(range.lowerBound - 1), .string("1")]
                + (range.upperBound < .max ? [.int(range.upperBound + 1)] : []), beside: beside)
    }

    static func codes(_ path: String, _ codes: ClosedRange<Int>, beside: [(String, JSON)] = []) -> Self {
        Self(
            path: path, good: codes.map { .string("0\($0)") },
            bad: [.string("0\(codes.lowerBound - 1)"), .string("0\(codes.upperBound + 1)"), .string("1"), 1],
            beside: beside)
    }

    static func date(_ path: String, beside: [(String, JSON)] = []) -> Self {
        Self(
            path: path, good: ["29-02-2028", "31-12-2026"],
            bad: ["29-02-2026", "31-04-2026", "2026-12-31", "1-2-2026", "01-13-2026", "00-01-2026", "01-01-26"],
            beside: beside)
    }

    static func country(_ path: String, beside: [(String, JSON)] = []) -> Self {
        Self(path: path, good: ["BR"], bad: ["B", "BRA", "br", "B1"], beside: beside)
    }

    static func currency(_ path: String) -> Self {
        Self(path: path, good: ["GBP", "JPY", "KWD"], bad: ["gbp", "GB", "GBPX", "XXX", "ZZZ"])
    }
}

@Suite struct EcommpayLimitTests {
    private static let fraction: JSON = JSONNumber(0.5).map(JSON.number) ?? .null

    static let limits: [EcommpayLimit] = [
        .number("project_id", 1...2_147_483_647), .text("payment_id", upTo: 255, from: 1),
        .init(
            path: "payment_amount", good: [1, 999_999_999_999_999_999],
            bad: [0, -1, 1_000_000_000_000_000_000, .int(Int.max), "1", fraction]),
        .init(path: "payment_amount", good: [0], bad: [1, -1], beside: [("action", "verify")]),
        .init(path: "payment_amount", good: [1], bad: [0], beside: [("action", "auth")]),
        .currency("payment_currency"),
        .init(path: "action", good: ["sale", "auth"], bad: ["Sale", "tokenize", ""]),
        .text("payment_description", upTo: 255), .text("customer_id", upTo: 255), .country("region_code"),
        .init(
            path: "language_code", good: ["en", "hu", "es", "it", "de", "fr", "IT", "De"], bad: ["pt", "", "eng", "e"]),
        .text("token", upTo: 255),
        .init(
            path: "receipt_data", good: ["e30=", "eyJh IjogMX0=", "e3\n0="], bad: ["e30", "", "bm8=", "e30-", "e31="]),
        .init(path: "hide_saved_wallets", good: [true, false], bad: [1, "true"]),
        .text("force_payment_method", upTo: 64),
    ]

    static let threeDSecure: [EcommpayLimit] =
        [
            .codes("secure_info.challenge_indicator", 1...4), .codes("secure_info.challenge_window", 1...5),
            .date("secure_info.preorder_date"), .codes("secure_info.preorder_purchase", 1...2),
            .codes("secure_info.reorder", 1...2),
            .number("secure_info.gift_card.amount", 0...Int.max), .currency("secure_info.gift_card.currency"),
            .number("secure_info.gift_card.count", 0...Int.max),
            .init(path: "secure_info.customer.address_match", good: ["Y", "N"], bad: ["y", "", "X", true]),
            .init(
                path: "secure_info.customer.billing_region_code", good: ["MOS", "A", "12"],
                bad: ["MOSC", "", "mos", "M-S"]),
        ]
        + ["home_phone", "work_phone"].map { phone in
            EcommpayLimit(
                path: "secure_info.customer.\(phone)", good: ["1234", .string(String(repeating: "1", count: 24))],
                bad: ["123", .string(String(repeating: "1", count: 25)), "+1234", "12 34", "１２３４", 1234])
        }

    static let account: [EcommpayLimit] = [
        .text("additional", upTo: 64), .number("activity_day", 0...999), .number("activity_year", 0...999),
        .codes("age_indicator", 1...5), .text("auth_data", upTo: 255), .codes("auth_method", 1...4),
        .init(
            path: "auth_time", good: ["31-01-202600:00", "31-01-202623:59"],
            bad: [
                "31-01-2026 00:00", "31-01-202624:00", "31-01-202600:60", "32-01-202600:00", "31-01-2026",
                "31-01-20260:00",
            ]),
        .date("date"), .date("change_date"), .codes("change_indicator", 1...4), .date("pass_change_date"),
        .codes("pass_change_indicator", 1...5), .date("payment_age"), .codes("payment_age_indicator", 1...5),
        .number("provision_attempts", 0...999), .number("purchase_number", 0...9999),
        .codes("suspicious_activity", 1...2),
    ]

    static let shipping: [EcommpayLimit] = [
        .text("address", upTo: 150), .date("address_usage"), .codes("address_usage_indicator", 1...4),
        .text("city", upTo: 50), .country("country"), .text("delivery_email", upTo: 255),
        .codes("delivery_time", 1...4), .codes("name_indicator", 1...2), .text("postal", upTo: 16),
        .init(
            path: "region_code", good: ["SPE", "1"], bad: ["SPEX", "", "spe"],
            beside: [("secure_info.customer.shipping.country", "RU")]),
        .init(path: "region_code", good: [], bad: ["SPE"]), .codes("type", 1...7),
    ]

    static let mpiResult: [EcommpayLimit] = [
        .text("acs_operation_id", upTo: 36), .codes("authentication_flow", 1...2),
        .text("authentication_timestamp", upTo: 255),
    ]

    static let recurrent: [EcommpayLimit] = [
        .init(path: "type", good: ["R", "C", "U"], bad: ["I", "r", "", "Regular"]),
        .init(path: "expiry_day", good: ["01", "31"], bad: ["00", "32", "1", "001", 1]),
        .init(
            path: "expiry_day", good: ["29"], bad: ["30"],
            beside: [("recurrent_info.expiry_month", "02"), ("recurrent_info.expiry_year", 2028)]),
        .init(path: "expiry_month", good: ["01", "12"], bad: ["00", "13", "1", 1]),
        .init(path: "expiry_year", good: ["2026", 2026, "9999"], bad: ["26", "20260", 26, 20_260, "202x", true]),
        .init(path: "period", good: ["D", "W", "M", "Q", "Y"], bad: ["d", "", "H"]),
        .number("interval", 1...100),
        .init(
            path: "time", good: ["00:00:00", "23:59:59"],
            bad: ["24:00:00", "00:60:00", "00:00:60", "00:00", "0:00:00"], beside: [("recurrent_info.period", "M")]),
        .init(path: "time", good: [], bad: ["10:00:00"]), .date("start_date"),
        .text("scheduled_payment_id", upTo: 255, beside: [("recurrent_info.start_date", "01-01-2027")]),
        .init(path: "scheduled_payment_id", good: [], bad: ["plan-1"]), .number("amount", 1...Int.max),
        .init(
            path: "schedule",
            good: [
                [["amount": 1, "date": "01-01-2027"]], ["amount": 1, "date": "01-01-2027"],
                [["amount": 1, "date": "01-01-2027"], ["amount": 2, "date": "01-02-2027"]],
            ],
            bad: [
                [["amount": 0, "date": "01-01-2027"]], [["amount": 1, "date": "32-01-2027"]], [["amount": 1]],
                ["amount": 0, "date": "01-01-2027"], "01-01-2027",
            ]),
    ]

    static let others: [EcommpayLimit] = [
        .init(
            path: "additional_fields",
            good: [
                [["name": "email", "value": "a"]], [["name": "mine", "value": "x"]],
                [["name": "billing_country", "value": "SE"]],
            ],
            bad: [
                [["name": "email"]], [["name": "", "value": "a"]], [["name": "email", "value": ""]],
                [["name": "billing_country", "value": "SWE"]], [["name": "country", "value": "s1"]], ["email"],
                [["name": "email", "value": .string(String(repeating: "x", count: 256))]],
            ]),
        .init(
            path: "apple_pay",
            good: [["merchant_id": "m", "description": "d", "country_code": "US"]],
            bad: [
                ["merchant_id": "m", "description": "d"], ["merchant_id": "m", "country_code": "US"],
                ["description": "d", "country_code": "US"],
                ["merchant_id": "m", "description": "d", "country_code": "USA"],
            ]),
    ]

    static func under(_ path: String, _ limits: [EcommpayLimit]) -> [EcommpayLimit] {
        limits.map { .init(path: "\(path).\($0.path)", good: $0.good, bad: $0.bad, beside: $0.beside) }
    }

    static let all =
        limits + threeDSecure + others + under("secure_info.customer.account", account)
        + under("secure_info.customer.shipping", shipping) + under("secure_info.customer.mpi_result", mpiResult)
        + under("recurrent_info", recurrent)

    @Test("A value at its limit is accepted, and one beyond it is refused with the member's name", arguments: all)
    func limit(_ limit: EcommpayLimit) throws {
        var usual = EcommpayVectors.guideOptions.json
        if limit.path.hasPrefix("recurrent_info") { usual = usual.with("recurrent_info.type", "R") }
        for (path, value) in limit.beside { usual = usual.with(path, value) }
        for value in limit.good {
            #expect(throws: Never.self, "\(value.serialized())") {
                _ = try EcommpayPaymentOptions(validating: JSONReader(usual.with(limit.path, value)))
            }
        }
        for value in limit.bad {
            let errors = faults(usual.with(limit.path, value))
            #expect(!errors.isEmpty, "\(value.serialized()) was taken")
            #expect(errors.allSatisfy { $0.path.hasPrefix(limit.path) }, "\(errors)")
        }
    }

    @Test("A missing required member is named")
    func missing() {
        let usual = EcommpayVectors.guideOptions.json
        for name in ["project_id", "payment_id", "payment_amount", "payment_currency"] {
            #expect(faults(usual.with(name, nil)).map(\.path) == [name])
        }
        #expect(faults(usual.with("recurrent_info", [:])).map(\.path) == ["recurrent_info.type"])
        #expect(
            faults(usual.with("payment_id", "").with("region_code", "x")).map(\.path) == ["payment_id", "region_code"])
    }

    private func faults(_ json: JSON) -> [JSONMemberError] {
        do throws(InvalidMembers) {
            _ = try EcommpayPaymentOptions(validating: JSONReader(json))
            return []
        } catch {
            return error.errors
        }
    }
}
