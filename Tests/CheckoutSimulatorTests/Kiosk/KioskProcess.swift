import Sandbox
import SandboxKit
import ToqueEncoding

@testable import CheckoutSimulator

struct KioskScenario: CheckoutScenario {
    enum Kind: String { case payment }
    typealias Target = CheckoutTarget
    typealias Source = CheckoutScenarioSource
    typealias Durations = KioskProcess.Durations

    static let catalog = ScenarioCatalog(
        usual: KioskScenario(name: "success", summary: "The payer decides.", kinds: [.payment]),
        others: ofTheWay([.payment], automatic: [.pending]))

    let name: String
    let summary: String
    let kinds: Set<Kind>
    var steps: [KioskPayment.State: AutomaticStep<KioskPayment.Event, Durations>] = [:]
    var faults: [FaultRule<Target>] = []
    var webhookFaults: [Fault] = []
    var argument: String?

    init(name: String, summary: String, kinds: Set<Kind>) {
        (self.name, self.summary, self.kinds) = (name, summary, kinds)
    }
}

struct KioskProcess: ScenarioProcess {
    struct Durations: Sendable { var decision = Duration.seconds(600) }

    /// If the verifier refuses, a payment with a `retry` URL stays pending and returns to the shop.
    static let machine = StateMachine<KioskPayment.State, KioskPayment.Event, KioskPayment.State>([
        ([.pending], .paid, .paid), ([.pending], .declined, .declined), ([.pending], .canceled, .canceled),
        ([.pending], .failed, .failed), ([.pending], .expired, .expired),
    ])
    static let clocks = Clocks<KioskPayment.State, KioskPayment.Event, Durations>(
        prefix: "kiosk.", step: "step", [(.expired, [.pending], \.decision)])
    let durations = Durations()

    func change(_ payment: inout KioskPayment, to state: KioskPayment.State, message: String?, _: Transaction) {
        payment.state = state
        payment.verdict = message
    }

    func step(
        of payment: KioskPayment, by scenario: KioskScenario
    ) -> AutomaticStep<KioskPayment.Event, Durations>? { nil }

    func usualStep(of payment: KioskPayment) -> PlannedStep<KioskPayment.Event, Durations>? { nil }

    func notify(of payment: KioskPayment, _ choice: KioskScenario.Choice?, _ transaction: Transaction) throws {
        try transaction.send(
            Webhook(
                id: transaction.random().uuid(), object: payment.id, body: payment.shown(nil),
                faults: choice?.scenario.webhookFaults ?? []))
    }
}
