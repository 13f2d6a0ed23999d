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

    @Test("The table has each transition of money and no other")
    func table() {
        let money: [EcommpayPaymentEvent: Set<EcommpayPaymentState>] = [
            .charged: [.processing, .awaiting3DSResult, .awaitingRedirectResult],
            .held: [.processing, .awaiting3DSResult, .awaitingRedirectResult], .captured: [.awaitingCapture],
            .holdCanceled: [.awaitingCapture], .holdExpired: [.awaitingCapture],
            .refundedPartly: [.success, .partiallyRefunded], .refundedWholly: [.success, .partiallyRefunded],
        ]
        for (event, states) in money {
            let legal = EcommpayPaymentState.allCases.filter {
                ecommpayPaymentMachine.outcome(of: event, in: $0) != nil
            }
            #expect(Set(legal) == states, "\(event)")
        }
        // Final states without money do not change.
        for event in EcommpayPaymentEvent.allCases {
            for state in [EcommpayPaymentState.decline, .cancelled, .refunded] {
                #expect(ecommpayPaymentMachine.outcome(of: event, in: state) == nil, "\(event) in \(state)")
            }
        }
    }
}
