import CheckoutContracts
import Testing
import ToqueEncoding
import ToqueTestSupport

/// A member with values just within its limits, and values beyond them by one.
struct PlacetoPayLimitCase: Sendable, CustomTestStringConvertible {
    let path: String
    let good: [JSON]
    let bad: [JSON]
    /// The path of the error; nil for `path`.
    var fault: String?

    var testDescription: String { path }

    static func text(_ path: String, upTo limit: Int, from least: Int = 0) -> Self {
        func text(_ count: Int) -> JSON { .string(String(repeating: "é", count: count)) }
        return Self(
            path: path, good: [text(least), text(limit)],
            bad: [text(limit + 1), ["a"], "\u{7}"] + (least > 0 ? [text(least - 1)] : []))
    }

    static func number(_ text: String) -> JSON { (try? JSON(parsing: text)) ?? .null }
}

@Suite struct PlacetoPayLimitTests {
    static let limits: [PlacetoPayLimitCase] =
        [
            .text("auth.login", upTo: 32, from: 1), .text("auth.tranKey", upTo: 64, from: 1),
            .text("auth.nonce", upTo: 255, from: 1), .text("auth.seed", upTo: 35, from: 1),
            .text("payment.reference", upTo: 32, from: 1), .text("payment.description", upTo: 255),
            .text("returnUrl", upTo: 255, from: 1), .text("cancelUrl", upTo: 255),
            .text("ipAddress", upTo: 46, from: 1),
            .text("userAgent", upTo: 255, from: 1),
            .init(path: "captureAddress", good: [true, false, .null], bad: [1, "true"]),
            .init(path: "skipResult", good: [true, false, .null], bad: [1, "true"]),
            .init(path: "noBuyerFill", good: [true, false, .null], bad: [1, "true"]),
            .init(path: "payment.allowPartial", good: [true, false, .null], bad: [1, "true"]),
            .init(
                path: "expiration", good: ["2026-01-31T07:00:00-05:00", "2026-01-31T07:00-0500", .null],
                bad: ["2026-01-31", "tomorrow", 1, "2026-02-29T07:00:00-05:00"]),
            .init(
                path: "payment.amount.currency", good: ["COP", "USD"],
                bad: ["cop", "CO", "COPX", "ZZZ", .null, 1]),
            .init(
                path: "payment.amount.total",
                good: ["0.01", "165000.0", "1.500", "1e2", "9999999999999999"].map(PlacetoPayLimitCase.number),
                bad: ["0", "-0.01", "0.001", "1.005", "10000000000000000000"].map(PlacetoPayLimitCase.number)
                    + ["1", .null]),
            .init(
                path: "payment.items", good: [[["sku": 302, "qty": 1]], [["sku": "A-1"]], []],
                bad: [[["sku": .number(JSONNumber(1)), "name": 1]]], fault: "payment.items[0].name"),
        ] + persons + ["kind", "amount"].flatMap(amounts)

    private static let persons = ["buyer", "payer", "payment.shipping", "payment.buyer"].flatMap { person in
        [
            ("document", 25), ("documentType", 6), ("name", 60), ("surname", 60), ("company", 60), ("email", 80),
            ("mobile", 30),
        ].map { .text("\(person).\($0.0)", upTo: $0.1) } as [PlacetoPayLimitCase]
    }

    private static func amounts(_ member: String) -> [PlacetoPayLimitCase] {
        [
            (
                "details",
                [
                    "discount", "additional", "vatDevolutionBase", "shipping", "handlingFee", "insurance", "giftWrap",
                    "subtotal", "fee", "tip", "airline", "interests",
                ]
            ),
            (
                "taxes",
                [
                    "valueAddedTax", "exciseDuty", "ice", "airportTax", "stateTax", "reducedStateTax", "municipalTax",
                ]
            ),
        ].map { list, kinds -> PlacetoPayLimitCase in
            func element(_ kind: String, _ amount: String) -> JSON {
                [["kind": .string(kind), "amount": PlacetoPayLimitCase.number(amount)]]
            }
            let first = kinds[0]
            return member == "kind"
                ? .init(
                    path: "payment.amount.\(list)", good: kinds.map { element($0, "1") },
                    bad: [element("other", "1"), element("Shipping", "1")], fault: "payment.amount.\(list)[0].kind")
                : .init(
                    path: "payment.amount.\(list)", good: ["0", "0.01"].map { element(first, $0) },
                    bad: ["-0.01", "0.001"].map { element(first, $0) }, fault: "payment.amount.\(list)[0].amount")
        }
    }

