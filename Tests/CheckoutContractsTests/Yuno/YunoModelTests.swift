import CheckoutContracts
import Testing
import ToqueEncoding

@Suite("Yuno's models") struct YunoModelTests {
    private static let session: JSONObject = [
        "account_id": "00000000-0000-4000-8000-00000000000a", "merchant_order_id": "order-1",
        "payment_description": "A lamp", "country": "BR", "amount": ["currency": "BRL", "value": 10],
        "workflow": "SDK_SEAMLESS", "callback_url": "yunoexample://return",
        "payment_method": ["detail": ["card": ["capture": false]]],
    ]

    private static func faults(_ body: JSONObject) -> [String] {
        do throws(InvalidMembers) {
            _ = try CreateYunoSessionRequest(validating: JSONReader(.object(body)))
            return []
        } catch {
            return error.errors.map(\.path)
        }
    }

    private static func session(_ name: String, _ value: JSON?) -> JSONObject {
        var body = session
        body[name] = value
        return body
    }

    @Test("A session is read with its exact amount")
    func session() throws {
        let request = try CreateYunoSessionRequest(validating: JSONReader(.object(Self.session)))
        #expect(request.amount.value.description == "10")
        #expect(request.amount.currency.code == "BRL")
        #expect(!request.capture)
        #expect(request.callbackURL == "yunoexample://return")
        #expect(Self.faults(Self.session("payment_method", nil)) == [])
        let usual = try CreateYunoSessionRequest(
            validating: JSONReader(.object(Self.session("payment_method", nil))))
        #expect(usual.capture)
    }

    @Test(
        "A text of a session at its limit is taken, and one character more or fewer is refused by its name",
        arguments: [("merchant_order_id", 3, 255), ("payment_description", 3, 255), ("callback_url", 3, 526)])
    func texts(name: String, least: Int, most: Int) {
        func faults(_ count: Int) -> [String] {
            Self.faults(Self.session(name, .string(String(repeating: "é", count: count))))
        }
        #expect(faults(least) == [])
        #expect(faults(most) == [])
        #expect(faults(least - 1) == [name])
        #expect(faults(most + 1) == [name])
        #expect(Self.faults(Self.session(name, "a\u{0}bc")) == [name])
    }

