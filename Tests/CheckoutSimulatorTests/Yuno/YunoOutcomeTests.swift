import CheckoutContracts
import Testing
import ToqueEncoding

@testable import CheckoutSimulator

/// What comes of a payment: by its method, its scenario, what the person does, and the time.
@Suite("Outcomes at Yuno") struct YunoOutcomeTests {
    enum Step: Sendable {
        /// The payer, on the page, with a passkey.
        case approve, forge, decline
        /// The person, on the device.
        case confirm, close
        case wait(Int)
        /// The merchant.
        case capture(String?), cancel, refund(String?)
        case control(String)
    }

    struct Row: Sendable, CustomTestStringConvertible {
        var method: String
        var scenario: String?
        var value = "10.00"
        var capture = true
        var steps: [Step] = []
        var status: String
        /// Of the payment's own transaction.
        var code: String?
        var webhooks: [String]

        var testDescription: String { "\(method) \(scenario ?? "success") \(steps)" }
    }

    private static let pixPending = "purchase PENDING/PENDING_PROVIDER_CONFIRMATION"
    private static let ready = "purchase READY_TO_PAY/CREATED"
    private static let inProcess = "purchase PENDING/IN_PROCESS"
    private static let challenge = "purchase PENDING/WAITING_ADDITIONAL_STEP"
    private static let approved = "purchase SUCCEEDED/APPROVED"
    private static let authorized = "authorize PENDING/AUTHORIZED"

    private static let pix: [Row] = [
        Row(
            method: "PIX", steps: [.approve], status: "SUCCEEDED/APPROVED", code: "SUCCEEDED",
            webhooks: [pixPending, approved]),
        Row(method: "PIX", steps: [.close], status: "PENDING/PENDING_PROVIDER_CONFIRMATION", webhooks: [pixPending]),
        Row(
            method: "PIX", steps: [.close, .decline, .forge, .approve], status: "SUCCEEDED/APPROVED",
            code: "SUCCEEDED", webhooks: [pixPending, approved]),
        Row(
            method: "PIX", steps: [.wait(1799)], status: "PENDING/PENDING_PROVIDER_CONFIRMATION", webhooks: [pixPending]
        ),
        Row(
            method: "PIX", steps: [.wait(1800)], status: "EXPIRED/EXPIRED", code: "EXPIRED",
            webhooks: [pixPending, "purchase EXPIRED/EXPIRED"]),
        Row(
            method: "PIX", steps: [.cancel], status: "CANCELED/CANCELED",
            webhooks: [pixPending, "cancel CANCELED/CANCELED"]),
        Row(
            method: "PIX", scenario: "payment.fraud", steps: [.approve], status: "FRAUD/FRAUD_VERIFIED",
            code: "FRAUD_VERIFIED", webhooks: [pixPending, "purchase FRAUD/FRAUD_VERIFIED"]),
        Row(
            method: "PIX", scenario: "payment.error", steps: [.approve], status: "ERROR/ERROR", code: "INTERNAL_ERROR",
            webhooks: [pixPending, "purchase ERROR/ERROR"]),
        Row(
            method: "PIX", scenario: "payment.expired", status: "EXPIRED/EXPIRED", code: "EXPIRED",
            webhooks: [pixPending, "purchase EXPIRED/EXPIRED"]),
        Row(
            method: "PIX", scenario: "never_answers", steps: [.approve, .wait(1799)],
            status: "PENDING/PENDING_PROVIDER_CONFIRMATION", webhooks: [pixPending]),
        Row(
            method: "PIX", scenario: "never_answers", steps: [.approve, .wait(1800)], status: "EXPIRED/EXPIRED",
            code: "EXPIRED", webhooks: [pixPending, "purchase EXPIRED/EXPIRED"]),
        Row(
            method: "PIX", scenario: "payment.refunded", steps: [.approve, .wait(60)], status: "REFUNDED/REFUNDED",
            code: "SUCCEEDED", webhooks: [pixPending, approved, "refund REFUNDED/REFUNDED"]),
        Row(
            method: "PIX", steps: [.approve, .refund("4"), .refund(nil)], status: "REFUNDED/REFUNDED",
            code: "SUCCEEDED",
            webhooks: [
                pixPending, approved, "refund SUCCEEDED/PARTIALLY_REFUNDED", "refund REFUNDED/REFUNDED",
            ]),
        Row(
            method: "PIX", steps: [.control("approve")], status: "SUCCEEDED/APPROVED", code: "SUCCEEDED",
            webhooks: [pixPending, approved]),
        Row(
            method: "PIX", steps: [.control("decline"), .control("expire")], status: "EXPIRED/EXPIRED",
            code: "EXPIRED", webhooks: [pixPending, "purchase EXPIRED/EXPIRED"]),
        Row(
            method: "PIX", steps: [.control("cancel")], status: "CANCELED/CANCELED",
            webhooks: [pixPending, "cancel CANCELED/CANCELED"]),
        // A scenario of cards is none of Pix.
        Row(
            method: "PIX", scenario: "payment.insufficient_funds", steps: [.approve], status: "SUCCEEDED/APPROVED",
            code: "SUCCEEDED", webhooks: [pixPending, approved]),
    ]

