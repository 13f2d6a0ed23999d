import CheckoutContracts
import Sandbox
import Testing
import ToqueCrypto
import ToqueEncoding
import ToqueTestSupport

@testable import CheckoutSimulator

@Suite struct EcommpaySessionTests {
    @Test("The same signed string opens the same session until the payment is final, and another one does not")
    func paymentIDAgain() async throws {
        try await EcommpaySandbox.run { sandbox in
            var options = EcommpaySandbox.options()
            let first = try await sandbox.open(options, scenario: "payment.frictionless")
            #expect(first.status == 201)
            let again = try await sandbox.open(options)
            #expect(again.status == 200)
            #expect(again.json["session"] == first.json["session"])
            options.paymentAmount += 1
            let other = try await sandbox.open(options)
            #expect(other.status == 400 && other.code == "paymentAlreadyExist")
            options.paymentAmount -= 1
            let session = "/sdk/v1/session/\(first.json["session"]?.stringValue ?? "")"
            #expect(try await sandbox.pay(session).paymentStatus == "success")
            let final = try await sandbox.open(options)
            #expect(final.status == 400 && final.code == "paymentHasFinalStatus")
        }
    }

    @Test("1,000 identical concurrent sessions and payments make one payment and one charge")
    func identicalRequests() async throws {
        try await EcommpaySandbox.run { sandbox in
            let body = sandbox.signed(EcommpaySandbox.options())
            let sessions = try await withThrowingTaskGroup(of: String?.self) { group in
                for _ in 0..<1000 {
                    group.addTask { try await sandbox.post("/sdk/v1/session", body).json["session"]?.stringValue }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(Set(sessions).count == 1)
            let session = "/sdk/v1/session/\(try #require(sessions.first ?? nil))"
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<1000 {
                    group.addTask {
                        try await sandbox.post("\(session)/pay", ["method": "card", "token": "tok_frictionless"]).status
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(statuses.filter { $0 == 200 }.count == 1)
            sandbox.clock.advance(by: .seconds(1))
            #expect(try await sandbox.send("GET", session).paymentStatus == "success")
            #expect(try await sandbox.status()["operations"]?.arrayValue?.count == 1)
            #expect(try await sandbox.callbacks().count == 2)
        }
    }

    @Test("Invalid, unsigned or wrongly signed options open no session")
    func refusals() async throws {
        try await EcommpaySandbox.run { sandbox in
            func refusal(_ change: (inout EcommpayPaymentOptions) -> Void) async throws -> String? {
                var options = EcommpaySandbox.options()
                change(&options)
                let answer = try await sandbox.open(options)
                return answer.status == 400 ? answer.code : "\(answer.status)"
            }
            #expect(
                try await refusal { $0.paymentDescription = String(repeating: "x", count: 256) } == "illegalArguments")
            #expect(try await refusal { $0.languageCode = "pt" } == "illegalArguments")
            #expect(try await refusal { $0.paymentAmount = 0 } == "illegalArguments")
            #expect(try await refusal { $0.action = .verify } == "illegalArguments")
            #expect(try await refusal { $0.additionalFields = [] } == "clarificationFieldsError")
            #expect(try await refusal { $0.forcePaymentMethod = "bitcoin" } == "paymentMethodNotAvailable")
            #expect(try await refusal { $0.projectID = 11 } == "serverUnauthorized")
            let options = EcommpaySandbox.options()
            let wrong = try await sandbox.post("/sdk/v1/session", sandbox.signed(options, secret: "your_secrets"))
            #expect(wrong.status == 400 && wrong.code == "serverUnauthorized")
            let unsigned = try await sandbox.post("/sdk/v1/session", options.json)
            #expect(unsigned.status == 400 && unsigned.code == "serverUnauthorized")
            let changed = try await sandbox.post("/sdk/v1/session", sandbox.signed(options).with("payment_amount", 1))
            #expect(changed.status == 400 && changed.code == "serverUnauthorized")
            let named = try await sandbox.post("/sdk/v1/session", sandbox.signed(options).with("region_code", "USA"))
            #expect(named.code == "illegalArguments" && named.text.contains("region_code"))
            #expect(try await sandbox.gate("status", "ord-1").status == 400)
        }
    }

    @Test("An unknown instrument, method or session has its own error code")
    func unknown() async throws {
        try await EcommpaySandbox.run { sandbox in
            var options = EcommpaySandbox.options()
            let session = try await sandbox.session(options)
            func refusal(_ body: JSON, _ path: String = "pay", in session: String = session) async throws -> String? {
                let answer = try await sandbox.post("\(session)/\(path)", body)
                return answer.status == 400 ? answer.code : "\(answer.status)"
            }
            #expect(try await refusal(["method": "card", "token": "tok_unknown"]) == "paymentTokenNotExist")
            #expect(try await refusal(["method": "card", "account": "tok_decline"]) == "paymentTokenNotExist")
            #expect(try await refusal(["method": "card"]) == "illegalArguments")
            #expect(try await refusal(["token": "tok_success"]) == "illegalArguments")
            #expect(
                try await refusal(["method": "card", "token": "tok_success", "account": "tok_success"])
                    == "illegalArguments")
            #expect(try await refusal(["method": "cash"]) == "paymentMethodNotAvailable")
            #expect(try await refusal([:], "retry") == "illegalState")
            #expect(try await refusal(["fields": [:]], "clarification") == "illegalState")
            let nowhere = "/sdk/v1/session/AAAAAAAAAAAAAAAAAAAAAA.10000000-0000-4000-8000-000000000001"
            #expect(
                try await refusal(["method": "card", "token": "tok_success"], in: nowhere) == "sessionNotInitialized")
            #expect(try await sandbox.send("GET", nowhere).code == "sessionNotInitialized")
            options.paymentID = "ord-2"
            options.customerID = nil
            let anonymous = try await sandbox.session(options)
            #expect(
                try await refusal(["method": "card", "account": "tok_success"], in: anonymous) == "customerIdNotExist")
            #expect(
                try await refusal(["method": "card", "token": "tok_success", "save": true], in: anonymous)
                    == "customerIdNotExist")
            #expect(try await sandbox.pay(anonymous).paymentStatus == "awaiting 3ds result")
            #expect(try await refusal(["method": "card", "token": "tok_success"], in: anonymous) == "illegalState")
        }
    }

    @Test("Card numbers and security codes are refused, and the journal stores none of them")
    func cardData() async throws {
        try await EcommpaySandbox.run { sandbox in
            let session = try await sandbox.session(EcommpaySandbox.options())
            let number = "4111 1111 1111 1111"
            let paid = try await sandbox.post("\(session)/pay", ["method": "card", "token": .string(number)])
            #expect(paid.status == 400 && paid.code == "illegalArguments")
            let code = try await sandbox.post(
                "\(session)/pay", ["method": "card", "token": "tok_success", "fields": ["cvv": "123"]])
            #expect(code.status == 400)
            let gate = try await sandbox.gate("status", number)
            #expect(gate.status == 400 && gate.code == "502")
            let log = try await sandbox.control("GET", "requests?limit=100").text
            #expect(!log.contains("4111"))
        }
    }

    @Test("A saved instrument is offered to its own customer, unless the options hide wallets")
    func savedAccounts() async throws {
        try await EcommpaySandbox.run { sandbox in
            var options = EcommpaySandbox.options()
            options.customerID = "ana"
            #expect(try await sandbox.open(options).json["saved_accounts"] == [])
            let session = try await sandbox.session(options.with(id: "ord-2"))
            _ = try await sandbox.post(
                "\(session)/pay", ["method": "card", "token": "tok_frictionless", "save": true])
            sandbox.clock.advance(by: .seconds(1))
            #expect(try await sandbox.send("GET", session).paymentStatus == "success")
            options = options.with(id: "ord-3")
            let accounts = try await sandbox.open(options).json["saved_accounts"]?.arrayValue
            #expect(accounts?.map { $0["id"]?.stringValue } == ["tok_frictionless"])
            options = options.with(id: "ord-4")
            options.hideSavedWallets = true
            #expect(try await sandbox.open(options).json["saved_accounts"] == [])
            let again = try await sandbox.session(options.with(id: "ord-5"))
            let paid = try await sandbox.post("\(again)/pay", ["method": "card", "account": "tok_frictionless"])
            #expect(paid.status == 200)
        }
    }

    @Test("A repeated payment is registered by its first success, and shown")
    func recurring() async throws {
        try await EcommpaySandbox.run { sandbox in
            var options = EcommpaySandbox.options()
            var recurrent = EcommpayRecurrentInfo(type: .regular)
            recurrent.period = .month
            recurrent.interval = 1
            options.recurrentInfo = recurrent
            let session = try await sandbox.session(options, scenario: "payment.frictionless")
            #expect(try await sandbox.send("GET", session).json["payment"]?["recurring"] == nil)
            let paid = try await sandbox.pay(session).json["payment"]?["recurring"]
            #expect(paid?["type"] == "R" && paid?["period"] == "M" && paid?["status"] == "active")
            #expect(try await sandbox.status()["recurring"] == paid)
            #expect(try await sandbox.callbacks().last?["recurring"] == paid)
        }
    }

    @Test(
        "A lost answer is asked for, and a refused request changes nothing",
        arguments: ["connection_reset", "unavailable"])
    func lostAnswers(scenario: String) async throws {
        try await EcommpaySandbox.run { sandbox in
            let body = sandbox.signed(EcommpaySandbox.options())
            let headers = [("X-Toque-Scenario", scenario)]
            var session: String?
            for _ in 0..<4 where session == nil {
                session = try? await sandbox.post("/sdk/v1/session", body, headers: headers).json["session"]?
                    .stringValue
            }
            let path = "/sdk/v1/session/\(try #require(session))"
            for _ in 0..<4 {
                let paid = try? await sandbox.post("\(path)/pay", ["method": "card", "token": "tok_success"])
                if let paid, paid.status != 503 { break }
            }
            sandbox.clock.advance(by: .seconds(1))
            let shown = try await sandbox.send("GET", path)
            #expect(shown.paymentStatus == "awaiting 3ds result")
            #expect(try await sandbox.callbacks().count == 2)
        }
    }
}

extension EcommpayPaymentOptions {
    /// The same members for another payment.
    fileprivate func with(id: String) -> EcommpayPaymentOptions {
        var options = self
        options.paymentID = id
        return options
    }
}
