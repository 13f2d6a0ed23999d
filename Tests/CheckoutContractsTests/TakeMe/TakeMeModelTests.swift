import Testing
import ToqueEncoding

@testable import CheckoutContracts

@Suite struct TakeMeModelTests {
    @Test("States and statuses have the SDK's numbers")
    func numbers() {
        #expect(TakeMeResultState.allCases.map(\.rawValue) == Array(0...6))
        #expect(TakeMeResultState.idle.rawValue == 1)
        #expect(TakeMeResultState.canceled.rawValue == 5)
        #expect(TakeMeResultState.possibleSuccess.rawValue == 6)
        #expect(TakeMeAuthorizationState.allCases.map(\.rawValue) == Array(0...3))
        #expect(TakeMeAuthorizationState.canceled.rawValue == 3)
        #expect(TakeMePollingState.allCases.map(\.rawValue) == Array(0...4))
        #expect(TakeMePollingState.inProgress.rawValue == 3)
        let statuses = ["other", "pending", "chargeable", "consumed", "failed"].map(TakeMeSourceStatus.init)
        #expect(statuses.map(\.number) == Array(0...4))
        #expect(TakeMeSourceType.allCases.map(\.number) == [1, 2])
        #expect(TakeMeSourceFlow.allCases.map(\.number) == [1])
        #expect(TakeMeRedirectStatus.allCases.map(\.number) == [1, 2, 3])
    }

