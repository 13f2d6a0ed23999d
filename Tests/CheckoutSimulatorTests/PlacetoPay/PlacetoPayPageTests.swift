import CheckoutContracts
import Sandbox
import Testing
import ToqueCrypto
import ToqueEncoding

@testable import CheckoutSimulator

/// The payer's page, and the notification of the result.
@Suite struct PlacetoPayPageTests {
    @Test("The page shows the payment, and leads to the return URL or the cancel URL")
    func leading() async throws {
        try await PlacetoPayShop.run { shop in
            let (_, page) = try await shop.session()
            let shown = try await shop.shown(page)
            #expect(shown["payee"] == "Loja Exemplo" && shown["amount"] == "165000.0" && shown["currency"] == "COP")
            #expect(shown["reference"] == "order-1" && shown["object"] == "1")
            let declined = try await shop.decide("decline", page)
            #expect(declined.json == ["outcome": "declined", "location": .null, "status": "PENDING"])
            let approved = try await shop.decide("approve", page)
            #expect(
                approved.json
                    == ["outcome": "approved", "location": "redirection://receipt?return", "status": "APPROVED"])
            let left = try await shop.decide("cancel", try await shop.session().page)
            #expect(
                left.json
                    == ["outcome": "canceled", "location": "https://shop.example/cancel", "status": "REJECTED"])
            var order = try PlacetoPayShop.order()
            order["cancelUrl"] = nil
            let leftToo = try await shop.decide("cancel", try await shop.session(order).page)
            #expect(leftToo.json["location"] == "redirection://receipt?return")
        }
    }

    @Test("A browser sees the result first, unless the session skips it")
    func result() async throws {
        try await PlacetoPayShop.run(configure: { $0.authorization = .button }) { shop in
            for (skips, status) in [(false, 200), (true, 303)] {
                var order = try PlacetoPayShop.order()
                order["skipResult"] = .bool(skips)
                let answer = try await shop.submit(
                    try await shop.session(order).page, form: [("decision", "approve")])
                #expect(answer.status == status)
                if skips { #expect(answer.headers["location"] == "redirection://receipt?return") }
            }
        }
    }

    @Test("A refused assertion is a rejected attempt with 05 that moves no money, and reports its verdict")
    func refusedAssertion() async throws {
        try await PlacetoPayShop.run { shop in
            let (id, page) = try await shop.session()
            let device = try PayerDevice(origin: shop.origin)
            var ceremony = PayerDevice.Ceremony()
            ceremony.tamperSignature = true
            let answer = try await shop.send("POST", page, device.approval(shop.shown(page), ceremony))
            #expect(answer.json["outcome"] == "refused" && answer.json["code"]?.stringValue?.isEmpty == false)
            let information = try await shop.information(id)
            #expect(PlacetoPayShop.text(information.status) == "PENDING PT")
            #expect(information.payment?.map { PlacetoPayShop.text($0.status) } == ["REJECTED 05"])
            let ceremonies = try await shop.control("GET", "ceremonies?object=\(id)").json["ceremonies"]
            #expect(ceremonies?.arrayValue?.isEmpty == false)
            _ = try await shop.decide("approve", page)
            #expect(try await shop.status(id) == "APPROVED 00")
        }
    }

    @Test("An assertion is valid only for the shown amount: after another choice it is refused")
    func otherAmount() async throws {
        try await PlacetoPayShop.run { shop in
            let (id, page) = try await shop.session(PlacetoPayShop.order("100.00", allowPartial: true))
            let device = try PayerDevice(origin: shop.origin)
            _ = try await shop.card("tok_success", of: "1.00", on: page)
            let approval = try await device.approval(shop.shown(page))
            _ = try await shop.card("tok_success", of: "99.00", on: page)
            let answer = try await shop.send("POST", page, approval)
            #expect(answer.json["outcome"] == "refused")
            #expect(try await shop.information(id).payment?.first?.status.status == .rejected)
        }
    }

    @Test("Two concurrent approvals pay once")
    func race() async throws {
        try await PlacetoPayShop.run(configure: { $0.authorization = .button }) { shop in
            try await shop.recordWebhooks()
            let (id, page) = try await shop.session()
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<20 { group.addTask { try await shop.send("POST", page, ["decision": "approve"]).status } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(statuses.filter { $0 == 200 }.count == 1)
            #expect(try await shop.information(id).payment?.count == 1)
            #expect(try await shop.notifications() == ["APPROVED 00"])
        }
    }

    @Test("The page of an ended session is over, and a wrong number has no page")
    func refusals() async throws {
        try await PlacetoPayShop.run { shop in
            let (_, page) = try await shop.session()
            #expect(try await shop.send("GET", page.replacing("/session/1/", with: "/session/2/")).status == 404)
            #expect(try await shop.send("GET", String(page.dropLast()) + "z").status == 404)
            shop.clock.advance(by: .seconds(1800))
            #expect(try await shop.send("GET", page).status == 410)
            let (_, paid) = try await shop.session()
            _ = try await shop.decide("approve", paid)
            #expect(try await shop.send("GET", paid).status == 409)
        }
    }

    @Test(
        "A notification is sent once, and is signed in the revision that is set",
        arguments: PlacetoPaySignature.Revision.allCases)
    func notification(_ revision: PlacetoPaySignature.Revision) async throws {
        try await PlacetoPayShop.run(configure: { $0.notificationSignature = revision }) { shop in
            try await shop.recordWebhooks()
            let (id, page) = try await shop.session()
            _ = try await shop.decide("approve", page)
            let information = try await shop.information(id)
            try await shop.advance(86_400)
            let delivery = try #require(try await shop.deliveries().first)
            let attempts = try #require(delivery["attempts"]?.arrayValue)
            #expect(attempts.count == 1)
            let body = try JSON(parsing: try #require(attempts.first?["body"]?.stringValue))
            let notification = try PlacetoPayNotification(json: body)
            try notification.verify(secretKey: SecretBytes(copying: "sandbox".utf8), taking: [revision])
            #expect(notification.requestID == Int(id) && notification.reference == "order-1")
            #expect(notification.status == information.status)
            #expect(try await shop.deliveries().count == 1)
        }
    }
}