    @Test(
        "A session with an invalid member is refused with the member's name",
        arguments: [
            ("account_id", #""1""#, "account_id"), ("country", #""BRA""#, "country"), ("country", #""br""#, "country"),
            ("workflow", #""SDK_CHECKOUT""#, "workflow"),
            ("amount", #"{"currency": "brl", "value": 1}"#, "amount.currency"),
            ("amount", #"{"currency": "BRL", "value": -0.01}"#, "amount.value"),
            ("amount", #"{"currency": "BRL", "value": 0.00001}"#, "amount.value"),
            ("amount", #"{"currency": "BRL", "value": "1"}"#, "amount.value"),
            ("amount", #"{"currency": "BRL", "value": 1e14}"#, "amount.value"),
            ("alternative_amount", #"{"currency": "BRL", "value": 1e-5}"#, "alternative_amount.value"),
            ("installments", "{}", "installments"), ("subscription", #""x""#, "subscription"),
            ("payment_method", #"{"vault_on_success": true}"#, "payment_method.vault_on_success"),
            (
                "payment_method", #"{"detail": {"card": {"installments": 2}}}"#,
                "payment_method.detail.card.installments"
            ),
            ("payment_method", #"{"detail": {"card": {"capture": 1}}}"#, "payment_method.detail.card.capture"),
        ])
    func refusals(name: String, value: String, path: String) throws {
        #expect(Self.faults(Self.session(name, try JSON(parsing: value))) == [path])
    }

    @Test(
        "All required members of a session are named at once",
        arguments: [["account_id", "merchant_order_id", "payment_description", "country", "amount", "workflow"]])
    func missing(names: [String]) { #expect(Self.faults([:]) == names) }

    @Test("Amounts have at most four decimals and compare by value", arguments: ["0", "0.0001", "19.99", "1e2"])
    func amounts(text: String) throws {
        let value = try #require(ExactDecimal(text))
        #expect(YunoAmount.isValid(value))
        #expect(YunoAmount.isValid(try #require(ExactDecimal("99999999999999.9999"))))
        #expect(!YunoAmount.isValid(try #require(ExactDecimal("100000000000000"))))
        #expect(!YunoAmount.isValid(try #require(ExactDecimal("0.00005"))))
    }

    @Test("A webhook is read with its keys, and written unchanged")
    func webhook() throws {
        let text = """
            {"type":"payment","type_event":"payment.capture","account_id":"00000000-0000-4000-8000-00000000000a",\
            "retry":3,"version":2,"data":{"payment":{"id":"00000000-0000-4000-8000-0000000000b1",\
            "status":"SUCCEEDED","sub_status":"CAPTURED","amount":{"currency":"BRL","value":10.00,"captured":7.5,\
            "refunded":0},"transactions":[],"idempotency_key":"k-1"},"idempotency_key":"k-1"}}
            """
        let webhook = try YunoWebhook(json: JSON(parsing: text))
        #expect(webhook.event == .capture)
        #expect(webhook.retry == 3)
        #expect(webhook.payment.status == .final(.captured))
        #expect(webhook.payment.amount?.captured.description == "7.5")
        #expect(webhook.json.serialized() == text)
        var again = webhook
        again.retry = 4
        #expect(again.deduplicationKey == webhook.deduplicationKey)
        again.event = .refund
        #expect(again.deduplicationKey != webhook.deduplicationKey)
    }

    @Test(
        "A webhook's deduplication key can be in either of two places",
        arguments: [#""idempotency_key":"a"},"x":1"#, #""x":1},"idempotency_key":"a""#])
    func deduplication(members: String) throws {
        let text = """
            {"type":"payment","type_event":"payment.purchase","account_id":"a","retry":0,"version":2,\
            "data":{"payment":{"id":"p","status":"PENDING","sub_status":"AUTHORIZED",\(members)}}
            """
        let webhook = try YunoWebhook(json: JSON(parsing: text))
        #expect(webhook.deduplicationKey?.idempotencyKey == "a")
        #expect(webhook.payment.status == .pending(.authorized))
    }

    @Test(
        "A webhook of another type or version is refused by the member",
        arguments: [("\"payment\"", "\"subscription\"", "type"), ("\"version\":2", "\"version\":1", "version")])
    func otherWebhooks(part: String, other: String, path: String) throws {
        let text = """
            {"type":"payment","type_event":"payment.purchase","account_id":"a","retry":0,"version":2,\
            "data":{"payment":{"id":"p","status":"PENDING","sub_status":"AUTHORIZED"}}}
            """
        let changed = try JSON(parsing: text.replacing(part, with: other, maxReplacements: 1))
        let error = #expect(throws: JSONMemberError.self) { try YunoWebhook(json: changed) }
        #expect(error?.path == path)
    }

    @Test("Only status 200 accepts a webhook, which is sent up to seven times")
    func attempts() {
        #expect((100..<600).filter { YunoWebhook.isTaken(status: $0) } == [200])
        #expect(YunoWebhook.attemptTimes.count == 7)
        #expect(YunoWebhook.attemptTimes == YunoWebhook.attemptTimes.sorted())
        #expect(YunoWebhook.attemptTimes.last == .seconds(96 * 3600))
    }

    @Test(
        "A deep link keeps the query and the fragment of the callback URL",
        arguments: [
            ("yunoexample://return", "yunoexample://return?checkout_session=s&status=SUCCEEDED"),
            ("https://shop.example/a?b=c#d", "https://shop.example/a?b=c&checkout_session=s&status=SUCCEEDED#d"),
        ])
    func deepLinks(callback: String, expected: String) throws {
        let link = YunoDeepLink(session: "s", status: "SUCCEEDED")
        #expect(link.url(callback) == expected)
        #expect(YunoDeepLink(expected) == link)
    }

    @Test(
        "A URL that lacks a parameter of a deep link, or repeats one, is not a deep link",
        arguments: [
            "yunoexample://return", "a://b?status=x", "a://b?checkout_session=s",
            "a://b?checkout_session=s&status=x&status=y",
        ])
    func otherLinks(url: String) { #expect(YunoDeepLink(url) == nil) }
}