    private static let wallets: [Row] = [
        Row(
            method: "APPLE_PAY", steps: [.confirm], status: "SUCCEEDED/APPROVED", code: "SUCCEEDED",
            webhooks: [ready, inProcess, approved]),
        Row(
            method: "APPLE_PAY", steps: [.close, .wait(899)], status: "PENDING/IN_PROCESS",
            webhooks: [ready, inProcess]),
        Row(
            method: "APPLE_PAY", steps: [.close, .wait(900)], status: "EXPIRED/EXPIRED", code: "EXPIRED",
            webhooks: [ready, inProcess, "purchase EXPIRED/EXPIRED"]),
        Row(
            method: "APPLE_PAY", steps: [.close, .cancel], status: "CANCELED/CANCELED",
            webhooks: [ready, inProcess, "cancel CANCELED/CANCELED"]),
        Row(
            method: "APPLE_PAY", scenario: "payment.insufficient_funds", steps: [.confirm],
            status: "DECLINED/DECLINED", code: "INSUFFICIENT_FUNDS",
            webhooks: [ready, inProcess, "purchase DECLINED/DECLINED"]),
        Row(
            method: "APPLE_PAY", scenario: "payment.rejected", steps: [.confirm], status: "REJECTED/REJECTED",
            code: "DECLINED_BY_BANK", webhooks: [ready, inProcess, "purchase REJECTED/REJECTED"]),
        Row(
            method: "APPLE_PAY", scenario: "payment.fraud", steps: [.confirm], status: "FRAUD/FRAUD_VERIFIED",
            code: "FRAUD_VERIFIED", webhooks: [ready, inProcess, "purchase FRAUD/FRAUD_VERIFIED"]),
        Row(
            method: "APPLE_PAY", scenario: "payment.error", steps: [.confirm], status: "ERROR/ERROR",
            code: "INTERNAL_ERROR", webhooks: [ready, inProcess, "purchase ERROR/ERROR"]),
        Row(
            method: "APPLE_PAY", scenario: "never_answers", steps: [.confirm, .wait(900)], status: "EXPIRED/EXPIRED",
            code: "EXPIRED", webhooks: [ready, inProcess, "purchase EXPIRED/EXPIRED"]),
        Row(
            method: "APPLE_PAY", steps: [.control("decline"), .control("approve")], status: "SUCCEEDED/APPROVED",
            code: "SUCCEEDED", webhooks: [ready, inProcess, approved]),
    ]

    private static func declinedCard(_ scenario: String, _ code: String, _ subStatus: String = "DECLINED") -> Row {
        Row(
            method: "CARD", scenario: "payment.\(scenario)", status: "DECLINED/\(subStatus)", code: code,
            webhooks: [inProcess, "purchase DECLINED/\(subStatus)"])
    }

