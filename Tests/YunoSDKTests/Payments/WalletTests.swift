import CheckoutPresentation
import FoundationEssentials
import Testing
import ToqueEncoding
import YunoSDK

extension YunoSDKTests {
    @MainActor
    @Suite struct WalletTests {
        @Test("A wallet's sheet shows the amount, and confirming it pays")
        func confirmed() async throws {
            try await Shop.open { shop in
                let session = try await shop.session(value: "19.99")
                let person = try Person("confirm")
                #expect(await shop.pay(session, by: "APPLE_PAY", person) == .success)
                #expect(shop.status(of: session) == "SUCCEEDED/APPROVED")
                let summary = PaymentSummary(amount: ExactDecimal(minorUnits: 1999, exponent: 2), currency: "BRL")
                #expect(person.asked == [.confirmation(summary)])
            }
        }

        @Test(
            "A wallet's sheet that is canceled or closed is canceled, and the payment stays pending",
            arguments: ["cancel", "close"])
        func canceled(word: String) async throws {
            try await Shop.open { shop in
                let session = try await shop.session()
                let person = try Person(word)
                #expect(await shop.pay(session, by: "APPLE_PAY", person) == .userCancell)
                #expect(shop.status(of: session) == "PENDING/IN_PROCESS")
                #expect(try await shop.statuses() == ["PENDING/IN_PROCESS"])
                // The app is not notified.
                #expect(!shop.way.requests.contains("POST close"))
                #expect(person.results == ["The payment was canceled"])

                shop.clock.advance(by: .seconds(900))
                #expect(try await shop.pay(session, by: "APPLE_PAY", Person(nil)) == .fail)
                #expect(shop.status(of: session) == "EXPIRED/EXPIRED")
            }
        }

        @Test("An unanswered sheet is canceled, and one that ended before its confirmation reports the outcome")
        func unconfirmed() async throws {
            try await Shop.open { shop in
                let unanswered = try await shop.session()
                #expect(try await shop.pay(unanswered, by: "APPLE_PAY", Person("")) == .userCancell)
                #expect(Yuno.outcome(of: unanswered)?.reason?.contains("the script ends") == true)

                let canceled = try await shop.session()
                shop.way.beforehand("POST confirm") {
                    let payment = try await shop.payments().first { $0.checkout?.session == canceled }
                    _ = try await shop.ask(.post, "/_toque/objects/\(payment?.id ?? "")/cancel", [:])
                }
                #expect(try await shop.pay(canceled, by: "APPLE_PAY", Person("confirm")) == .fail)
                #expect(shop.status(of: canceled) == "CANCELED/CANCELED")
            }
        }

        @Test("A wallet whose provider declines is rejected, and one whose provider does not answer is in progress")
        func providers() async throws {
            try await Shop.open { shop in
                let declined = try await shop.session()
                let method = "APPLE_PAY"
                let person = try Person("confirm,confirm")
                #expect(await shop.pay(declined, by: method, token: "tok_insufficient_funds", person) == .reject)
                let silent = try await shop.session()
                #expect(await shop.pay(silent, by: method, token: "tok_never_answers", person) == .processing)
                #expect(shop.status(of: silent) == "PENDING/IN_PROCESS")
            }
        }

        // MARK: Methods that leave the app

        private static let method = "MERCADO_PAGO_CHECKOUT_PRO"
        private static let callback = "yunoexample://back"

        @Test(
            "A page that leaves the app ends as the payer decides there",
            arguments: [
                ("authorize", Yuno.Result.success, "SUCCEEDED/APPROVED"), ("cancel", .reject, "DECLINED/DECLINED"),
                ("close", .processing, "PENDING/CLOSED_BY_USER"),
            ])
        func page(script: String, result: Yuno.Result, status: String) async throws {
            try await Shop.open { shop in
                let session = try await shop.session(callback: Self.callback)
                // A link within the page does not end the payment.
                let person = try Person("tap:https://example.com/help,\(script)")
                #expect(await shop.pay(session, by: Self.method, person) == result)
                #expect(shop.status(of: session) == status)
                guard case .page(let page) = person.asked.first else {
                    Issue.record("\(person.asked)")
                    return
                }
                #expect(page.returnURLs == [Self.callback])
            }
        }

        @Test("A deep link of the session ends the wait, whatever status it names")
        func deepLink() async throws {
            try await Shop.open { shop in
                // Without the link, the SDK would not ask within this hour.
                var environment = shop.environment
                environment.clock = ContinuousClock()
                environment.polling.interval = .seconds(3600)
                environment.polling.timeout = .seconds(3600)
                #expect(await shop.initialize(environment))
                let session = try await shop.session(callback: Self.callback)
                let person = try Person(nil)
                let paying = Task { await shop.pay(session, by: Self.method, person) }
                let page = await person.page()
                let outcome = try await Shop.payer(shop.way).approve(at: page, presenter: Person(""))
                let location = try #require(outcome.location)
                #expect(location.hasPrefix(Self.callback))

                for foreign in [
                    location.replacing("yunoexample:", with: "other:"), Self.callback,
                    "\(Self.callback)?checkout_session=00000000-0000-4000-8000-000000000009&status=SUCCEEDED",
                ] {
                    let url = try #require(URL(string: foreign))
                    #expect(!Yuno.receiveDeeplink(url, showStatusView: true), "\(foreign)")
                }
                let claim = try #require(URL(string: location.replacing("SUCCEEDED", with: "DECLINED")))
                // The wait begins independently: the link may arrive before it.
                while Yuno.outcome(of: session) == nil {
                    #expect(Yuno.receiveDeeplink(claim, showStatusView: false))
                    try await Task.sleep(for: .milliseconds(20))
                }
                #expect(await paying.value == .success)
                #expect(shop.status(of: session) == "SUCCEEDED/APPROVED")
                #expect(person.results.isEmpty)
            }
        }

        @Test("A deep link that comes after the result asks for the status again")
        func lateDeepLink() async throws {
            try await Shop.open { shop in
                let session = try await shop.session(callback: Self.callback)
                let person = try Person("close")
                #expect(await shop.pay(session, by: Self.method, person) == .processing)
                let page = await person.page()
                let outcome = try await Shop.payer(shop.way).approve(at: page, presenter: Person(""))
                let url = try #require(outcome.location.flatMap { URL(string: $0) })
                #expect(Yuno.receiveDeeplink(url))
                while person.results.count < 2 { await Task.yield() }
                #expect(person.results == ["The payment is in progress", "Paid"])
                #expect(Yuno.outcome(of: session)?.result == .success)
            }
        }

        @Test("A session without a callback ignores deep links")
        func noCallback() async throws {
            try await Shop.open { shop in
                let session = try await shop.session()
                _ = try await shop.pay(session, by: Self.method, Person("close"))
                let url = try #require(
                    URL(string: "\(Self.callback)?checkout_session=\(session)&status=SUCCEEDED"))
                #expect(!Yuno.receiveDeeplink(url, showStatusView: true))
            }
        }
    }
}
