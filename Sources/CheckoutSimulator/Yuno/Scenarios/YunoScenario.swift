import CheckoutContracts
import Sandbox
import SandboxKit

/// The kinds of objects that play scenarios. A session stores its scenario for its payment.
enum YunoObjectKind: String, Sendable, Hashable, CaseIterable {
    case session = "checkout_session"
    case payment
}

/// The deviations of the other side, or of the network, from the usual.
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
    /// The methods of the payments that it changes.
    private(set) var methods = Set(YunoPaymentMethodType.allCases)
    var steps: [YunoPaymentState: YunoStep] = [:]
    /// True if a card's issuer challenges the person.
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

    /// A scenario in which the other side gives this response about the instrument.
    init(
        _ name: String, _ summary: String, of methods: Set<YunoPaymentMethodType>, answer: YunoPaymentEvent
    ) {
        let states = methods.flatMap(\.judgedStates)
        self.init(
            name, summary, of: methods,
            Dictionary(uniqueKeysWithValues: states.map { ($0, YunoStep.event(answer, after: .atOnce)) }))
    }

    /// The prefix of the names of payment scenarios.
    static let prefix = "payment."

    /// The name without the prefix.
    var reason: String { name.hasPrefix(Self.prefix) ? String(name.dropFirst(Self.prefix.count)) : name }
}

/// An automatic step of the other side.
typealias YunoStep = AutomaticStep<YunoPaymentEvent, YunoDurations>

extension YunoPaymentMethodType {
    /// States in which the other side checks the instrument.
    fileprivate var judgedStates: [YunoPaymentState] {
        switch self {
        case .pix: [.codePaid]
        case .card: [.cardSent, .authenticated]
        case .applePay: [.sheetSent]
        case .mercadoPagoCheckoutPro: [.redirectPaid]
        }
    }

    /// The scenario's name if it changes payments with this method; otherwise nil.
    func scenario(named name: String?) -> String? {
        name.flatMap { YunoScenario.catalog.scenario(named: $0)?.methods.contains(self) ?? false ? $0 : nil }
    }
}
