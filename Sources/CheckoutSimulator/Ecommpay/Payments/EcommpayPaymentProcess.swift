import CheckoutContracts
import Sandbox
import SandboxKit
import ToqueCrypto
import ToqueEncoding

/// The process of payments, with the callbacks to the merchant's server.
struct EcommpayPaymentProcess: ScenarioProcess {
    static let machine = ecommpayPaymentMachine
    static let clocks = ecommpayPaymentClocks

    let durations: EcommpaySimulator.Durations

    // MARK: The providers behind the platform

    func step(
        of payment: EcommpayPayment, by scenario: EcommpayScenario
    ) -> AutomaticStep<EcommpayPaymentEvent, EcommpaySimulator.Durations>? {
        guard payment.state == .processing, let course = scenario.course else { return scenario.steps[payment.state] }
        let event: EcommpayPaymentEvent? =
            switch course {
            case .challenge: payment.isCard ? .challengeRequired : nil
            case .frictionless: outcome(of: payment)
            case .clarification: payment.isClarified ? nil : .clarificationRequested
            case .cascade: payment.attempts == 1 ? .attemptFailed : outcome(of: payment)
            case .cascadeWithChallenge: payment.attempts == 1 ? .attemptFailed : .challengeRequired
            }
        return event.map { .event($0, after: .configured(\.result)) }
    }

    func usualStep(
        of payment: EcommpayPayment
    ) -> PlannedStep<EcommpayPaymentEvent, EcommpaySimulator.Durations>? {
        guard payment.state == .processing else { return nil }
        let isChallenged =
            payment.isCard && !EcommpayFrictionless.isGranted(payment.options, at: payment.updatedAt)
        return PlannedStep(isChallenged ? .challengeRequired : outcome(of: payment), after: .configured(\.result))
    }

    /// The successful result.
    func outcome(of payment: EcommpayPayment) -> EcommpayPaymentEvent {
        payment.options.action == .auth ? .held : .charged
    }

    // MARK: States

    func change(
        _ payment: inout EcommpayPayment, to transition: EcommpayTransition, message: String?,
        _ transaction: Transaction
    ) throws {
        let old = payment.state
        payment.state = transition.state
        payment.updatedAt = transaction.now
        let kind = EcommpayOperation.Kind(of: payment, from: old)
        if payment.operations.last.map({ $0.kind != kind || $0.isOver }) ?? true {
            try begin(kind, of: &payment, amount: nil, transaction)
        }
        guard var operation = payment.operations.popLast() else { return }
        operation.date = transaction.now
        switch transition.state {
        case .success, .awaitingCapture, .cancelled, .partiallyRefunded, .refunded:
            operation.status = EcommpayPaymentStatus.Final.success.rawValue
            operation.code = .success
            operation.message = "Success"
            operation.authCode = try transaction.random().alphanumerics(6)
        case .decline, .awaitingCustomer:
            operation.status = EcommpayPaymentStatus.Final.decline.rawValue
            operation.code = transition.reason
            operation.message = transition.message(message)
        case .opened, .processing, .awaiting3DSResult, .awaitingRedirectResult, .awaitingClarification:
            operation.status = transition.state.status.text
        }
        payment.operations.append(operation)
        if transition.state == .success { payment.charged = operation.amount }
        if transition.state.isRefunded {
            // A state file can contain an unfinished operation of any amount.
            payment.refunded = min(payment.charged, payment.refunded + operation.amount)
        }
    }

    /// Adds an unfinished operation.
    /// - Parameter amount: nil for the whole amount.
    /// - Returns: the ID of the request for it.
    @discardableResult
    func begin(
        _ kind: EcommpayOperation.Kind, of payment: inout EcommpayPayment, amount: Int?, _ transaction: Transaction
    ) throws -> String {
        var operation = EcommpayOperation()
        operation.id = try transaction.nextNumber("last_operation", from: 70_001)
        operation.kind = kind
        operation.status = EcommpayPaymentStatus.Pending.processing.rawValue
        operation.createdDate = transaction.now
        operation.date = transaction.now
        operation.requestID = Hex.encode(try transaction.random().bytes(20))
        operation.amount = amount ?? (kind == .refund ? payment.refundable : payment.options.paymentAmount)
        payment.operations.append(operation)
        return operation.requestID
    }

    func notify(
        of payment: EcommpayPayment, _ choice: EcommpayScenario.Choice?, _ transaction: Transaction
    ) throws {
        try transaction.send(
            Webhook(
                id: transaction.random().uuid(), object: payment.id,
                body: payment.callback(project: transaction.tenant).json,
                faults: choice?.scenario.webhookFaults ?? []))
    }

    /// Asks the person, or saves their instrument.
    func followUp(
        on payment: inout EcommpayPayment, _ choice: EcommpayScenario.Choice?, _ transaction: Transaction
    ) throws {
        switch payment.state {
        case .awaiting3DSResult, .awaitingRedirectResult:
            let exponent = Currency(payment.options.paymentCurrency)?.exponent ?? 2
            try PayerApproval.open(
                for: payment.id,
                amount: "\(ExactDecimal(minorUnits: Int64(payment.options.paymentAmount), exponent: exponent))",
                currency: payment.options.paymentCurrency,
                reference: payment.options.paymentDescription ?? payment.id,
                expiresAt: transaction.now + durations.person, transaction)
        case .success, .awaitingCapture:
            guard payment.savesToken, let customer = payment.options.customerID, let token = payment.token else {
                return
            }
            payment.savesToken = false
            try EcommpaySavedAccount(customer: customer, token: token).save(transaction)
        case .opened, .processing, .awaitingClarification, .awaitingCustomer, .decline, .cancelled, .partiallyRefunded,
            .refunded:
            break
        }
    }
}

extension EcommpayOperation.Kind {
    /// The operation that brought a payment into its current state.
    fileprivate init(of payment: EcommpayPayment, from old: EcommpayPaymentState) {
        if old == .awaitingCapture, payment.state == .success {
            self = .capture
        } else if payment.state == .cancelled {
            self = .cancel
        } else if payment.state.isRefunded {
            self = .refund
        } else {
            self.init(payment.options.action)
        }
    }
}
