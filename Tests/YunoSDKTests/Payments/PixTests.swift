import CheckoutPresentation
import Testing
import ToqueEncoding
import YunoSDK

extension YunoSDKTests {
    @MainActor
    @Suite struct PixTests {
        @Test("A code that the payer's bank approves with a passkey is paid")
        func paid() async throws {
            try await Shop.open(.passkey) { shop in
                let session = try await shop.session()
                let person = try Person("authorize")
                #expect(await shop.pay(session, by: "PIX", person) == .success)
                #expect(shop.status(of: session) == "SUCCEEDED/APPROVED")
                #expect(try await shop.statuses() == ["SUCCEEDED/APPROVED"])

                let code = try #require(person.codes.first)
                #expect(code.payload.hasPrefix("000201") && code.payload.contains("br.gov.bcb.pix"))
                #expect(code.expiresAt == shop.clock.now + .seconds(1800))
                #expect(code.summary?.amount == ExactDecimal(minorUnits: 1000, exponent: 2))
                #expect(code.summary?.currency == "BRL")
                // The signature covers what the bank shows.
                let summary = PaymentSummary(
                    payee: "Loja Exemplo", amount: ExactDecimal(minorUnits: 1000, exponent: 2), currency: "BRL",
                    reference: "order-1")
                #expect(person.shown.contains(.confirmation(summary)))
                #expect(person.results == ["Paid"])
                #expect(person.finished == 1)
            }
        }

        @Test(
            "A closed window cancels nothing, and the session shows the same code again",
            arguments: ["close", "cancel"])
        func closed(word: String) async throws {
            try await Shop.open { shop in
                let session = try await shop.session()
                let person = try Person("\(word),authorize")
                #expect(await shop.pay(session, by: "PIX", person) == .processing)
                #expect(shop.status(of: session) == "PENDING/CLOSED_BY_USER")
                #expect(try await shop.statuses() == ["PENDING/PENDING_PROVIDER_CONFIRMATION"])
                #expect(try await shop.events("payment.closed") == 1)

                #expect(await shop.pay(session, by: "PIX", person) == .success)
                #expect(person.codes.count == 2)
                #expect(person.codes.first == person.codes.last)
                #expect(try await shop.statuses() == ["SUCCEEDED/APPROVED"])
            }
        }

        @Test("An expired code closes its window, and the payment is expired")
        func expired() async throws {
            try await Shop.open { shop in
                let session = try await shop.session()
                let person = try Person(nil)
                let paying = Task { await shop.pay(session, by: "PIX", person) }
                _ = await person.page()
                shop.clock.advance(by: .seconds(1800))
                #expect(await paying.value == .fail)
                #expect(shop.status(of: session) == "EXPIRED/EXPIRED")

                // A final payment does not change.
                #expect(await shop.pay(session, by: "PIX", person) == .fail)
                #expect(shop.status(of: session) == "EXPIRED/EXPIRED")
                #expect(person.codes.count == 1)
            }
        }

        @Test("A code that is paid from another device closes its window")
        func paidElsewhere() async throws {
            try await Shop.open { shop in
                let session = try await shop.session()
                let person = try Person(nil)
                let paying = Task { await shop.pay(session, by: "PIX", person) }
                let page = await person.page()
                let outcome = try await Shop.payer(shop.way).approve(at: page, presenter: Person(""))
                #expect(outcome.kind == .approved)
                #expect(await paying.value == .success)
                #expect(shop.status(of: session) == "SUCCEEDED/APPROVED")
            }
        }

        @Test("A refused approval leaves the payment pending, and the code is shown again")
        func refused() async throws {
            try await Shop.open(.passkey) { shop in
                shop.way.forge()
                let session = try await shop.session()
                let person = try Person("authorize,close")
                #expect(await shop.pay(session, by: "PIX", person) == .processing)
                #expect(shop.status(of: session) == "PENDING/CLOSED_BY_USER")
                #expect(person.results.first == "The approval was refused")
                #expect(try await shop.statuses() == ["PENDING/PENDING_PROVIDER_CONFIRMATION"])
            }
        }

        @Test("A script that ends early approves nothing and reports the reason")
        func endsEarly() async throws {
            try await Shop.open { shop in
                let session = try await shop.session()
                #expect(try await shop.pay(session, by: "PIX", Person("")) == .processing)
                let outcome = try #require(Yuno.outcome(of: session))
                #expect(outcome.reason?.contains("the script ends") == true)
                #expect(try await shop.statuses() == ["PENDING/PENDING_PROVIDER_CONFIRMATION"])
            }
        }

        @Test("A session that is started many times concurrently has one payment and one window")
        func startedManyTimes() async throws {
            try await Shop.open { shop in
                let session = try await shop.session()
                let person = try Person("authorize")
                let runs = (0..<100).map { _ in Task { await shop.pay(session, by: "PIX", person) } }
                for run in runs { #expect(await run.value == .success) }
                #expect(shop.way.count("POST payment") == 1)
                #expect(person.codes.count == 1)
                #expect(try await shop.payments().count == 1)
            }
        }
    }
}
