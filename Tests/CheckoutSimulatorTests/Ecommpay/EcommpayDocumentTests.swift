import CheckoutContracts
import Sandbox
import SandboxKit
import Testing
import ToqueEncoding

@testable import CheckoutSimulator

@Suite struct EcommpayDocumentTests {
    private static let provider = EcommpaySandbox.provider

    @Test("The document has exactly one operation for each route")
    func operations() {
        let routes = Self.provider.routes.map { "\($0.method) \($0.path)" }
        let operations = Self.provider.operations.map { "\($0.method.rawValue) \($0.path)" }
        #expect(Set(routes) == Set(operations))
        #expect(operations.count == Set(operations).count)
        #expect(Set(Self.provider.operations.map(\.id)).count == operations.count)
    }

    @Test("The example of a component matches its schema", arguments: EcommpayComponents.all)
    func examples(_ component: Component) {
        let problems = EcommpaySandbox.contract.checker.problems(of: component.example, in: component.schema.json)
        #expect(problems == [])
    }

    @Test("Every behavior has a unique ID of lowercase letters, digits, and hyphens")
    func behaviors() {
        let ids = EcommpayFidelity.sections.flatMap(\.behaviors).map(\.id)
        #expect(Set(ids).count == ids.count)
        for id in ids { #expect(id.allSatisfy { $0 == "-" || ("a"..."z").contains($0) || $0.isNumber }, "\(id)") }
    }

    @Test("A callback is tried 120 times within 11 days: six pauses of 10 s, then growing ones up to 4 hours")
    func schedule() {
        let delays = EcommpayProvider(.init()).deliveryRules.retryDelays
        #expect(delays.count == 119)
        #expect(delays.prefix(6).allSatisfy { $0 == .seconds(10) })
        #expect(delays[6] > .seconds(80) && delays[6] < .seconds(90))
        #expect(zip(delays, delays.dropFirst()).allSatisfy { $0 <= $1 })
        #expect(delays.last == .seconds(4 * 3600))
        let total = delays.reduce(.zero, +)
        #expect(total > .seconds(10 * 86_400) && total < .seconds(11 * 86_400))
    }

    @Test("Only 200 takes a callback")
    func delivered() {
        let rules = Self.provider.deliveryRules
        #expect(rules.isDelivered(200, []))
        for status in [201, 202, 204, 301, 400, 500] { #expect(!rules.isDelivered(status, [])) }
    }

    @Test("Each transition of money is in the table, and no other")
    func table() {
        let money: [EcommpayPaymentEvent: Set<EcommpayPaymentState>] = [
            .charged: [.processing, .awaiting3DSResult, .awaitingRedirectResult],
            .held: [.processing, .awaiting3DSResult, .awaitingRedirectResult], .captured: [.awaitingCapture],
            .holdCancelled: [.awaitingCapture], .holdExpired: [.awaitingCapture],
            .refundedPartly: [.success, .partiallyRefunded], .refundedWholly: [.success, .partiallyRefunded],
        ]
        for (event, states) in money {
            let legal = EcommpayPaymentState.allCases.filter {
                ecommpayPaymentMachine.outcome(of: event, in: $0) != nil
            }
            #expect(Set(legal) == states, "\(event)")
        }
        // What is final without money moved stays as it is.
        for event in EcommpayPaymentEvent.allCases {
            for state in [EcommpayPaymentState.decline, .cancelled, .refunded] {
                #expect(ecommpayPaymentMachine.outcome(of: event, in: state) == nil, "\(event) in \(state)")
            }
        }
    }
}
