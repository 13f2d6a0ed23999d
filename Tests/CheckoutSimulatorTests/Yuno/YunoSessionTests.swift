import CheckoutContracts
import Testing
import ToqueEncoding

@testable import CheckoutSimulator

@Suite("Sessions at Yuno") struct YunoSessionTests {
    @Test("A reopened session shows the same payment and code until the payment is final")
    func sameCode() async throws {
        try await YunoSandbox.run { sandbox in
            let session = try await sandbox.session()
            let first = try await sandbox.pay(session, by: "PIX")
            #expect(first.status == 201)
            #expect(try await sandbox.device("POST", session, "/close").status == 200)
            sandbox.clock.advance(by: .seconds(29 * 60))
            let again = try await sandbox.pay(session, by: "PIX")
            #expect(again.status == 200)
            #expect(again.json == first.json)
            #expect(try await sandbox.device("GET", session).json == first.json)
            #expect(try await sandbox.pay(session, by: "CARD").code == "INVALID_STATUS")
            sandbox.clock.advance(by: .seconds(60))
            #expect(try await sandbox.device("GET", session).paymentStatus == "EXPIRED/EXPIRED")
            #expect(try await sandbox.pay(session, by: "PIX").code == "INVALID_STATUS")
        }
    }

    @Test("A Pix code leads to the page on which the payer's bank shows the session's amount")
    func code() async throws {
        try await YunoSandbox.run { sandbox in
            let paid = try await sandbox.pay(try await sandbox.session(value: "19.9"), by: "PIX")
            let action = try YunoDevicePayment(json: paid.json).action
            #expect(action.type == .qr)
            let code = try BRCode(try #require(action.payload))
            #expect("http://\(code.location)" == action.url)
            #expect(code.amount.description == "19.90")
            #expect(code.merchantName == "LOJA EXEMPLO")
            let shown = try await sandbox.send(
                "GET", "http://\(code.location)", headers: [("Accept", "application/json")])
            #expect(shown.json["payee"] == "Loja Exemplo")
            #expect(shown.json["amount"] == "19.90")
            #expect(shown.json["currency"] == "BRL")
            #expect(shown.json["reference"] == "order-1")
            #expect(shown.json["object"] == paid.json["payment"])
        }
    }

    @Test("Identical concurrent requests to pay make one payment")
    func race() async throws {
        try await YunoSandbox.run { sandbox in
            try await sandbox.recordWebhooks()
            let session = try await sandbox.session()
            let answers = try await withThrowingTaskGroup(of: SandboxAnswer.self) { group in
                for _ in 0..<100 { group.addTask { try await sandbox.pay(session, by: "PIX") } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(Set(answers.compactMap { $0.json["payment"]?.stringValue }).count == 1)
            #expect(answers.filter { $0.status == 201 }.count == 1)
            #expect(answers.filter { $0.status == 200 }.count == 99)
            #expect(try await sandbox.webhooks().count == 1)
            let listed = try await sandbox.merchant("GET", "/v1/payments?merchant_order_id=order-1")
            #expect(listed.json.arrayValue?.count == 1)
            #expect(try await sandbox.merchant("GET", "/v1/payments?merchant_order_id=x").json.arrayValue == [])
            #expect(try await sandbox.merchant("GET", "/v1/payments").code == "MISSING_PARAMETERS")
        }
    }

    @Test("Of a concurrent capture and cancellation, one takes effect")
    func captureAgainstCancel() async throws {
        try await YunoSandbox.run { sandbox in
            for _ in 0..<10 {
                let session = try await sandbox.session(capture: false)
                let payment = try #require(try await sandbox.pay(session, by: "CARD").json["payment"]?.stringValue)
                async let captured = sandbox.operate("capture", payment)
                async let canceled = sandbox.operate("cancel", payment)
                let statuses = try await [captured.status, canceled.status]
                #expect(statuses.sorted() == [200, 400])
                let status = "\(try await sandbox.payment(payment).status)"
                #expect(status == (statuses[0] == 200 ? "SUCCEEDED/CAPTURED" : "CANCELED/CANCELED"))
            }
        }
    }

    @Test("A method that leaves the app returns to the callback URL with the session and the status")
    func deepLink() async throws {
        try await YunoSandbox.run { sandbox in
            for (decision, status) in [("approve", "SUCCEEDED"), ("decline", "DECLINED")] {
                let session = try await sandbox.session(callback: "yunoexample://return?a=b")
                let paid = try await sandbox.pay(session, by: "MERCADO_PAGO_CHECKOUT_PRO")
                #expect(paid.json["action"]?["type"] == "REDIRECT")
                let page = try #require(paid.json["action"]?["url"]?.stringValue)
                let decided =
                    decision == "approve"
                    ? try await sandbox.approve(page, by: PayerDevice(seed: decision, origin: sandbox.origin))
                    : try await sandbox.decide(page, ["decision": "decline"])
                let location = try #require(decided.json["location"]?.stringValue)
                #expect(location.hasPrefix("yunoexample://return?a=b&"))
                #expect(YunoDeepLink(location) == YunoDeepLink(session: session, status: status))
            }
        }
    }

    @Test("A decided or expired page says so", arguments: [("decided", 409), ("over", 410)])
    func pages(kind: String, status: Int) async throws {
        try await YunoSandbox.run(authorization: .button) { sandbox in
            let paid = try await sandbox.pay(try await sandbox.session(), by: "PIX")
            let page = try #require(paid.json["action"]?["url"]?.stringValue)
            if kind == "over" {
                sandbox.clock.advance(by: .seconds(1800))
            } else {
                #expect(try await sandbox.decide(page, ["decision": "approve"]).json["outcome"] == "approved")
            }
            let again = try await sandbox.decide(page, ["decision": "approve"])
            #expect(again.status == status)
            #expect(again.code == "INVALID_STATUS")
        }
    }

    @Test("A token, an amount and the session's header choose the scenario of a payment")
    func choice() async throws {
        try await YunoSandbox.run { sandbox in
            func status(_ token: String, value: String = "10.00", scenario: String? = nil) async throws -> String? {
                let session = try await sandbox.session(value: value, scenario: scenario)
                return try await sandbox.pay(session, by: "CARD", token: token).paymentStatus
            }
            #expect(try await status("tok_do_not_honor") == "DECLINED/DECLINED")
            #expect(try await status("tok_payment.rejected") == "REJECTED/REJECTED")
            #expect(try await status("tok_challenge") == "PENDING/WAITING_ADDITIONAL_STEP")
            #expect(try await status("tok_success", scenario: "payment.rejected") == "REJECTED/REJECTED")
            #expect(try await status("tok_do_not_honor", scenario: "payment.rejected") == "DECLINED/DECLINED")
            #expect(try await status("tok_success", value: "9000.08") == "FRAUD/FRAUD_VERIFIED")
            #expect(try await status("tok_slow", scenario: nil) == "PENDING/IN_PROCESS")
            for magic in YunoTestValues.magicAmounts.prefix(YunoScenario.ofPayments.count) {
                let session = try await sandbox.session(value: magic.value)
                let paid = try await sandbox.device(
                    "POST", session, "", ["payment_method": ["type": "APPLE_PAY"], "country_code": "BR"])
                let events = try await sandbox.events("payment.created")
                let chosen = events.last?["data"]?["scenario"]
                let applies = YunoScenario.catalog.scenario(named: magic.scenario)?.methods.contains(.applePay) ?? false
                #expect(paid.status == 201)
                #expect(chosen?["name"]?.stringValue == (applies ? magic.scenario : "success"))
                #expect(chosen?["source"]?.stringValue == (applies ? "magic_amount" : "default"))
            }
        }
    }

    @Test("A refusal by the verifier is in the event log with its verdict, and moves no money")
    func verdicts() async throws {
        try await YunoSandbox.run { sandbox in
            let paid = try await sandbox.pay(try await sandbox.session(), by: "PIX")
            let payment = try #require(paid.json["payment"]?.stringValue)
            var ceremony = PayerDevice.Ceremony()
            ceremony.tamperSignature = true
            let refused = try await sandbox.approve(
                try #require(paid.json["action"]?["url"]?.stringValue), ceremony)
            let code = try #require(refused.json["code"]?.stringValue)
            #expect(try await sandbox.events("payment.refused").last?["data"]?["verdict"]?.stringValue == code)
            #expect(try await sandbox.payment(payment).amount?.captured == .zero)
            let ceremonies = try await sandbox.control("GET", "ceremonies?object=\(payment)")
            #expect(ceremonies.json["ceremonies"]?.arrayValue?.count == 2)
        }
    }
}
