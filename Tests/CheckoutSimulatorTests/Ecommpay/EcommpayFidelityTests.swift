import CheckoutContracts
import Testing
import ToqueCrypto
import ToqueEncoding

@testable import CheckoutSimulator

@Suite struct EcommpayFidelityTests {
    @Test("Every assumption is named by an answer that rests on it")
    func assumptions() async throws {
        var seen: Set<String> = []
        try await EcommpaySandbox.run { sandbox in
            func see(_ answer: SandboxAnswer) {
                for id in (answer.headers["x-toque-assumed"] ?? "").split(separator: ",") {
                    seen.insert(String(id.drop { $0 == " " }))
                }
            }
            /// Opens a session, pays and returns the result.
            func pay(_ id: String, _ scenario: String, _ change: (inout EcommpayPaymentOptions) -> Void = { _ in })
                async throws -> String
            {
                var options = EcommpaySandbox.options(id)
                change(&options)
                let session = try await sandbox.session(options, scenario: scenario)
                see(try await sandbox.pay(session))
                return session
            }
            let options = EcommpaySandbox.options()
            see(try await sandbox.open(options, scenario: "payment.frictionless"))
            see(try await sandbox.open(options))
            var other = options
            other.paymentAmount = 1
            see(try await sandbox.open(other))
            other.regionCode = "x"
            see(try await sandbox.open(other))
            let session = try await sandbox.open(options).json["session"]?.stringValue ?? ""
            see(try await sandbox.send("GET", "/sdk/v1/session/\(session)"))
            see(try await sandbox.post("/sdk/v1/session/\(session)/retry", [:]))
            see(try await sandbox.gate("status", "nothing"))
            see(try await sandbox.gate("status", "nothing", secret: "another"))
            _ = try await pay("a", "payment.challenge")
            _ = try await pay("b", "payment.cascade")
            _ = try await pay("c", "payment.clarification")
            let canceled = try await pay("d", "payment.challenge")
            see(try await sandbox.post("\(canceled)/cancel", [:]))
            let silent = try await pay("e", "never_answers")
            sandbox.clock.advance(by: .seconds(120))
            see(try await sandbox.send("GET", silent))
            _ = try await pay("f", "payment.frictionless") { $0.recurrentInfo = EcommpayRecurrentInfo(type: .oneClick) }
            _ = try await pay("g", "payment.frictionless") { $0.action = .auth }
            see(try await sandbox.gate("card/capture", "g"))
            let page = EcommpayPaymentPage.url(
                [
                    ("project_id", "10"), ("payment_id", "h"), ("payment_amount", "1"), ("payment_currency", "EUR"),
                ], key: SecretBytes(copying: "your_secret".utf8), base: "/payment")
            see(try await sandbox.send("GET", page))
        }
        #expect(seen == Set(EcommpayFidelity.assumed.map(\.id)))
    }
}
