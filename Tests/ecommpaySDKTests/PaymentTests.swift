import CheckoutPresentation
import SoftAuthenticator
import Testing
import ToqueEncoding
import ToqueWebAuthn

@testable import ecommpaySDK

@Suite struct PaymentTests {
    /// A person's actions and the outcome.
    struct Way: Sendable, CustomTestStringConvertible {
        let script: String
        var gesture = UserGesture.approve
        let result: PaymentStatus
        /// The provider's status.
        let status: String
        var code: String?

        var testDescription: String { "\(script), \(gesture)" }
    }

    @Test(
        "A payment ends as the person and the issuer want",
        arguments: [
            Way(script: "choose:card,confirm,authorize", result: .Success, status: "success", code: "0"),
            Way(script: "choose:card,confirm,cancel", result: .Decline, status: "decline", code: "301"),
            Way(script: "choose:card,confirm,close", result: .Cancelled, status: "awaiting 3ds result"),
            Way(
                script: "choose:card,confirm,authorize", gesture: .decline, result: .Decline, status: "decline",
                code: "301"),
            Way(script: "cancel", result: .Cancelled, status: "decline", code: "301"),
            Way(script: "choose:card,cancel", result: .Cancelled, status: "decline", code: "301"),
            Way(script: "close", result: .Cancelled, status: "awaiting customer"),
            Way(
                script: "choose:card,fill:token=tok_insufficient_funds,confirm", result: .Decline, status: "decline",
                code: "10105"),
            Way(
                script: "choose:card,fill:token=tok_3ds_declined,confirm", result: .Decline, status: "decline",
                code: "104"),
            Way(
                script: "choose:card,fill:token=tok_frictionless,confirm", result: .Success, status: "success",
                code: "0"),
            Way(
                script: "choose:card,fill:token=tok_cascade,confirm,retry", result: .Success, status: "success",
                code: "0"),
            Way(
                script: "choose:card,fill:token=tok_cascade_with_3ds,confirm,retry,authorize", result: .Success,
                status: "success", code: "0"),
            Way(
                script: "choose:card,fill:token=tok_cascade,confirm,close", result: .Cancelled,
                status: "awaiting customer"),
            Way(
                script: "choose:card,fill:token=tok_clarification,confirm,confirm,fill:billing_country=BR,"
                    + "fill:billing_city=São Paulo,fill:billing_postal=01000-000,fill:billing_address=Rua 1,confirm,"
                    + "authorize",
                result: .Success, status: "success", code: "0"),
            Way(script: "choose:qiwi,authorize", result: .Success, status: "success", code: "0"),
            Way(script: "choose:card,choose:qiwi,cancel", result: .Decline, status: "decline", code: "301"),
        ])
    func ways(way: Way) async throws {
        try await Shop.open { shop in
            let result = try await shop.pay(way.script, gesture: way.gesture)
            #expect(result.status == way.result)
            #expect(result.error == nil)
            let status = try await shop.status()
            #expect(status["payment"]?["status"]?.stringValue == way.status)
            if let code = way.code { #expect(status["operations"]?.arrayValue?.last?["code"]?.stringValue == code) }
        }
    }

    @Test("An authorized payment is held, and a verified one charges nothing")
    func actions() async throws {
        try await Shop.open { shop in
            let held = try await shop.pay(
                "choose:card,confirm,authorize", Shop.options("a") { $0.action = .Auth })
            #expect(held.status == .Success)
            #expect(held.payment?.status == "awaiting capture")
            let verified = try await shop.pay(
                "choose:card,confirm,authorize", Shop.options("v", amount: 0) { $0.action = .Verify })
            #expect(verified.status == .Success)
            #expect(verified.payment?.sum == 0)
        }
    }

    @Test("A saved card pays for its own customer")
    func savedCard() async throws {
        try await Shop.open { shop in
            let first = try await shop.pay(
                "choose:card,fill:token=tok_frictionless,fill:save=yes,confirm", Shop.options("a"))
            #expect(first.status == .Success)
            let second = try await shop.pay("choose:tok_frictionless", Shop.options("b"))
            #expect(second.status == .Success)
            #expect(second.payment?.token == "tok_frictionless")
        }
    }

    @Test("A payment whose app was closed continues with the same ID")
    func goesOn() async throws {
        try await Shop.open { shop in
            #expect(try await shop.pay("choose:card,confirm,close").status == .Cancelled)
            #expect(try await shop.pay("authorize").status == .Success)
            let again = try await shop.pay("choose:card,confirm,authorize")
            #expect(again.error?.code == .paymentHasFinalStatus)
            let other = try await shop.pay("close", Shop.options(amount: 1))
            #expect(other.error?.code == .paymentAlreadyExist)
        }
    }

    @Test("A script that ends early is an error, and nothing is paid")
    func scriptEnds() async throws {
        try await Shop.open { shop in
            let result = try await shop.pay("choose:card,confirm")
            #expect(result.error?.code == .illegalState)
            #expect(result.payment?.status == "awaiting 3ds result")
            #expect(try await shop.status()["payment"]?["status"] == "awaiting 3ds result")
        }
    }

    @Test("If answers are lost, the payment is made once", arguments: [1, 2, 3])
    func lostAnswers(count: Int) async throws {
        try await Shop.open { shop in
            shop.transport.loseAnswers(count)
            let result = try await shop.pay("choose:card,confirm,authorize")
            #expect(result.status == .Success)
            let operations = try await shop.status()["operations"]?.arrayValue ?? []
            #expect(operations.count == 1)
        }
    }

    @Test("A lost decision is requested again", arguments: ["GET", "POST"])
    func lostDecision(method: String) async throws {
        try await Shop.open { shop in
            shop.transport.loseRequest("\(method) /acs/")
            let result = try await shop.pay("choose:card,confirm,authorize,authorize")
            #expect(shop.transport.hasLostRequest)
            #expect(result.status == .Success)
            let operations = try await shop.status()["operations"]?.arrayValue ?? []
            #expect(operations.count == 1)
        }
    }

    @Test("The completion is called once, on the main actor")
    func completion() async throws {
        try await Shop.open { shop in
            let presenter = ScriptedPresenter(try CheckoutScript(parsing: "close"))
            let options = Shop.options()
            let results = AsyncStream<PaymentResult> { continuation in
                shop.sdk().presentPayment(at: presenter, paymentOptions: options) { result in
                    MainActor.assertIsolated()
                    continuation.yield(result)
                    continuation.finish()
                }
            }
            var statuses: [PaymentStatus] = []
            for await result in results { statuses.append(result.status) }
            #expect(statuses == [.Cancelled])
        }
    }
}
