import Sandbox

/// One row of the catalog: how the bank, or the way to it, departs from what is usual. It writes no state: it decides
/// which event of the tables the bank lets happen, and when, and which requests go wrong on the wire.
struct PixScenario: Sendable {
    /// Which requests about an object a fault strikes.
    enum Target: String, Sendable, Hashable, CaseIterable {
        case creation = "the POST that creates the object"
        case completion = "complete-redirection"
        case options = "fido-registration-options"
        case confirmation = "confirm"
        case authorization = "authorize"
    }

    struct FaultRule: Sendable {
        let fault: Fault
        let targets: Set<Target>
    }

    let name: String
    /// One sentence for people.
    let summary: String
    let kinds: Set<ObjectKind>
    /// What the bank does on entering a state; what is not here is as usual.
    var enrollment: [EnrollmentState: BankStep<EnrollmentEvent>] = [:]
    var payment: [PaymentIntentState: BankStep<PaymentIntentEvent>] = [:]
    /// The OAuth error that the bank leads back with, whatever the account holder decides.
    var redirectError: String?
    var faults: [FaultRule] = []
    var webhookFaults: [Fault] = []
    /// What stands behind a colon in the name; nil where nothing does.
    var argument: String?

    /// Faults of the answer to such a request.
    func faults(striking target: Target) -> [Fault] {
        faults.filter { $0.targets.contains(target) }.map(\.fault)
    }

    /// How many requests are answered with 503, nothing being done; nil for a scenario in which none is.
    var unavailableTimes: Int? {
        for case .unavailable(let times) in faults.map(\.fault) { return times }
        return nil
    }

    /// Whether a request about an object is answered with 503.
    /// - Parameter count: how many were; one more for this one.
    func refuses(_ count: inout Int) -> Bool {
        guard count < unavailableTimes ?? 0 else { return false }
        count += 1
        return true
    }
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

    /// The bank answers an authorization with this event.
    static func payment(_ name: String, _ summary: String, answer: PaymentIntentEvent) -> PixScenario {
        payment(name, summary, [.awaitingResult: .event(answer, after: .result)])
    }
}
