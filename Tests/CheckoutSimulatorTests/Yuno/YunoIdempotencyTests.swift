import Testing
import ToqueEncoding

@testable import CheckoutSimulator

@Suite("Idempotency keys at Yuno") struct YunoIdempotencyTests {
    private static let key = "30000000-0000-4000-8000-0000000000d1"

    private static func authorized(_ sandbox: YunoSandbox, scenario: String? = nil) async throws -> String {
        let paid = try await sandbox.pay(try await sandbox.session(capture: false, scenario: scenario), by: "CARD")
        return try #require(paid.json["payment"]?.stringValue)
    }

    @Test("A repetition gets the first answer, whatever its body, for 24 hours")
    func repetition() async throws {
        try await YunoSandbox.run { sandbox in
            let payment = try await Self.authorized(sandbox)
            let first = try await sandbox.operate("capture", payment, amount: "4", key: Self.key)
            #expect(first.status == 200)
            let again = try await sandbox.operate("capture", payment, amount: "5", key: Self.key)
            #expect(again.status == 200)
            #expect(again.text == first.text)
            #expect(try await sandbox.payment(payment).transactions.count == 2)
            // Each endpoint has its own keys.
            let refund = try await sandbox.operate("refund", payment, transaction: 1, amount: "1", key: Self.key)
            #expect(refund.status == 200)
            #expect(try await sandbox.payment(payment).transactions.count == 3)
            sandbox.clock.advance(by: .seconds(24 * 3600))
            #expect(try await sandbox.operate("capture", payment, key: Self.key).code == "INVALID_STATUS")
        }
    }

    @Test("A failed first request uses its key up, and a malformed one does not")
    func failure() async throws {
        try await YunoSandbox.run { sandbox in
            let payment = try await Self.authorized(sandbox)
            let transaction = try #require(try await sandbox.payment(payment).transactions.first?.id)
            let malformed = try await sandbox.merchant(
                "POST", "/v1/payments/\(payment)/transactions/\(transaction)/capture", [:],
                headers: [("X-Idempotency-Key", Self.key)])
            #expect(malformed.code == "MISSING_PARAMETERS")
            let tooMuch = try await sandbox.operate("capture", payment, amount: "11", key: Self.key)
            #expect(tooMuch.code == "INVALID_AMOUNT")
            let again = try await sandbox.operate("capture", payment, amount: "10", key: Self.key)
            #expect(again.status == 400)
            #expect(again.code == "IDEMPOTENCY_DUPLICATED")
            #expect("\(try await sandbox.payment(payment).status)" == "PENDING/AUTHORIZED")
            #expect(try await sandbox.operate("capture", payment, key: "x").code == "INVALID_PARAMETERS")
            let other = "30000000-0000-4000-8000-0000000000d2"
            #expect(try await sandbox.operate("capture", payment, key: other).status == 200)
        }
    }

    @Test("A request answered with 503 does not use its key up")
    func unavailable() async throws {
        try await YunoSandbox.run { sandbox in
            let payment = try await Self.authorized(sandbox)
            let set = try await sandbox.control(
                "PUT", "scenario", ["scenario": "unavailable:1", "object": .string(payment)])
            #expect(set.status == 200, "\(set.text)")
            #expect(try await sandbox.operate("capture", payment, key: Self.key).status == 503)
            #expect(try await sandbox.operate("capture", payment, key: Self.key).status == 200)
        }
    }

    @Test("While the first request is in progress, a repetition is refused")
    func underWay() async throws {
        try await YunoSandbox.run { sandbox in
            // The answer takes two seconds. If a busy machine misses this window, the test tries again.
            for _ in 0..<30 {
                let payment = try await Self.authorized(sandbox)
                let set = try await sandbox.control(
                    "PUT", "scenario", ["scenario": "slow", "object": .string(payment)])
                #expect(set.status == 200, "\(set.text)")
                async let first = sandbox.operate("capture", payment, key: Self.key)
                var captured = false
                while !captured { captured = try await sandbox.payment(payment).transactions.count == 2 }
                let second = try await sandbox.operate("capture", payment, key: Self.key)
                let answer = try await first
                #expect(answer.status == 200)
                #expect(try await sandbox.operate("capture", payment, key: Self.key).text == answer.text)
                guard second.text != answer.text else { continue }
                #expect(second.status == 400)
                #expect(second.code == "REQUEST_IN_PROCESS")
                return
            }
            Issue.record("No repetition came while the first answer was on its way.")
        }
    }

    @Test("Identical concurrent captures capture once")
    func race() async throws {
        try await YunoSandbox.run { sandbox in
            let payment = try await Self.authorized(sandbox)
            let answers = try await withThrowingTaskGroup(of: SandboxAnswer.self) { group in
                for _ in 0..<50 { group.addTask { try await sandbox.operate("capture", payment, key: Self.key) } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(answers.contains { $0.status == 200 })
            #expect(answers.allSatisfy { $0.status == 200 || $0.code == "REQUEST_IN_PROCESS" })
            let ended = try await sandbox.payment(payment)
            #expect(ended.transactions.map(\.type) == [.authorize, .capture])
        }
    }

    @Test("A lost answer can be fetched with its key")
    func lostAnswer() async throws {
        try await YunoSandbox.run { sandbox in
            let payment = try await Self.authorized(sandbox)
            let set = try await sandbox.control(
                "PUT", "scenario", ["scenario": "connection_reset", "object": .string(payment)])
            #expect(set.status == 200, "\(set.text)")
            await #expect(throws: (any Error).self) {
                _ = try await sandbox.operate("capture", payment, key: Self.key)
            }
            let again = try await sandbox.operate("capture", payment, key: Self.key)
            #expect(again.status == 200)
            #expect(again.paymentStatus == "SUCCEEDED/CAPTURED")
            #expect(try await sandbox.payment(payment).transactions.count == 2)
        }
    }
}
