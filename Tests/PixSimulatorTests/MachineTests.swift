import Foundation
import PixAPI
import Testing

@testable import PixSimulator

/// The tables hold these transitions and no other.
@Suite struct MachineTests {
    @Test func enrollmentTable() {
        let legal: [EnrollmentState: [EnrollmentEvent: EnrollmentState]] = [
            .awaitingDecision: [
                .approve: .approved, .decline: .declined, .decisionExpired: .failed, .riskSignalsFailed: .failed,
                .institutionFailed: .failed, .securityRefused: .failed, .revoked: .canceled,
            ],
            .approved: [
                .redirectionSucceeded: .awaitingOptions, .redirectionDenied: .failed, .redirectionFailed: .failed,
                .decisionExpired: .failed, .revoked: .canceled,
            ],
            .declined: [
                .redirectionDenied: .failed, .redirectionFailed: .failed, .decisionExpired: .failed,
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
                // Whoever fails is told why.
                let ends = outcome.map { $0.state.status == .failed || $0.state.status == .canceled } ?? false
                #expect((outcome?.reason != nil) == ends, "\(state) on \(event)")
            }
        }
    }

    @Test func paymentIntentTable() {
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
                #expect((outcome?.failureCode != nil) == (outcome?.state == .failed), "\(state) on \(event)")
            }
        }
    }

    @Test func chargeTable() {
        for status in ChargeStatus.allCases {
            #expect(chargeMachine.outcome(of: .settle, in: status) == (status == .pending ? .succeeded : nil))
            #expect(chargeMachine.outcome(of: .fail, in: status) == (status == .pending ? .failed : nil))
        }
    }

    /// The documentation's tables are these tables, row by row.
    @Test func documentationIsTrue() throws {
        var rows: [String] = []
        for state in EnrollmentState.allCases {
            for event in EnrollmentEvent.allCases {
                guard let outcome = enrollmentMachine.outcome(of: event, in: state) else { continue }
                rows.append(row(state.rawValue, event.rawValue, outcome.state.rawValue, outcome.reason?.rawValue))
            }
        }
        for state in PaymentIntentState.allCases {
            for event in PaymentIntentEvent.allCases {
                guard let outcome = paymentIntentMachine.outcome(of: event, in: state) else { continue }
                rows.append(row(state.rawValue, event.rawValue, outcome.state.rawValue, outcome.failureCode))
            }
        }
        for status in ChargeStatus.allCases {
            for event in ChargeEvent.allCases {
                guard let next = chargeMachine.outcome(of: event, in: status) else { continue }
                rows.append(row(status.rawValue, event.rawValue, next.rawValue, nil))
            }
        }
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let text = try String(contentsOf: root.appendingPathComponent("docs/simulator.md"), encoding: .utf8)
        let documented = text.split(separator: "\n").map(String.init)
        #expect(rows.filter { !documented.contains($0) } == [])
        // Nor more than these: the first three cells of a transition's row are codes.
        let transitions = documented.filter { line in
            let cells = line.split(separator: "|")
            return cells.count == 4 && cells.prefix(3).allSatisfy { $0.hasPrefix(" `") }
        }
        #expect(transitions.count == rows.count)
    }

    private func row(_ from: String, _ event: String, _ to: String, _ reason: String?) -> String {
        "| `\(from)` | `\(event)` | `\(to)` | \(reason.map { "`\($0)`" } ?? "-") |"
    }
}
