import Testing
import YunoSDK

extension YunoSDKTests {
    @MainActor
    @Suite struct LostAnswerTests {
        @Test(
            "A payment whose answer is lost is found by its status, and none is made again",
            arguments: ["tok_connection_reset", "tok_truncated_body"])
        func lostPayment(token: String) async throws {
            try await Shop.open { shop in
                let session = try await shop.session()
                #expect(try await shop.pay(session, by: "CARD", token: token, Person("")) == .success)
                #expect(shop.way.requests.dropFirst() == ["POST payment", "GET payment"])
                #expect(try await shop.statuses() == ["SUCCEEDED/APPROVED"])
            }
        }

        @Test("After a server's timeout the SDK asks for the status, and makes one payment")
        func slowServer() async throws {
            try await Shop.open(timeout: .milliseconds(1500)) { shop in
                let session = try await shop.session()
                #expect(try await shop.pay(session, by: "CARD", token: "tok_slow", Person("")) == .processing)
                #expect(shop.status(of: session) == "PENDING/IN_PROCESS")
                #expect(shop.way.count("POST payment") == 1)
                #expect(try await shop.payments().count == 1)
            }
        }

        @Test("A server that is temporarily unavailable gets the request again, and makes one payment")
        func unavailable() async throws {
            try await Shop.open { shop in
                let session = try await shop.session()
                #expect(try await shop.pay(session, by: "CARD", token: "tok_unavailable", Person("")) == .success)
                #expect(shop.way.count("POST payment") == 3)
                #expect(try await shop.payments().count == 1)

                let other = try await shop.session()
                let result = try await shop.pay(other, by: "CARD", token: "tok_unavailable:9", Person(""))
                #expect(result == .internalError)
                #expect(shop.status(of: other) == nil)
                #expect(try await shop.payments().count == 1)
            }
        }

        @Test("A Pix code whose answer is lost is still shown", arguments: [Way.Fault.request, .answer])
        func lostCode(fault: Way.Fault) async throws {
            try await Shop.open { shop in
                let session = try await shop.session()
                shop.way.lose("POST payment", [fault])
                #expect(try await shop.pay(session, by: "PIX", Person("authorize")) == .success)
                #expect(shop.way.count("POST payment") == (fault == .request ? 2 : 1))
                #expect(try await shop.statuses() == ["SUCCEEDED/APPROVED"])
            }
        }

        @Test(
            "A confirmed sheet is sent again only where the status says that it did not arrive",
            arguments: [Way.Fault.request, .answer])
        func lostConfirmation(fault: Way.Fault) async throws {
            try await Shop.open { shop in
                let session = try await shop.session()
                shop.way.lose("POST confirm", [fault])
                #expect(try await shop.pay(session, by: "APPLE_PAY", Person("confirm")) == .success)
                #expect(shop.way.count("POST confirm") == (fault == .request ? 2 : 1))
                #expect(try await shop.statuses() == ["SUCCEEDED/APPROVED"])
            }
        }

        @Test("An approval whose answer is lost counts, and is not repeated")
        func lostApproval() async throws {
            try await Shop.open { shop in
                let session = try await shop.session()
                shop.way.lose("POST page", [.answer])
                #expect(try await shop.pay(session, by: "PIX", Person("authorize")) == .success)
                #expect(shop.way.count("POST page") == 1)
            }
        }

        @Test("An approval that did not arrive leaves the code on the screen")
        func lostDecision() async throws {
            try await Shop.open { shop in
                let session = try await shop.session()
                shop.way.lose("POST page", [.request])
                let person = try Person("authorize,authorize")
                #expect(await shop.pay(session, by: "PIX", person) == .success)
                #expect(person.results.first == "The approval was not made")
            }
        }

        @Test("Without a status there is no result, and no request is sent twice")
        func noStatus() async throws {
            try await Shop.open { shop in
                let session = try await shop.session()
                shop.way.lose("POST payment", [.answer])
                shop.way.lose("GET payment", [.request, .answer, .request])
                #expect(try await shop.pay(session, by: "PIX", Person("authorize")) == .internalError)
                #expect(shop.status(of: session) == nil)
                #expect(shop.way.count("POST payment") == 1)

                // The same session continues with its payment.
                #expect(try await shop.pay(session, by: "PIX", Person("authorize")) == .success)
                #expect(try await shop.payments().count == 1)
            }
        }

        @Test("A session that ends while its answer is lost has no result, because there may be a payment")
        func sessionEnds() async throws {
            try await Shop.open { shop in
                let session = try await shop.session()
                shop.way.lose("POST payment", [.answer])
                shop.way.beforehand("GET payment") {
                    _ = try await shop.ask(.post, "/_toque/clock/advance", ["seconds": 18_000])
                }
                #expect(try await shop.pay(session, by: "PIX", Person("authorize")) == .internalError)
                #expect(shop.status(of: session) == nil)
                #expect(try await shop.statuses() == ["EXPIRED/EXPIRED"])
            }
        }

        @Test("A server that goes silent while a code is shown ends the wait without a status")
        func silence() async throws {
            try await Shop.open { shop in
                let session = try await shop.session()
                shop.way.lose("GET payment", Array(repeating: .request, count: 100))
                #expect(try await shop.pay(session, by: "PIX", Person(nil)) == .internalError)
                #expect(shop.status(of: session) == nil)
                #expect(try await shop.statuses() == ["PENDING/PENDING_PROVIDER_CONFIRMATION"])
            }
        }
    }
}
