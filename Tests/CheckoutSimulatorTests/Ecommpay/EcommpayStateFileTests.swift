import CheckoutContracts
import Testing
import ToqueEncoding

@testable import CheckoutSimulator

/// Crafted state files that no sandbox saved.
@Suite struct EcommpayStateFileTests {
    struct Forgery: Sendable, CustomTestStringConvertible {
        let saved: String
        let forged: String
        let member: String

        var testDescription: String { forged }
    }

    @Test(
        "A state file with an amount or a count that no payment has is refused by the member's name",
        arguments: [
            Forgery(saved: #""charged":1999"#, forged: #""charged":9223372036854775807"#, member: "charged"),
            Forgery(saved: #""charged":1999"#, forged: #""charged":-1"#, member: "charged"),
            Forgery(saved: #""charged":1999"#, forged: #""charged":1999,"refunded":2000"#, member: "refunded"),
            Forgery(
                saved: #""charged":1999"#, forged: #""charged":1,"refunded":-9223372036854775808"#, member: "refunded"),
            Forgery(saved: #""attempts":1"#, forged: #""attempts":9223372036854775807"#, member: "attempts"),
            Forgery(saved: #""attempts":1"#, forged: #""attempts":3"#, member: "attempts"),
            Forgery(
                saved: #""amount":1999"#, forged: #""amount":9223372036854775807"#, member: "operations[0].amount"),
            Forgery(saved: #""amount":1999"#, forged: #""amount":-1"#, member: "operations[0].amount"),
            Forgery(
                saved: #""payment_amount":1999"#, forged: #""payment_amount":9223372036854775807"#,
                member: "options.payment_amount"),
        ])
    func extremes(forgery: Forgery) async throws {
        try await EcommpaySandbox.run { sandbox in
            let session = try await sandbox.session(EcommpaySandbox.options(), scenario: "payment.frictionless")
            #expect(try await sandbox.pay(session).paymentStatus == "success")
            let state = try await sandbox.control("GET", "state").text
            try #require(state.contains(forgery.saved))
            let forged = try JSON(parsing: state.replacing(forgery.saved, with: forgery.forged))
            let answer = try await sandbox.control("PUT", "state", forged)
            #expect(answer.status == 400)
            #expect(answer.text.contains(".body.\(forgery.member)"), "\(answer.text)")
            #expect(answer.text.contains("in the payment ord-1"), "\(answer.text)")
            #expect(try await sandbox.status()["payment"]?["status"] == "success")
        }
    }

    @Test(
        "Operations are counted anew where a state file has no number of the count",
        arguments: ["9223372036854775807", "-9223372036854775808", "1", "seventy"])
    func count(last: String) async throws {
        try await EcommpaySandbox.run { sandbox in
            let first = try await sandbox.session(EcommpaySandbox.options(), scenario: "payment.frictionless")
            #expect(try await sandbox.pay(first).json["operation"]?["id"] == 70_001)
            let state = try await sandbox.control("GET", "state").text
            let forged = try JSON(parsing: state.replacing(#""value":"70001""#, with: #""value":"\#(last)""#))
            #expect(try await sandbox.control("PUT", "state", forged).status == 204)
            let second = try await sandbox.session(EcommpaySandbox.options("ord-2"), scenario: "payment.frictionless")
            #expect(try await sandbox.pay(second).json["operation"]?["id"] == 70_001)
        }
    }

    @Test("A pending operation in a state file refunds at most the charged amount")
    func refund() async throws {
        try await EcommpaySandbox.run { sandbox in
            let session = try await sandbox.session(EcommpaySandbox.options(), scenario: "payment.refunded")
            let page = try #require(try await sandbox.pay(session).json["acs_url"]?.stringValue)
            try await sandbox.approve(page)
            let state = try await sandbox.control("GET", "state").text
            let forged = state.replacing(#""kind":"sale""#, with: #""kind":"refund""#)
                .replacing(#""amount":1999,"code":"0""#, with: #""amount":999999999999999999"#)
            #expect(try await sandbox.control("PUT", "state", try JSON(parsing: forged)).status == 204)
            sandbox.clock.advance(by: .seconds(60))
            #expect(try await sandbox.status()["payment"]?["status"] == "refunded")
        }
    }
}
