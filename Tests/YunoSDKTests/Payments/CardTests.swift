import CheckoutContracts
import Testing
import YunoSDK

extension YunoSDKTests {
    @MainActor
    @Suite struct CardTests {
        @Test(
            "A card that no issuer asks about ends as the other side says",
            arguments: [
                ("tok_success", Yuno.Result.success, "SUCCEEDED/APPROVED"),
                ("tok_insufficient_funds", .reject, "DECLINED/DECLINED"),
                ("tok_fraud_declined", .reject, "DECLINED/FRAUD_DECLINED"),
                ("tok_rejected", .reject, "REJECTED/REJECTED"),
                ("tok_fraud", .reject, "FRAUD/FRAUD_VERIFIED"),
                ("tok_error", .internalError, "ERROR/ERROR"),
                ("tok_never_answers", .processing, "PENDING/IN_PROCESS"),
            ])
        func outcome(token: String, result: Yuno.Result, status: String) async throws {
            try await Shop.open { shop in
                let session = try await shop.session()
                let person = try Person("")
                #expect(await shop.pay(session, by: "CARD", token: token, person) == result)
                #expect(shop.status(of: session) == status)
                #expect(try await shop.statuses() == [status])
                #expect(person.asked.isEmpty)
            }
        }

        @Test("A held amount is not paid yet, and an amount of 0 verifies the card")
        func authorization() async throws {
            try await Shop.open { shop in
                let held = try await shop.session(capture: false)
                #expect(try await shop.pay(held, by: "CARD", token: "tok_success", Person("")) == .processing)
                #expect(shop.status(of: held) == "PENDING/AUTHORIZED")
                let verified = try await shop.session(value: "0")
                #expect(try await shop.pay(verified, by: "CARD", token: "tok_success", Person("")) == .success)
                #expect(shop.status(of: verified) == "VERIFIED/VERIFIED")
            }
        }

        @Test(
            "The issuer's challenge decides",
            arguments: [
                ("authorize", false, Yuno.Result.success, "SUCCEEDED/APPROVED", YunoResponseCode.succeeded),
                ("cancel", false, .reject, "DECLINED/DECLINED", .canceledByPerson),
                ("authorize", true, .reject, "DECLINED/DECLINED", .authenticationFailed),
            ])
        func challenge(
            script: String, isForged: Bool, result: Yuno.Result, status: String, code: YunoResponseCode
        ) async throws {
            try await Shop.open(.passkey) { shop in
                if isForged { shop.way.forge() }
                let session = try await shop.session()
                let person = try Person(script)
                #expect(await shop.pay(session, by: "CARD", token: "tok_challenge", person) == result)
                #expect(shop.status(of: session) == status)
                let payment = try #require(try await shop.payments().first)
                #expect(payment.transactions.first?.responseCode == code)
                guard case .challenge = person.asked.first else {
                    Issue.record("\(person.asked)")
                    return
                }
            }
        }

        @Test("A challenge whose window was closed continues when the session starts again")
        func closedChallenge() async throws {
            try await Shop.open { shop in
                let session = try await shop.session()
                let person = try Person("close,authorize")
                #expect(await shop.pay(session, by: "CARD", token: "tok_challenge", person) == .processing)
                #expect(shop.status(of: session) == "PENDING/CLOSED_BY_USER")
                #expect(await shop.pay(session, by: "CARD", token: "tok_challenge", person) == .success)
                #expect(person.asked.first == person.asked.last)
                #expect(try await shop.payments().count == 1)
            }
        }

        @Test("An expired challenge closes its window")
        func expiredChallenge() async throws {
            try await Shop.open { shop in
                let session = try await shop.session()
                let person = try Person(nil)
                let paying = Task { await shop.pay(session, by: "CARD", token: "tok_challenge", person) }
                _ = await person.page()
                shop.clock.advance(by: .seconds(600))
                #expect(await paying.value == .reject)
                #expect(shop.status(of: session) == "DECLINED/DECLINED")
            }
        }

        @Test("A session that another method pays reports that result")
        func anotherMethod() async throws {
            try await Shop.open { shop in
                let session = try await shop.session()
                #expect(try await shop.pay(session, by: "PIX", Person("close")) == .processing)
                let person = try Person("authorize")
                #expect(await shop.pay(session, by: "CARD", token: "tok_success", person) == .processing)
                #expect(shop.status(of: session) == "PENDING/PENDING_PROVIDER_CONFIRMATION")
                #expect(person.asked.isEmpty)
                #expect(try await shop.payments().count == 1)
            }
        }

        @Test(
            "A request that the server refuses fails without a payment",
            arguments: [("CARD", nil), ("CARD", "4111111111111111"), ("CASH", nil)] as [(String, String?)])
        func refused(method: String, token: String?) async throws {
            try await Shop.open { shop in
                let session = try await shop.session()
                #expect(try await shop.pay(session, by: method, token: token, Person("")) == .fail)
                #expect(shop.status(of: session) == nil)
                #expect(try await shop.payments().isEmpty)
            }
        }
    }
}
