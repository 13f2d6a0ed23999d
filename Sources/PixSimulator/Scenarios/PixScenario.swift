import Sandbox
import SandboxKit

/// The objects with scenarios. Charges and transactions follow their payment intent.
enum ObjectKind: String, Sendable, Hashable, CaseIterable {
    case enrollment
    case paymentIntent = "payment_intent"
}

/// A deviation of the bank, or of the network, from the default.
struct PixScenario: ProviderScenario {
    enum Target: String, Sendable, Hashable, CaseIterable {
        case creation = "the POST that creates the object"
        case completion = "complete-redirection"
        case options = "fido-registration-options"
        case confirmation = "confirm"
        case authorization = "authorize"
    }

    enum Source: String, ScenarioSource {
        case control
        case header
        case magicAmount = "magic_amount"
        /// The enrollment's institution.
        case institution
        case `default`
    }

    let name: String
    let summary: String
    let kinds: Set<ObjectKind>
    /// The bank's steps on entering a state; the default step for other states.
    var enrollment: [EnrollmentState: BankStep<EnrollmentEvent>] = [:]
    var payment: [PaymentIntentState: BankStep<PaymentIntentEvent>] = [:]
    /// The OAuth error of the bank's redirect, whatever the account holder decides.
    var redirectError: String?
    var faults: [FaultRule<Target>] = []
    var webhookFaults: [Fault] = []
    var argument: String?
}

/// An automatic step of the bank.
typealias BankStep<Event: Sendable> = AutomaticStep<Event, PixSimulator.Durations>

extension StepDelay<PixSimulator.Durations> {
    static var options: Self { .configured(\.optionsDelay) }
    static var result: Self { .configured(\.resultDelay) }
}

extension PixScenario {
    static func enrollment(
        _ name: String, _ summary: String, _ steps: [EnrollmentState: BankStep<EnrollmentEvent>] = [:],
        redirectError: String? = nil
    ) -> PixScenario {
        PixScenario(
            name: "enrollment.\(name)", summary: summary, kinds: [.enrollment], enrollment: steps,
            redirectError: redirectError)
    }

    static func payment(
        _ name: String, _ summary: String, _ steps: [PaymentIntentState: BankStep<PaymentIntentEvent>]
    ) -> PixScenario {
        PixScenario(name: "payment.\(name)", summary: summary, kinds: [.paymentIntent], payment: steps)
    }

    /// The bank responds to an authorization with this event.
    static func payment(_ name: String, _ summary: String, answer: PaymentIntentEvent) -> PixScenario {
        payment(name, summary, [.awaitingResult: .event(answer, after: .result)])
    }
}
