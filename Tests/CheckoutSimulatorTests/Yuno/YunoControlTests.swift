import CheckoutContracts
import SandboxKit
import Testing
import ToqueEncoding

@testable import CheckoutSimulator

@Suite("Control of Yuno") struct YunoControlTests {
    private static let statuses: [YunoTrigger: String] = [
        .pending: "PENDING/PENDING_PROVIDER_CONFIRMATION", .authorized: "PENDING/AUTHORIZED",
        .succeeded: "SUCCEEDED/APPROVED", .captured: "SUCCEEDED/CAPTURED", .verified: "VERIFIED/VERIFIED",
        .declined: "DECLINED/DECLINED", .rejected: "REJECTED/REJECTED", .fraud: "FRAUD/FRAUD_VERIFIED",
        .error: "ERROR/ERROR", .expired: "EXPIRED/EXPIRED", .canceled: "CANCELED/CANCELED",
        .refunded: "REFUNDED/REFUNDED",
    ]

    @Test("A trigger makes a payment with its full history and webhooks", arguments: YunoTrigger.allCases)
    func triggers(trigger: YunoTrigger) async throws {
        try await YunoSandbox.run { sandbox in
            try await sandbox.recordWebhooks()
            let made = try await sandbox.control("POST", "trigger", ["event": .string(trigger.rawValue)])
            #expect(made.status == 200, "\(made.text)")
            let payment = try YunoPayment(json: made.json["object"] ?? .null)
            let status = try #require(Self.statuses[trigger.end])
            #expect("\(payment.status)" == status)
            let webhook = try #require(try await sandbox.webhooks().last)
            #expect("\(webhook.payment.status)" == status)
            if trigger.end != trigger { #expect(webhook.event.rawValue == trigger.rawValue) }
        }
    }

    @Test(
        "A trigger accepts a reason, an amount and a method, and refuses unsuitable ones",
        arguments: [
            (["event": "payment.declined", "reason": "do_not_honor"], 200),
            (["event": "payment.declined", "reason": "x"], 400),
            (["event": "payment.succeeded", "method": "APPLE_PAY", "currency": "JPY", "amount": "500"], 200),
            (["event": "payment.succeeded", "method": "PIX", "currency": "JPY"], 400),
            (["event": "payment.succeeded", "reason": "do_not_honor"], 400),
            (["event": "payment.expired", "method": "CARD"], 400), (["event": "payment.verified", "amount": "1"], 400),
            (["event": "payment.succeeded", "amount": "0.00001"], 400), (["event": "payment.nothing"], 400),
        ] as [(JSON, Int)])
    func parameters(body: JSON, status: Int) async throws {
        try await YunoSandbox.run { sandbox in
            let made = try await sandbox.control("POST", "trigger", body)
            #expect(made.status == status, "\(made.text)")
        }
    }

    @Test("Approving a payment with a slow result ends the wait")
    func hurry() async throws {
        try await YunoSandbox.run { sandbox in
            let paid = try await sandbox.pay(try await sandbox.session(scenario: "slow"), by: "CARD")
            let payment = try #require(paid.json["payment"]?.stringValue)
            let done = try await sandbox.control("POST", "objects/\(payment)/approve", [:])
            #expect(done.json["status"] == "SUCCEEDED")
            let again = try await sandbox.control("POST", "objects/\(payment)/approve", [:])
            #expect(again.status >= 400)
        }
    }

    @Test("Every state has a status, and every state that is not final has a transition")
    func states() {
        for state in YunoPaymentState.allCases {
            let events = YunoPaymentEvent.allCases.filter {
                YunoPaymentMachine.table.outcome(of: $0, in: state) != nil
            }
            if !state.status.isFinal { #expect(!events.isEmpty, "\(state)") }
            let refunds: Set<YunoPaymentEvent> = [.refunded, .partiallyRefunded]
            if state.status.isFinal { #expect(Set(events).isSubset(of: refunds), "\(state)") }
        }
    }

    @Test("A stored session and a stored payment read back equal")
    func storedForms() throws {
        let session = YunoSessionRecord(session: YunoExamples.session, payment: "p", scenario: "slow")
        #expect(try YunoSessionRecord(json: session.json) == session)
        var record = YunoPaymentRecord(
            payment: YunoExamples.payment, method: .card, state: .authorized,
            scenario: .init(name: "success", source: .token), capture: false, callbackURL: "a://b")
        record.nextStep = PlannedEvent(.approved)
        record.code = .doNotHonor
        record.message = "m"
        record.told = "t"
        #expect(try YunoPaymentRecord(json: record.json).json == record.json)
    }

    @Test(
        "An action at Yuno's dashboard is reported like the merchant's own",
        arguments: [
            ("payment.canceled", "PIX", true, "CANCELED/CANCELED"),
            ("payment.canceled", "CARD", false, "CANCELED/CANCELED"),
            ("payment.captured", "CARD", false, "SUCCEEDED/CAPTURED"),
            ("payment.partially_refunded", "CARD", true, "SUCCEEDED/PARTIALLY_REFUNDED"),
        ])
    func dashboard(scenario: String, method: String, capture: Bool, status: String) async throws {
        try await YunoSandbox.run { sandbox in
            let session = try await sandbox.session(capture: capture, scenario: scenario)
            let paid = try await sandbox.pay(session, by: method)
            sandbox.clock.advance(by: .seconds(60))
            let payment = try await sandbox.payment(try #require(paid.json["payment"]?.stringValue))
            #expect("\(payment.status)" == status)
            let amount = try #require(payment.amount)
            switch scenario {
            case "payment.captured": #expect(amount.captured == amount.total.value)
            case "payment.partially_refunded": #expect(amount.refunded == ExactDecimal("5"))
            default: #expect(amount.captured == .zero)
            }
        }
    }
}