    private static let cards: [Row] = [
        Row(
            method: "CARD", status: "SUCCEEDED/APPROVED", code: "SUCCEEDED", webhooks: [inProcess, approved]),
        declinedCard("insufficient_funds", "INSUFFICIENT_FUNDS"),
        declinedCard("declined_by_bank", "DECLINED_BY_BANK"),
        declinedCard("do_not_honor", "DO_NOT_HONOR"),
        declinedCard("invalid_security_code", "INVALID_SECURITY_CODE"),
        declinedCard("expired_card", "EXPIRED_CARD"),
        declinedCard("fraud_declined", "FRAUD_VERIFIED", "FRAUD_DECLINED"),
        Row(
            method: "CARD", scenario: "payment.challenge", steps: [.approve], status: "SUCCEEDED/APPROVED",
            code: "SUCCEEDED", webhooks: [challenge, approved]),
        Row(
            method: "CARD", scenario: "payment.challenge", steps: [.forge], status: "DECLINED/DECLINED",
            code: "AUTHENTICATION_FAILED_THREE_D_SECURE", webhooks: [challenge, "purchase DECLINED/DECLINED"]),
        Row(
            method: "CARD", scenario: "payment.challenge", steps: [.decline], status: "DECLINED/DECLINED",
            code: "CANCELLED_BY_USER", webhooks: [challenge, "purchase DECLINED/DECLINED"]),
        Row(
            method: "CARD", scenario: "payment.challenge", steps: [.wait(600)], status: "DECLINED/DECLINED",
            code: "EXPIRED", webhooks: [challenge, "purchase DECLINED/DECLINED"]),
        Row(
            method: "CARD", scenario: "payment.challenge", capture: false, steps: [.approve],
            status: "PENDING/AUTHORIZED", code: "SUCCEEDED", webhooks: [challenge, authorized]),
        Row(
            method: "CARD", scenario: "payment.authentication_failed_three_d_secure", status: "DECLINED/DECLINED",
            code: "AUTHENTICATION_FAILED_THREE_D_SECURE", webhooks: [challenge, "purchase DECLINED/DECLINED"]),
        Row(
            method: "CARD", scenario: "payment.cancelled_by_user", status: "DECLINED/DECLINED",
            code: "CANCELLED_BY_USER", webhooks: [challenge, "purchase DECLINED/DECLINED"]),
        Row(
            method: "CARD", scenario: "payment.challenge_expired", status: "DECLINED/DECLINED", code: "EXPIRED",
            webhooks: [challenge, "purchase DECLINED/DECLINED"]),
        Row(
            method: "CARD", capture: false, steps: [.capture(nil)], status: "SUCCEEDED/CAPTURED", code: "SUCCEEDED",
            webhooks: [inProcess, authorized, "capture SUCCEEDED/CAPTURED"]),
        Row(
            method: "CARD", capture: false, steps: [.capture("9.9999")], status: "SUCCEEDED/PARTIALLY_CAPTURED",
            code: "SUCCEEDED", webhooks: [inProcess, authorized, "capture SUCCEEDED/PARTIALLY_CAPTURED"]),
        Row(
            method: "CARD", capture: false, steps: [.cancel], status: "CANCELED/CANCELED", code: "SUCCEEDED",
            webhooks: [inProcess, authorized, "cancel CANCELED/CANCELED"]),
        Row(
            method: "CARD", capture: false, steps: [.wait(7 * 86_400 - 1)], status: "PENDING/AUTHORIZED",
            code: "SUCCEEDED", webhooks: [inProcess, authorized]),
        Row(
            method: "CARD", capture: false, steps: [.wait(7 * 86_400)], status: "EXPIRED/EXPIRED", code: "EXPIRED",
            webhooks: [inProcess, authorized, "purchase EXPIRED/EXPIRED"]),
        Row(
            method: "CARD", scenario: "payment.partially_captured", capture: false, steps: [.wait(60)],
            status: "SUCCEEDED/PARTIALLY_CAPTURED", code: "SUCCEEDED",
            webhooks: [inProcess, authorized, "capture SUCCEEDED/PARTIALLY_CAPTURED"]),
        Row(
            method: "CARD", value: "0", status: "VERIFIED/VERIFIED", code: "SUCCEEDED",
            webhooks: [inProcess, "verify VERIFIED/VERIFIED"]),
        Row(
            method: "CARD", value: "9000.01", status: "DECLINED/DECLINED", code: "INSUFFICIENT_FUNDS",
            webhooks: [inProcess, "purchase DECLINED/DECLINED"]),
        Row(
            method: "CARD", scenario: "slow", steps: [.wait(59)], status: "PENDING/IN_PROCESS", webhooks: [inProcess]),
        Row(
            method: "CARD", scenario: "slow", steps: [.wait(60)], status: "SUCCEEDED/APPROVED", code: "SUCCEEDED",
            webhooks: [inProcess, approved]),
    ]

