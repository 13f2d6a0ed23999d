import SandboxKit
import Testing
import ToqueEncoding

@testable import PixSimulator

/// Runs every scenario over HTTP to its end, with its webhooks.
@Suite struct ScenarioTests {
    struct Outcome: Sendable {
        var status: String
        var reason: String?
        var webhooks: [String]
        /// Seconds of the sandbox's time until the outcome.
        var within = 5
        /// Lost or truncated answers.
        var lost = 0
        /// Requests answered with 503.
        var refused = 0
        /// Delay of the answers, in real time.
        var delay = Duration.zero

        static func failedEnrollment(_ reason: String, within: Int = 5) -> Outcome {
            Outcome(status: "FAILED", reason: reason, webhooks: ["ENROLLMENTS FAILED"], within: within)
        }

        static func enrolled(within: Int = 5) -> Outcome {
            Outcome(status: "SUCCEEDED", webhooks: ["ENROLLMENTS SUCCEEDED"], within: within)
        }

        static func canceled(_ reason: String) -> Outcome {
            Outcome(
                status: "CANCELED", reason: reason, webhooks: ["ENROLLMENTS SUCCEEDED", "ENROLLMENTS CANCELED"],
                within: 65)
        }

        static func failedPayment(_ code: String, within: Int = 5) -> Outcome {
            Outcome(
                status: "FAILED", reason: code, webhooks: ["PAYMENT_INTENTS FAILED", "CHARGES FAILED"], within: within)
        }

        static func paid(within: Int = 5) -> Outcome {
            Outcome(
                status: "SUCCEEDED",
                webhooks: ["PAYMENT_INTENTS SUCCEEDED", "CHARGES SUCCEEDED", "TRANSACTIONS OBJECT_CREATED"],
                within: within)
        }

        func losing(_ count: Int) -> Outcome {
            var outcome = self
            outcome.lost = count
            return outcome
        }

        func refusing(_ count: Int) -> Outcome {
            var outcome = self
            outcome.refused = count
            return outcome
        }

        func slowed(_ delay: Duration) -> Outcome {
            var outcome = self
            outcome.delay = delay
            return outcome
        }

        var twice: Outcome {
            var outcome = self
            outcome.webhooks = webhooks.flatMap { [$0, $0] }
            return outcome
        }
    }

    private static let enrollments: [String: Outcome] = [
        "success": .enrolled(),
        "enrollment.send_risk_signals_failed": .failedEnrollment("send_risk_signals_failed"),
        "enrollment.redirection_to_institution_failed": .failedEnrollment("redirection_to_institution_failed"),
        "enrollment.rejected_by_user": .failedEnrollment("rejected_by_user"),
        "enrollment.redirection_back_from_institution_failed": .failedEnrollment(
            "redirection_back_from_institution_failed"),
        "enrollment.device_not_supports_biometric_authentication": .failedEnrollment(
            "device_not_supports_biometric_authentication"),
        "enrollment.too_many_device_registration_attempts": .failedEnrollment(
            "too_many_device_registration_attempts"),
        "enrollment.institution_infra_failed": .failedEnrollment("institution_infra_failed"),
        "enrollment.biometric_registration_failed": .failedEnrollment("biometric_registration_failed"),
        "enrollment.biometric_validation_error": .failedEnrollment("biometric_validation_error"),
        "enrollment.blocked_by_institution_security_policy": .failedEnrollment(
            "blocked_by_institution_security_policy"),
        "enrollment.rejected_other": .failedEnrollment("rejected_other"),
        "enrollment.unexpected": .failedEnrollment("unexpected"),
        "enrollment.canceled_due_to_expiration": .canceled("canceled_due_to_expiration"),
        "enrollment.revoked": .canceled("rejected_by_user"),
        "enrollment.insufficient_funds": .failedEnrollment("insufficient_funds"),
        "never_answers": .failedEnrollment("institution_infra_failed", within: 125),
        "options_delayed": .enrolled(within: 35),
        "slow": .enrolled(within: 125).slowed(.seconds(4)),
        "institution_down": .failedEnrollment("institution_infra_failed"),
        "unavailable": .enrolled().refusing(4),
        "connection_reset": .enrolled().losing(2),
        "truncated_body": .enrolled().losing(2),
        "duplicate_webhooks": .enrolled().twice,
        "reordered_webhooks": .enrolled(),
    ]