    @Test("Only consumed and failed are final, and an unknown status is neither final nor pending")
    func finalStatuses() {
        #expect(TakeMeSourceStatus("pending") == .pending(.pending))
        #expect(TakeMeSourceStatus("chargeable") == .pending(.chargeable))
        #expect(TakeMeSourceStatus("consumed") == .final(.consumed))
        #expect(TakeMeSourceStatus("failed") == .final(.failed))
        // The API does not use the guide's other spelling.
        #expect(TakeMeSourceStatus("consume") == .unrecognized("consume"))
        for status in TakeMeSourceStatus.known { #expect(TakeMeSourceStatus(status.text) == status) }
    }

    @Test("Polling continues while a source is pending or chargeable")
    func polling() {
        let states = ["pending", "chargeable", "consumed", "failed", "other"].map {
            TakeMePollingState(TakeMeSourceStatus($0))
        }
        #expect(states == [.inProgress, .inProgress, .success, .failure, .failure])
    }

    @Test("A source that is read and written is unchanged")
    func source() throws {
        let text = """
            {"object":"source","id":"src_1","amount":10,"clientSecret":"src_1_secret","currency":"JPY",\
            "metadata":{"order":"1"},"description":"Tea","created":1769860800123,"updated":1769860800124,\
            "redirect":{"url":"https://pay.example/1","returnUrl":"app://back","status":"pending"},\
            "status":"chargeable","type":"WeChatPay","flow":"redirect","liveMode":false,"subType":null,"payload":null}
            """
        let source = try TakeMeSource(json: JSON(parsing: text))
        #expect(source.status == .pending(.chargeable))
        #expect(source.created.microseconds == 1_769_860_800_123_000)
        #expect(source.json.serialized() == text)
    }

    @Test("A source with a missing or wrong member is refused with the member's name")
    func malformedSources() throws {
        let whole = TakeMeSource(
            id: "src_1", amount: 10, currency: try #require(Currency("JPY")), clientSecret: "s", type: .alipay,
            redirect: .init(url: "https://pay.example/1", returnURL: nil), created: .epoch, updated: .epoch)
        let wrong: [(String, JSON)] = [
            ("amount", "10"), ("currency", "XXX"), ("created", 9_223_372_036_854_775_807), ("status", 1),
            ("type", "Cash"),
            ("redirect", "https://pay.example"), ("liveMode", "no"),
        ]
        for (name, value) in wrong {
            var members = try #require(whole.json.objectValue)
            members[name] = value
            #expect { try TakeMeSource(json: .object(members)) } throws: { ($0 as? JSONMemberError)?.path == name }
            members[name] = nil
            #expect { try TakeMeSource(json: .object(members)) } throws: { ($0 as? JSONMemberError)?.path == name }
        }
    }

    @Test("Each change of status except the first has an event")
    func events() throws {
        #expect(TakeMeSourceStatus.known.map(TakeMeEvent.Kind.init) == [nil, .chargeable, .consumed, .failed])
        let text = """
            {"id":"evt_1","type":"source.chargeable","created":1769860800000,"data":{"object":"source","id":"src_1",\
            "status":"chargeable","amount":10,"currency":"JPY"}}
            """
        let event = try TakeMeEvent(json: JSON(parsing: text))
        #expect((event.kind, event.source) == (.chargeable, "src_1"))
        #expect(event.json.serialized() == text)
    }

    @Test("Unsupported source types are left out, and an empty list is an error")
    func sourceTypes() throws {
        #expect(try TakeMeSourceType.list(TakeMeSourceType.list([.alipay, .weChatPay])) == [.alipay, .weChatPay])
        #expect(try TakeMeSourceType.list([["type": "LinePay"], ["type": "Alipay"]]) == [.alipay])
        #expect(try TakeMeSourceType.list([["type": "LinePay"]]).isEmpty)
        for json: JSON in [[], [:], ["Alipay"], [["type": 1]]] {
            #expect(throws: JSONMemberError.self) { try TakeMeSourceType.list(json) }
        }
    }

    @Test("Amounts count the currency's minor units, with none for JPY, two for USD and three for KWD")
    func amounts() throws {
        let expected = [("JPY", "10"), ("USD", "0.10"), ("KWD", "0.010")]
        for (code, text) in expected {
            let currency = try #require(Currency(code))
            let decimal = TakeMeLimits.decimal(10, currency)
            #expect(decimal.description == text)
            #expect(TakeMeLimits.amount(decimal, currency) == 10)
        }
        let yen = try #require(Currency("JPY"))
        for text in ["0.5", "0", "-1", "1000000000000"] {
            #expect(TakeMeLimits.amount(try #require(ExactDecimal(text)), yen) == nil, "\(text)")
        }
        #expect(TakeMeLimits.amount(try #require(ExactDecimal("999999999999")), yen) == 999_999_999_999)
    }

    private static let request: JSON = [
        "amount": 10, "currency": "JPY", "type": "WeChatPay", "flow": "redirect", "description": "Tea",
        "metadata": ["order": "1"], "redirectReturnUrl": "https://shop.example/back",
    ]

    @Test("A request one beyond a limit is refused with the member's name")
    func bounds() throws {
        let wrong: [(String, JSON)] = [
            ("amount", 0), ("amount", -1), ("amount", 1_000_000_000_000), ("amount", "10"), ("currency", "jpy"),
            ("currency", "XAU"), ("type", "wechatpay"), ("flow", "qr"),
            ("description", .string(String(repeating: "a", count: 256))), ("description", "a\u{0}"),
            ("metadata", ["a": .string(String(repeating: "a", count: 4089))]), ("metadata", "order=1"),
            ("redirectReturnUrl", .string("a://" + String(repeating: "b", count: 2045))),
        ]
        for (name, value) in wrong {
            #expect(faults(changing: name, to: value) == [name], "\(value)")
        }
        let right: [(String, JSON)] = [
            ("amount", 1), ("amount", 999_999_999_999), ("currency", "KWD"), ("type", "Alipay"), ("flow", .null),
            ("description", .string(String(repeating: "a", count: 255))), ("metadata", .null),
            ("metadata", ["a": .string(String(repeating: "a", count: 4088))]), ("redirectReturnUrl", .null),
            ("redirectReturnUrl", "shopapp://back?a=1"),
            ("redirectReturnUrl", .string("a://" + String(repeating: "b", count: 2044))),
        ]
        for (name, value) in right {
            #expect(faults(changing: name, to: value) == [], "\(value)")
        }
    }

    @Test("All faults of a request are reported at once")
    func allFaults() throws {
        let json: JSON = ["amount": 0, "currency": "yen", "metadata": 1]
        #expect(
            paths { () throws(InvalidMembers) in _ = try TakeMeSourceRequest(validating: JSONReader(json)) } == [
                "amount", "currency", "type", "metadata",
            ])
        let charge: JSON = ["source": ""]
        #expect(
            paths { () throws(InvalidMembers) in _ = try TakeMeChargeRequest(validating: JSONReader(charge)) } == [
                "source"
            ])
    }

    private func faults(changing name: String, to value: JSON) -> [String] {
        var members = Self.request.objectValue ?? [:]
        members[name] = value
        return paths { () throws(InvalidMembers) in
            _ = try TakeMeSourceRequest(validating: JSONReader(.object(members)))
        }
    }

    private func paths(_ read: () throws(InvalidMembers) -> Void) -> [String] {
        do throws(InvalidMembers) {
            try read()
            return []
        } catch {
            return error.errors.map(\.path)
        }
    }
}
