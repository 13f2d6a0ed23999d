import PixAPI
import SandboxKit
import Testing
import ToqueTestSupport

@testable import PixSimulator

/// The tables allow exactly these transitions.
@Suite struct MachineTests {
    @Test("The enrollment machine allows exactly the legal transitions")
    func enrollmentTable() {
        let legal: [EnrollmentState: [EnrollmentEvent: EnrollmentState]] = [
            .awaitingDecision: [
                .approve: .approved, .decline: .declined, .decisionExpired: .failed, .riskSignalsFailed: .failed,
                .institutionFailed: .failed, .securityRefused: .failed, .revoked: .canceled,
            ],
            .approved: [
                .redirectionSucceeded: .awaitingOptions, .redirectionDenied: .failed, .redirectionFailed: .failed,
                .redirectionWithoutFunds: .failed,
                .decisionExpired: .failed, .revoked: .canceled,
            ],
            .declined: [
                .redirectionDenied: .failed, .redirectionFailed: .failed, .redirectionWithoutFunds: .failed,
                .decisionExpired: .failed,
                .revoked: .canceled,
            ],
            .awaitingOptions: [
                .optionsReady: .awaitingCredential, .optionsTimedOut: .failed, .credentialExpired: .failed,
                .deviceIncompatible: .failed, .challengesExhausted: .failed, .institutionFailed: .failed,
                .securityRefused: .failed, .revoked: .canceled,
            ],
            .awaitingCredential: [
                .credentialReceived: .awaitingResult, .credentialExpired: .failed, .institutionFailed: .failed,
                .securityRefused: .failed, .revoked: .canceled,
            ],
            .awaitingResult: [
                .credentialAccepted: .succeeded, .credentialRefused: .failed, .resultTimedOut: .failed,
                .registrationFailed: .failed, .rejectedOther: .failed, .rejectedUnexpectedly: .failed,
                .institutionFailed: .failed, .securityRefused: .failed, .revoked: .canceled,
            ],
            .succeeded: [.validityExpired: .canceled, .revoked: .canceled],
        ]
        for state in EnrollmentState.allCases {
            for event in EnrollmentEvent.allCases {
                let outcome = enrollmentMachine.outcome(of: event, in: state)
                #expect(outcome?.state == legal[state]?[event], "\(state) on \(event)")
                // Every failure has a reason.
                let ends = outcome.map { $0.state.status == .failed || $0.state.status == .canceled } ?? false
                #expect((outcome?.reason != nil) == ends, "\(state) on \(event)")
            }
        }
    }

    @Test("The payment intent machine allows exactly the legal transitions")
    func paymentIntentTable() {
        // The bank may answer an authorization with any of its events.
        let ofTheBank = PaymentIntentEvent.allCases.filter { ![.assertionReceived, .consentExpired].contains($0) }
        var answers = Dictionary(uniqueKeysWithValues: ofTheBank.map { ($0, PaymentIntentState.failed) })
        answers[.settled] = .succeeded
        let legal: [PaymentIntentState: [PaymentIntentEvent: PaymentIntentState]] = [
            .awaitingAssertion: [
                .assertionReceived: .awaitingResult, .consentExpired: .failed, .rejectedByUser: .failed,
                .institutionFailed: .failed,
            ],
            .awaitingResult: answers,
        ]
        for state in PaymentIntentState.allCases {
            for event in PaymentIntentEvent.allCases {
                let outcome = paymentIntentMachine.outcome(of: event, in: state)
                #expect(outcome?.state == legal[state]?[event], "\(state) on \(event)")
                #expect((outcome?.reason != nil) == (outcome?.state == .failed), "\(state) on \(event)")
            }
        }
    }

    @Test("A charge is settled or fails only while it is pending")
    func chargeTable() {
        for status in ChargeStatus.allCases {
            #expect(chargeMachine.outcome(of: .settle, in: status) == (status == .pending ? .succeeded : nil))
            #expect(chargeMachine.outcome(of: .fail, in: status) == (status == .pending ? .failed : nil))
        }
    }

    /// The documentation repeats these tables. `TOQUE_UPDATE_DOCS=1 swift test` rewrites them.
    @Test("The tables in docs/simulator.md match the machines and the risk rules")
    func documentationIsTrue() throws {
        let head = "| State | Event | Next |"
        try expect(
            "enrollments", "\(head) `status_reason_code` |",
            EnrollmentState.allCases.flatMap { state in
                EnrollmentEvent.allCases.compactMap { event in
                    enrollmentMachine.outcome(of: event, in: state).map {
                        row(state.rawValue, event.rawValue, $0.state.rawValue, $0.reason?.rawValue)
                    }
                }
            })
        try expect(
            "payment-intents", "\(head) `failure_code` |",
            PaymentIntentState.allCases.flatMap { state in
                PaymentIntentEvent.allCases.compactMap { event in
                    paymentIntentMachine.outcome(of: event, in: state).map {
                        row(state.rawValue, event.rawValue, $0.state.rawValue, $0.reason)
                    }
                }
            })
        try expect(
            "charges", "\(head) |",
            ChargeStatus.allCases.flatMap { status in
                ChargeEvent.allCases.compactMap { event in
                    chargeMachine.outcome(of: event, in: status).map {
                        row(status.rawValue, event.rawValue, $0.rawValue, nil)
                    }
                }
            })
        try expect(
            "risk", "| Signal | Refused where it | An enrollment fails with | A payment fails with |",
            RiskRules.table.map { rule in
                let enrollment: String =
                    if case .differs = rule.test { "-" } else {
                        enrollmentMachine.outcome(of: rule.refusal, in: .awaitingDecision)?.reason.map {
                            "`\($0.rawValue)`"
                        } ?? "-"
                    }
                let payment = paymentIntentMachine.outcome(of: .securityRefused, in: .awaitingResult)?.reason
                return "| `\(rule.signal)` | \(rule.sentence.dropLast()) | \(enrollment) | `\(payment ?? "")` |"
            })
    }

    private func expect(_ name: String, _ head: String, _ rows: [String]) throws {
        let rule = String(repeating: "|---", count: head.split(separator: "|").count { $0 != "" }) + "|"
        let table = "\n" + ([head, rule] + rows).joined(separator: "\n") + "\n"
        #expect(try DocumentationPage("simulator.md").part(name, updatedTo: table) == table)
    }

    private func row(_ from: String, _ event: String, _ to: String, _ reason: String?) -> String {
        "| `\(from)` | `\(event)` | `\(to)` | \(reason.map { "`\($0)`" } ?? "-") |"
    }
}