    private static let payments: [String: Outcome] = [
        "success": .paid(),
        "payment.consent_expired": .failedPayment("consent_expired"),
        "payment.insufficient_funds": .failedPayment("insufficient_funds"),
        "payment.amount_over_limit": .failedPayment("amount_over_limit"),
        "payment.account_not_allowed": .failedPayment("account_not_allowed"),
        "payment.bank_user_mismatch": .failedPayment("bank_user_mismatch"),
        "payment.beneficiary_account_blocked": .failedPayment("beneficiary_account_blocked"),
        "payment.beneficiary_account_closed": .failedPayment("beneficiary_account_closed"),
        "payment.beneficiary_account_error": .failedPayment("beneficiary_account_error"),
        "payment.beneficiary_bank_revoked_authorization": .failedPayment("beneficiary_bank_revoked_authorization"),
        "payment.authorization_expired": .failedPayment("authorization_expired"),
        "payment.charge_settlement_failed": .failedPayment("charge_settlement_failed"),
        "payment.fraud_suspected": .failedPayment("fraud_suspected"),
        "payment.rejected_by_user": .failedPayment("rejected_by_user"),
        "payment.biometric_validation_error": .failedPayment("biometric_validation_error"),
        "payment.blocked_by_institution_security_policy": .failedPayment("blocked_by_institution_security_policy"),
        "payment.enrollment_not_authorised": .failedPayment("enrollment_not_authorised"),
        "payment.institution_infra_failed": .failedPayment("institution_infra_failed"),
        "payment.unexpected": .failedPayment("unexpected"),
        "never_answers": .failedPayment("institution_infra_failed", within: 125),
        "slow": .paid(within: 65).slowed(.seconds(4)),
        "institution_down": .failedPayment("institution_infra_failed"),
        "unavailable": .paid().refusing(4),
        "connection_reset": .paid().losing(2),
        "truncated_body": .paid().losing(1),
        "duplicate_webhooks": .paid().twice,
        "reordered_webhooks": .paid(),
    ]

    /// Every scenario needs an expectation.
    @Test("Every scenario has an expected outcome")
    func eachHasAnExpectation() {
        for (kind, outcomes) in [(ObjectKind.enrollment, Self.enrollments), (.paymentIntent, Self.payments)] {
            let names = PixScenario.catalog.all.filter { $0.kinds.contains(kind) }.map(\.name)
            #expect(Set(names) == Set(outcomes.keys), "\(kind)")
        }
        #expect(Set(PixScenario.catalog.all.map(\.name)).count == PixScenario.catalog.all.count)
    }

    @Test("The enrollment scenarios reach every status reason of the SDK and the guide")
    func reachesEveryReason() {
        let reasons: Set = [
            "send_risk_signals_failed", "redirection_to_institution_failed", "biometric_registration_failed",
            "too_many_device_registration_attempts", "rejected_by_user",
            "device_not_supports_biometric_authentication", "institution_infra_failed",
            "blocked_by_institution_security_policy", "redirection_back_from_institution_failed",
            "biometric_validation_error", "rejected_other", "canceled_due_to_expiration", "unexpected",
            // The guide's example has it, and the SDK's list does not.
            "insufficient_funds",
        ]
        #expect(Set(Self.enrollments.values.compactMap(\.reason)) == reasons)
    }

    @Test(
        "A scenario ends an enrollment with its status, reason, and webhooks",
        arguments: PixScenario.catalog.all.filter { $0.kinds.contains(.enrollment) }.map(\.name))
    func playsForEnrollments(name: String) async throws {
        let expected = try #require(Self.enrollments[name])
        try await Simulation.run { simulation in
            try await simulation.recordWebhooks()
            var merchant = Merchant(simulation, scenario: name)
            let begin = ContinuousClock.now
            let id = try await merchant.enroll()
            expectFaults(expected, merchant, since: begin)
            let start = simulation.clock.now
            try await merchant.waitForEnd(expected.status) { try await simulation.enrollment(id)["status"] }
            #expect(simulation.clock.now - start <= .seconds(expected.within))

            let enrollment = try await simulation.enrollment(id)
            #expect(enrollment["status"]?.stringValue == expected.status)
            #expect(enrollment["status_reason_code"]?.stringValue == expected.reason)
            #expect((enrollment["status_reason_message"]?.stringValue?.isEmpty == false) == (expected.reason != nil))
            #expect(try await simulation.webhookNames() == expected.webhooks)
            let told = try #require(try await simulation.webhooks().last)
            #expect(told["data"]?["status_reason_code"] == enrollment["status_reason_code"])
            #expect(told["object_id"]?.stringValue == id)
            #expect(told["external_id"] == "merchant-1")
            try await expectHistory(simulation, of: id, type: "enrollment.\(expected.status.lowercased())", name)
        }
    }