    static let request: JSON = [
        "auth": ["login": "site", "tranKey": "a2V5", "nonce": "MA==", "seed": "2026-01-31T07:00:00-05:00"],
        "payment": ["reference": "order-1", "amount": ["currency": "COP", "total": 165_000]],
        "returnUrl": "redirection://receipt?return", "ipAddress": "127.0.0.1", "userAgent": "test",
    ]

    private func faults(_ request: JSON) -> [String] {
        do throws(InvalidMembers) {
            _ = try PlacetoPaySessionRequest(validating: JSONReader(request))
            return []
        } catch {
            return error.errors.map(\.path)
        }
    }

    @Test("A member at its limit is accepted, and one beyond it is refused with the member's name", arguments: limits)
    func limit(_ limit: PlacetoPayLimitCase) {
        for value in limit.good {
            #expect(faults(Self.request.with(limit.path, value)) == [], "\(value.serialized())")
        }
        for value in limit.bad {
            #expect(
                faults(Self.request.with(limit.path, value)) == [limit.fault ?? limit.path], "\(value.serialized())")
        }
    }

    @Test("Fields have at most 50 and 255 characters, and one of five displays")
    func fields() {
        func fields(_ keyword: Int, _ value: Int, _ display: JSON = "both") -> [String] {
            func text(_ count: Int) -> JSON { .string(String(repeating: "a", count: count)) }
            return faults(
                Self.request.with(
                    "fields", [["keyword": text(keyword), "value": text(value), "displayOn": display]]))
        }
        #expect(fields(50, 255) == [] && fields(1, 0) == [])
        #expect(fields(51, 255) == ["fields[0].keyword"] && fields(0, 255) == ["fields[0].keyword"])
        #expect(fields(50, 256) == ["fields[0].value"])
        for display in ["none", "payment", "receipt", "both", "approved"] {
            #expect(fields(1, 1, .string(display)) == [])
        }
        #expect(fields(1, 1, "all") == ["fields[0].displayOn"])
    }

    @Test("An amount has at most its currency's number of decimals", arguments: [("JPY", 0), ("USD", 2), ("KWD", 3)])
    func decimals(_ currency: String, _ exponent: Int) {
        func total(_ decimals: Int) -> JSON {
            PlacetoPayLimitCase.number(decimals == 0 ? "1" : "0.\(String(repeating: "0", count: decimals - 1))1")
        }
        let request = Self.request.with("payment.amount.currency", .string(currency))
        #expect(faults(request.with("payment.amount.total", total(exponent))) == [])
        #expect(faults(request.with("payment.amount.total", total(exponent + 1))) == ["payment.amount.total"])
    }

    @Test("A session requires only its necessary members")
    func required() {
        #expect(faults(Self.request) == [])
        for path in [
            "auth", "payment", "payment.reference", "payment.amount", "payment.amount.currency",
            "payment.amount.total", "returnUrl", "ipAddress", "userAgent",
        ] {
            #expect(faults(Self.request.with(path, nil)) == [path])
        }
        #expect(faults([:]) == ["auth", "payment", "returnUrl", "ipAddress", "userAgent"])
    }

    @Test("A payment in parts has no taxes")
    func partialTaxes() {
        let request = Self.request.with("payment.amount.taxes", [["kind": "ice", "amount": 1]])
        #expect(faults(request) == [])
        #expect(faults(request.with("payment.allowPartial", true)) == ["payment.amount.taxes"])
    }

    @Test(
        "Services that are out of scope are refused by their names, and may be said not to be wanted",
        arguments: [
            "subscription", "autopay", "collect", "dispersion", "recurring", "payment.recurring",
            "payment.recurring_remove", "payment.dispersion", "payment.subscribe",
        ])
    func outOfScope(_ path: String) {
        for value: JSON in [["reference": "r"], [], true, "x", 1] {
            #expect(faults(Self.request.with(path, value)) == [path])
        }
        for value: JSON in [false, .null] { #expect(faults(Self.request.with(path, value)) == []) }
    }

    @Test("The buyer can be inside the payment or beside it, and is written beside it")
    func buyer() throws {
        let inside = try PlacetoPaySessionRequest(json: Self.request.with("payment.buyer", ["name": "Ana"]))
        #expect(inside.buyer?.name == "Ana")
        #expect(inside.json["buyer"]?["name"] == "Ana" && inside.json["payment"]?["buyer"] == nil)
        let both = Self.request.with("payment.buyer", ["name": "Ana"]).with("buyer", ["name": "Bruno"])
        #expect(try PlacetoPaySessionRequest(json: both).buyer?.name == "Bruno")
    }

    @Test("Any locale is accepted, and an invalid one counts as the site's")
    func locale() {
        for locale: JSON in ["es_CO", "en_US", "", "es", "español"] {
            #expect(faults(Self.request.with("locale", locale)) == [])
        }
    }
}
