import CheckoutContracts
import Sandbox
import SandboxKit

/// What plays scenarios. A session keeps its scenario for its payment.
enum YunoObjectKind: String, Sendable, Hashable, CaseIterable {
    case session = "checkout_session"
    case payment
}

/// How the other side, or the way to it, departs from what is usual.
struct YunoScenario: CheckoutScenario {
    typealias Kind = YunoObjectKind
    typealias State = YunoPaymentState
    typealias Event = YunoPaymentEvent
    typealias Durations = YunoDurations
    typealias Target = CheckoutTarget
    typealias Source = CheckoutScenarioSource

    let name: String
    let summary: String
    let kinds: Set<YunoObjectKind>
    /// The methods whose payments it changes.
    private(set) var methods = Set(YunoPaymentMethodType.allCases)
    var steps: [YunoPaymentState: YunoStep] = [:]
    /// Whether the issuer of a card asks the person.
    private(set) var hasChallenge = false
    var faults: [FaultRule<CheckoutTarget>] = []
    var webhookFaults: [Fault] = []
    var argument: String?

    init(name: String, summary: String, kinds: Set<YunoObjectKind>) {
        self.name = name
        self.summary = summary
        self.kinds = kinds
    }

    /// A scenario of payments.
    init(
        _ name: String, _ summary: String, of methods: Set<YunoPaymentMethodType>,
        _ steps: [YunoPaymentState: YunoStep],
        hasChallenge: Bool = false
    ) {
        self.init(name: Self.prefix + name, summary: summary, kinds: [.payment])
        self.methods = methods
        self.steps = steps
        self.hasChallenge = hasChallenge
    }

    /// The other side says this of the instrument.
    init(
        _ name: String, _ summary: String, of methods: Set<YunoPaymentMethodType>, answer: YunoPaymentEvent
    ) {
        let states = methods.flatMap(\.judgedStates)
        self.init(
            name, summary, of: methods,
            Dictionary(uniqueKeysWithValues: states.map { ($0, YunoStep.event(answer, after: .atOnce)) }))
    }

    /// What the names of scenarios of payments begin with.
    static let prefix = "payment."

    /// The name without the object's.
    var reason: String { name.hasPrefix(Self.prefix) ? String(name.dropFirst(Self.prefix.count)) : name }
}

/// What the other side does of its own accord.
typealias YunoStep = AutomaticStep<YunoPaymentEvent, YunoDurations>

extension YunoPaymentMethodType {
    /// States in which the other side judges.
    fileprivate var judgedStates: [YunoPaymentState] {
        switch self {
        case .pix: [.codePaid]
        case .card: [.cardSent, .authenticated]
        case .applePay: [.sheetSent]
        case .mercadoPagoCheckoutPro: [.redirectPaid]
        }
    }

    /// A scenario's name where it changes payments of this method; nil for one that does not.
    func scenario(named name: String?) -> String? {
        name.flatMap { YunoScenario.catalog.scenario(named: $0)?.methods.contains(self) ?? false ? $0 : nil }
    }
}