    @Test(
        "A scenario ends a payment with its status, failure code, and webhooks",
        arguments: PixScenario.catalog.all.filter { $0.kinds.contains(.paymentIntent) }.map(\.name))
    func playsForPayments(name: String) async throws {
        let expected = try #require(Self.payments[name])
        try await Simulation.run { simulation in
            let (enrollment, device) = try await simulation.enrolled()
            try await simulation.recordWebhooks()
            var merchant = Merchant(simulation, scenario: name)
            let begin = ContinuousClock.now
            let id = try await merchant.pay(by: enrollment, device)
            expectFaults(expected, merchant, since: begin)
            let start = simulation.clock.now
            try await merchant.waitForEnd(expected.status) { try await simulation.intent(id)["status"] }
            #expect(simulation.clock.now - start <= .seconds(expected.within))

            let intent = try await simulation.intent(id)
            #expect(intent["status"]?.stringValue == expected.status)
            #expect(intent["failure_code"]?.stringValue == expected.reason)
            #expect((intent["failure_message"]?.stringValue?.isEmpty == false) == (expected.reason != nil))
            let charge = try #require(intent["charges"]?.arrayValue?.first)
            #expect(charge["status"]?.stringValue == expected.status)
            #expect(charge["failure_code"]?.stringValue == expected.reason)
            #expect(try await simulation.webhookNames() == expected.webhooks)
            let told = try #require(try await simulation.webhooks().first)
            #expect(told["data"]?["failure_code"] == intent["failure_code"])
            #expect(told["external_id"] == "merchant-1")
            #expect(told["data"]?["end_to_end_id"]?.stringValue?.count == 32)
            try await expectHistory(simulation, of: id, type: "payment.\(expected.status.lowercased())", name)
        }
    }

    @Test(
        "A payment that a scenario fails at once refuses an assertion of the same instant",
        arguments: ["payment.consent_expired", "institution_down"])
    func endsAPaymentBeforeItsDeviceHasItsTurn(name: String) async throws {
        try await Simulation.run { simulation in
            let (enrollment, device) = try await simulation.enrolled()
            let created = try await simulation.send(
                "POST", "/payment-intents/", body: Simulation.intentBody(enrollment: enrollment).utf8,
                headers: [("X-Toque-Scenario", name)])
            #expect(created.json["status"] == "PENDING")
            let information = created.json["payment_method_information"]?["open_finance_biometric_pix"]
            let body = try device.sign(try #require(information?["fido_options"]), signals: Simulation.signals)
            let id = try #require(created.json["id"]?.stringValue)
            let authorized = try await simulation.post("/payment-intents/\(id)/authorize/", body)
            #expect((authorized.status, authorized.code) == (400, "invalid_status"))
            #expect(try await simulation.intent(id)["status"] == "FAILED")
        }
    }

    @Test(
        "An enrollment that a scenario fails at once refuses the account holder's decision",
        arguments: [
            "enrollment.send_risk_signals_failed", "enrollment.redirection_to_institution_failed", "institution_down",
        ])
    func endsAnEnrollmentBeforeItsAccountHolderHasTheirTurn(name: String) async throws {
        try await Simulation.run { simulation in
            let created = try await simulation.send(
                "POST", "/enrollments/", body: Simulation.enrollmentBody().utf8, headers: [("X-Toque-Scenario", name)])
            #expect(created.json["status"] == "PENDING")
            let page = simulation.path(try #require(created.json["details"]?["redirect_url"]?.stringValue))
            let decided = try await simulation.send("POST", page, body: Array("decision=approve".utf8), key: nil)
            #expect(decided.status != 303)
            let id = try #require(created.json["id"]?.stringValue)
            #expect(try await simulation.enrollment(id)["status"] == "FAILED")
        }
    }

    /// The engine holds a webhook back so that a later one overtakes it.
    @Test(
        "A webhook is held back with reordered_webhooks and not with success",
        arguments: [("reordered_webhooks", true), ("success", false)])
    func holdsWebhooksBack(name: String, isHeld: Bool) async throws {
        try await Simulation.run { simulation in
            try await simulation.recordWebhooks()
            var merchant = Merchant(simulation, scenario: name)
            let id = try await merchant.enroll()
            simulation.clock.advance(by: .seconds(1))
            #expect(try await simulation.enrollment(id)["status"] == "SUCCEEDED")
            let delivery = try #require(try await simulation.deliveries().only)
            let isWaiting = delivery.attempts.isEmpty && delivery.due.map { $0 > simulation.clock.now } == true
            #expect(isWaiting == isHeld)
        }
    }

    private func expectFaults(_ expected: Outcome, _ merchant: Merchant, since begin: ContinuousClock.Instant) {
        #expect(merchant.lostAnswers == expected.lost)
        #expect(merchant.refusedRequests == expected.refused)
        #expect(ContinuousClock.now - begin >= expected.delay)
    }

    /// Checks that the event log starts with the creation, ends as expected and names the scenario's source, and that
    /// no timer remains.
    private func expectHistory(_ simulation: Simulation, of id: String, type: String, _ scenario: String) async throws {
        let events = try await simulation.events(of: id)
        #expect(events.first?.type.hasSuffix(".created") == true)
        #expect(events.last?.type == type)
        for (event, next) in zip(events, events.dropFirst()) { #expect(event.data["to"] == next.data["from"]) }
        let choice: JSON = ["name": .string(scenario), "source": "header"]
        #expect(events.allSatisfy { $0.data["scenario"] == choice })
        guard type != "enrollment.succeeded", !type.hasPrefix("payment.") else { return }
        #expect(try await simulation.nextTimer() == nil)
    }
}
