import CheckoutContracts
import Sandbox
import Testing
import ToqueEncoding

@testable import CheckoutSimulator

@Suite struct EcommpayGateTests {
    /// Returns a payment with a held amount.
    private func held(_ sandbox: EcommpaySandbox) async throws {
        let session = try await sandbox.session(
            EcommpaySandbox.options(action: .auth), scenario: "payment.frictionless")
        #expect(try await sandbox.pay(session).paymentStatus == "awaiting capture")
    }

    /// Returns a successful payment.
    private func paid(_ sandbox: EcommpaySandbox) async throws {
        let session = try await sandbox.session(EcommpaySandbox.options(), scenario: "payment.frictionless")
        #expect(try await sandbox.pay(session).paymentStatus == "success")
    }

    @Test("A hold is captured once, in whole or in part", arguments: [1999, 1, 1998, nil])
    func capture(amount: Int?) async throws {
        try await EcommpaySandbox.run { sandbox in
            try await held(sandbox)
            let payment = amount.map { ["amount": .int($0), "currency": "USD"] as JSONObject }
            let captured = try await sandbox.gate("card/capture", "ord-1", payment: payment)
            #expect(captured.status == 200, "\(captured.text)")
            let callback = try #require(try await sandbox.callbacks().last)
            #expect(callback["operation"]?["request_id"] == captured.json["request_id"])
            #expect(callback["operation"]?["type"] == "capture")
            #expect(callback["payment"]?["status"] == "success")
            #expect(callback["payment"]?["sum"]?["amount"] == .int(amount ?? 1999))
            let again = try await sandbox.gate("card/capture", "ord-1", payment: payment)
            #expect(again.status == 400 && again.code == "502")
            #expect(try await sandbox.callbacks().last == callback)
        }
    }

    @Test("A capture of zero, of more than the hold, or in another currency is refused and changes nothing")
    func captureTooMuch() async throws {
        try await EcommpaySandbox.run { sandbox in
            try await held(sandbox)
            for payment in [
                ["amount": 2000], ["amount": 0], ["amount": -1], ["amount": 1, "currency": "EUR"], ["amount": "1"],
            ] as [JSON] {
                let answer = try await sandbox.gate("card/capture", "ord-1", payment: payment.objectValue)
                #expect(answer.status == 400 && answer.code == "502", "\(payment.serialized())")
            }
            #expect(try await sandbox.status()["payment"]?["status"] == "awaiting capture")
            #expect(try await sandbox.gate("card/capture", "ord-1").status == 200)
        }
    }

    @Test("Canceling releases a hold, which can no longer be captured")
    func cancel() async throws {
        try await EcommpaySandbox.run { sandbox in
            try await held(sandbox)
            #expect(try await sandbox.gate("card/cancel", "ord-1", payment: ["amount": 1]).status == 400)
            #expect(try await sandbox.gate("card/cancel", "ord-1").status == 200)
            #expect(try await sandbox.callbacks().last?["payment"]?["status"] == "cancelled")
            #expect(try await sandbox.gate("card/capture", "ord-1").status == 400)
            #expect(try await sandbox.gate("card/cancel", "ord-1").status == 400)
        }
    }

    @Test("A payment is refunded in parts, up to the charged amount")
    func refund() async throws {
        try await EcommpaySandbox.run { sandbox in
            try await paid(sandbox)
            #expect(try await sandbox.gate("card/refund", "ord-1", payment: ["amount": 2000]).status == 400)
            #expect(try await sandbox.gate("card/refund", "ord-1", payment: ["amount": 999]).status == 200)
            #expect(try await sandbox.callbacks().last?["payment"]?["status"] == "partially refunded")
            #expect(try await sandbox.gate("card/refund", "ord-1", payment: ["amount": 1001]).status == 400)
            #expect(try await sandbox.gate("card/refund", "ord-1").status == 200)
            #expect(try await sandbox.callbacks().last?["payment"]?["status"] == "refunded")
            #expect(try await sandbox.gate("card/refund", "ord-1").status == 400)
            let operations = try await sandbox.status()["operations"]?.arrayValue
            #expect(operations?.map { $0["type"]?.stringValue } == ["sale", "refund", "refund"])
            #expect(operations?.map { $0["sum_initial"]?["amount"]?.intValue } == [1999, 999, 1000])
        }
    }

    @Test("No capture, cancellation or refund is possible while the payer is at the issuer")
    func duringChallenge() async throws {
        try await EcommpaySandbox.run { sandbox in
            let session = try await sandbox.session(EcommpaySandbox.options(action: .auth))
            #expect(try await sandbox.pay(session).paymentStatus == "awaiting 3ds result")
            for path in ["card/capture", "card/cancel", "card/refund"] {
                let answer = try await sandbox.gate(path, "ord-1")
                #expect(answer.status == 400 && answer.code == "502")
            }
            #expect(try await sandbox.status()["payment"]?["status"] == "awaiting 3ds result")
        }
    }

    @Test("A body with a wrong or missing signature, or another project's, is refused")
    func signature() async throws {
        let other = APIKey(id: "11", secret: "other_secret")
        try await EcommpaySandbox.run(keys: [EcommpaySandbox.provider.defaultKey, other]) { sandbox in
            try await held(sandbox)
            #expect(try await sandbox.gate("card/capture", "ord-1", secret: "your_secrets").status == 400)
            #expect(try await sandbox.gate("card/capture", "ord-1", secret: "other_secret").status == 400)
            let unsigned = try await sandbox.post(
                "/v2/payment/status", ["general": ["project_id": 10, "payment_id": "ord-1"]])
            #expect(unsigned.status == 400)
            let nobody = try await sandbox.post(
                "/v2/payment/status", ["general": ["project_id": 12, "payment_id": "ord-1", "signature": "x"]])
            #expect(nobody.status == 400)
            #expect(try await sandbox.post("/v2/payment/status", [:]).status == 400)
            #expect(try await sandbox.post("/v2/payment/status", []).status == 400)
            #expect(try await sandbox.status()["payment"]?["status"] == "awaiting capture")
        }
    }

    @Test("An unknown payment and a member out of its limits are refused with the member's name")
    func refusals() async throws {
        try await EcommpaySandbox.run { sandbox in
            let unknown = try await sandbox.gate("status", "nothing")
            #expect(unknown.status == 400 && unknown.text.contains("general.payment_id"))
            var body: JSONObject = [
                "general": ["project_id": 10, "payment_id": "ord-1"], "recurring": ["id": 1],
            ]
            body = EcommpaySignature.signing(gateRequest: body, key: .init(copying: "your_secret".utf8))
            let recurring = try await sandbox.post("/v2/payment/status", .object(body))
            #expect(recurring.status == 400 && recurring.text.contains("recurring"))
        }
    }

    @Test("Of many concurrent captures, one takes effect")
    func race() async throws {
        try await EcommpaySandbox.run { sandbox in
            try await held(sandbox)
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<100 { group.addTask { try await sandbox.gate("card/capture", "ord-1").status } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(statuses.filter { $0 == 200 }.count == 1)
            #expect(statuses.filter { $0 == 400 }.count == 99)
            #expect(try await sandbox.status()["operations"]?.arrayValue?.count == 2)
        }
    }
}