    private static let redirects: [Row] = [
        Row(
            method: "MERCADO_PAGO_CHECKOUT_PRO", steps: [.approve], status: "SUCCEEDED/APPROVED", code: "SUCCEEDED",
            webhooks: [pixPending, approved]),
        Row(
            method: "MERCADO_PAGO_CHECKOUT_PRO", steps: [.decline], status: "DECLINED/DECLINED",
            code: "CANCELLED_BY_USER", webhooks: [pixPending, "purchase DECLINED/DECLINED"]),
        Row(
            method: "MERCADO_PAGO_CHECKOUT_PRO", steps: [.wait(1800)], status: "EXPIRED/EXPIRED", code: "EXPIRED",
            webhooks: [pixPending, "purchase EXPIRED/EXPIRED"]),
    ]

    static let table = pix + wallets + cards + redirects

    @Test("Each payment ends as the table of outcomes says, and the webhooks tell it in this order", arguments: table)
    func outcome(row: Row) async throws {
        try await YunoSandbox.run { sandbox in
            try await sandbox.recordWebhooks()
            let session = try await sandbox.session(
                value: row.value, capture: row.capture, callback: "yunoexample://return", scenario: row.scenario)
            let paid = try await sandbox.pay(session, by: row.method)
            try #require(paid.status == 201, "\(paid.text)")
            let view = try YunoDevicePayment(json: paid.json)
            for step in row.steps { try await take(step, view, sandbox) }
            let payment = try await sandbox.payment(view.payment)
            #expect("\(payment.status)" == row.status)
            #expect(payment.transactions.first?.responseCode?.rawValue == row.code)
            #expect(try await sandbox.webhookNames() == row.webhooks)
            if payment.status.isFinal { #expect(try await sandbox.webhooks().last?.payment == payment) }
            // The device hears the same.
            let shown = try await sandbox.device("GET", session)
            if shown.status == 200 { #expect(shown.paymentStatus == row.status) }
        }
    }

    private func take(_ step: Step, _ view: YunoDevicePayment, _ sandbox: YunoSandbox) async throws {
        let page = view.action.url ?? ""
        switch step {
        case .approve: #expect(try await sandbox.approve(page).json["outcome"] == "approved")
        case .forge:
            var forged = PayerDevice.Ceremony()
            forged.tamperSignature = true
            #expect(try await sandbox.approve(page, forged).json["outcome"] == "refused")
        case .decline: #expect(try await sandbox.decide(page, ["decision": "decline"]).status == 200)
        case .confirm: #expect(try await sandbox.device("POST", view.session, "/confirm").status == 200)
        case .close:
            #expect(try await sandbox.device("POST", view.session, "/close").status == 200)
            #expect(try await sandbox.events("payment.closed").last?["data"]?["sub_status"] == "CLOSED_BY_USER")
        case .wait(let seconds): sandbox.clock.advance(by: .seconds(seconds))
        case .capture(let amount):
            #expect(try await sandbox.operate("capture", view.payment, amount: amount).status == 200)
        case .cancel: #expect(try await sandbox.operate("cancel", view.payment).status == 200)
        case .refund(let amount):
            #expect(try await sandbox.operate("refund", view.payment, amount: amount).status == 200)
        case .control(let action):
            let done = try await sandbox.control("POST", "objects/\(view.payment)/\(action)", [:])
            #expect(done.status == 200, "\(done.text)")
        }
    }

    @Test("Every scenario of payments has a row in the table, or one of its own here")
    func completeness() {
        let named = Set(Self.table.compactMap(\.scenario))
        let elsewhere: Set = ["payment.canceled", "payment.captured", "payment.partially_refunded"]
        let missing = YunoScenario.ofPayments.map(\.name).filter { !named.contains($0) && !elsewhere.contains($0) }
        #expect(missing == [])
    }

    @Test(
        "What is done at Yuno's dashboard is told as what the merchant does",
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
