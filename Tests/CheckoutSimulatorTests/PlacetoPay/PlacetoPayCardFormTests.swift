import CheckoutContracts
import Testing
import ToqueEncoding

@testable import CheckoutSimulator

/// The page's form for the choice of a test card.
@Suite struct PlacetoPayCardFormTests {
    private static func run(_ body: (PlacetoPayShop) async throws -> Void) async throws {
        try await PlacetoPayShop.run(configure: { $0.authorization = .button }, body)
    }

    @Test("The page offers the test cards that change the outcome, and an amount if a part can be paid")
    func offered() async throws {
        try await Self.run { shop in
            let whole = try await shop.send("GET", shop.session().page)
            for token in ["tok_success", "tok_transaction.05", "tok_transaction.51", "tok_transaction.XN", "tok_slow"] {
                #expect(whole.text.contains(#"<option value="\#(token)""#), "\(token)")
            }
            #expect(whole.text.contains(#"<option value="tok_success" selected>"#))
            #expect(!whole.text.contains("tok_truncated_body") && !whole.text.contains("name=\"amount\""))
            let (_, page) = try await shop.session(PlacetoPayShop.order("100.00", allowPartial: true))
            let inParts = try await shop.send("GET", page)
            #expect(inParts.text.contains(#"name="amount" value="100.00" autocomplete="off">"#))
        }
    }

    @Test("The form leads back to the page, with the chosen card and amount")
    func chosen() async throws {
        try await Self.run { shop in
            let (id, page) = try await shop.session(PlacetoPayShop.order("100.00", allowPartial: true))
            let shown = try await shop.send("GET", page)
            let handle = try #require(page.split(separator: "/").last)
            #expect(shown.text.contains(#"method="post" action="\#(handle)/card">"#))
            let chosen = try await shop.submit(
                "\(page)/card", form: [("token", "tok_transaction.51"), ("amount", "40.00")])
            #expect(chosen.status == 303 && chosen.headers["location"] == page)
            let again = try await shop.send("GET", page)
            #expect(again.text.contains(#"<option value="tok_transaction.51" selected>"#))
            #expect(again.text.contains("COP\u{A0}40.00"))
            _ = try await shop.submit(page, form: [("decision", "approve")])
            let payment = try #require(try await shop.information(id).payment?.first)
            #expect(PlacetoPayShop.text(payment.status) == "REJECTED 51" && payment.from.total == ExactDecimal("40"))
        }
    }

    private static let wrong: [[(name: String, value: String)]] =
        [
            [], [("token", "")], [("token", "tok_none")], [("token", "<script>alert(1)</script>")],
        ] + ["100.01", "0", "-1", "1e-9", "<b>"].map { [("token", "tok_success"), ("amount", $0)] }

    @Test("An invalid form gets an error page with a way back, and changes nothing", arguments: wrong)
    func refused(form: [(name: String, value: String)]) async throws {
        try await Self.run { shop in
            let (_, page) = try await shop.session(PlacetoPayShop.order("100.00", allowPartial: true))
            let handle = try #require(page.split(separator: "/").last)
            let answer = try await shop.submit("\(page)/card", form: form)
            #expect(answer.status == 400)
            #expect(answer.text.contains(#"<a href="../\#(handle)">Back</a>"#), "\(answer.text)")
            #expect(!answer.text.contains("<script>") && !answer.text.contains("<b>"))
            let shown = try await shop.send("GET", page)
            #expect(shown.text.contains(#"<option value="tok_success" selected>"#))
            #expect(shown.text.contains("COP\u{A0}100.00"))
        }
    }

    @Test("The form of an expired or unknown page changes nothing")
    func over() async throws {
        try await Self.run { shop in
            let (_, page) = try await shop.session()
            let unknown = try await shop.submit(
                page.replacing("/session/1/", with: "/session/2/") + "/card", form: [("token", "tok_success")])
            #expect(unknown.status == 404)
            shop.clock.advance(by: .seconds(1800))
            let over = try await shop.submit("\(page)/card", form: [("token", "tok_success")])
            #expect(over.status == 410 && over.text.contains("<html"))
        }
    }
}
