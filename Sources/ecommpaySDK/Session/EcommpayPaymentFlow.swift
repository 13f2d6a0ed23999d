import APIClient
import CheckoutContracts
import CheckoutPresentation
import ToqueEncoding
import ToqueWebAuthn

/// A payment from the form to the result.
struct EcommpayPaymentFlow: Sendable {
    let options: EcommpayPaymentOptions
    let presenter: any CheckoutPresenter
    let clock: any Clock<Duration>
    let polling: Polling

    /// Why a payment ends without the provider's result.
    private enum Ending: Error {
        case left
    }

    /// It is unknown whether the person's decision has arrived.
    private struct DecisionLost: Error {}

    // MARK: With the provider

    func run(_ client: PaymentSessionClient, _ approval: ApprovalClient) async -> PaymentResult {
        let known = KnownState()
        do {
            let form = try await client.open(options)
            known.state = form.state
            let session = Session(id: form.session, client: client, approval: approval)
            // A resumed payment already has its method.
            if form.state.payment.method == nil { known.state = try await begin(form, session) }
            while let state = known.state {
                if let result = await result(state) { return result }
                do {
                    known.state = try await next(state, session)
                } catch is DecisionLost {
                    // The state decides. If it is unchanged, the person decides again.
                    known.state = try await session.state()
                }
            }
            return PaymentResult(PaymentError(.unknown, "the provider told no state"))
        } catch Ending.left {
            return PaymentResult(.Cancelled, payment: known.state?.payment)
        } catch let error as PaymentError {
            return PaymentResult(error, payment: known.state?.payment)
        } catch {
            return PaymentResult(PaymentError(.illegalState, "\(error)"), payment: known.state?.payment)
        }
    }

    private final class KnownState { var state: PaymentState? }

    private struct Session: Sendable {
        let id: String
        let client: PaymentSessionClient
        let approval: ApprovalClient

        func state() async throws(PaymentError) -> PaymentState { try await client.state(of: id) }
    }

    /// nil while the payment continues.
    private func result(_ state: PaymentState) async -> PaymentResult? {
        let (title, status): (String, PaymentStatus)
        switch state.status {
        case .final(.success): (title, status) = ("Paid", .Success)
        case .pending(.awaitingCapture): (title, status) = ("Authorized", .Success)
        case .final(.decline), .final(.cancelled), .final(.refunded), .final(.partiallyRefunded), .final(.reversed):
            (title, status) = ("Declined", .Decline)
        case .final(.error):
            return PaymentResult(PaymentError(.unknown, state.operationMessage ?? "error"), payment: state.payment)
        case .pending, .unrecognized: return nil
        }
        await presenter.show(.result(CheckoutNotice(title, message: state.operationMessage)))
        return PaymentResult(status, payment: state.payment)
    }

    // MARK: The form

    private func begin(_ form: PaymentForm, _ session: Session) async throws -> PaymentState {
        if let token = options.token {
            return try await pay(["method": "card", "account": .string(token)], form.state, session)
        }
        let offered = form.accounts + form.methods
        var chosen = offered.count == 1 ? offered.first?.name : nil
        while true {
            let name: String
            if let chosen { name = chosen } else { name = try await chooseMethod(offered, session) }
            if form.accounts.contains(where: { $0.name == name }) {
                return try await pay(["method": "card", "account": .string(name)], form.state, session)
            }
            guard name == EcommpayPaymentOptions.cardMethod else {
                return try await pay(["method": .string(name)], form.state, session)
            }
            let (filled, action) = try await presenter.fill(cardForm(form, offered))
            switch action {
            case .confirm: return try await pay(Self.body(of: filled), form.state, session)
            case .choose(let other): chosen = other
            case .fill, .authorize, .cancel, .close, .retry, .returned, .tapped, .opened:
                throw await leave(action, session)
            }
        }
    }

    private func chooseMethod(_ offered: [CheckoutMethod], _ session: Session) async throws -> String {
        while true {
            let action = try await presenter.present(.methods(MethodChoice(offered, summary: summary)))
            switch action {
            case .choose(let name): return name
            case .confirm: continue
            case .fill, .authorize, .cancel, .close, .retry, .returned, .tapped, .opened:
                throw await leave(action, session)
            }
        }
    }

    /// Cards have no numbers here; a token represents one.
    private func cardForm(_ form: PaymentForm, _ offered: [CheckoutMethod]) -> CheckoutForm {
        var fields = [CheckoutForm.Field("token", label: "Test token", value: "tok_success")] + form.fields
        if options.customerID != nil {
            fields.append(CheckoutForm.Field("save", label: "Save the card (yes)", isRequired: false))
        }
        return CheckoutForm(
            "Card", fields: fields, methods: offered.filter { $0.name != EcommpayPaymentOptions.cardMethod },
            summary: summary)
    }

    private static func body(of form: CheckoutForm) -> JSON {
        var (body, fields): (JSONObject, JSONObject) = (["method": "card"], [:])
        for field in form.fields where !field.value.isEmpty {
            switch field.name {
            case "token": body["token"] = .string(field.value)
            case "save": body["save"] = .bool(field.value == "yes")
            default: fields[field.name] = .string(field.value)
            }
        }
        if !fields.isEmpty { body["fields"] = .object(fields) }
        return .object(body)
    }

    private func pay(_ body: JSON, _ state: PaymentState, _ session: Session) async throws -> PaymentState {
        await presenter.show(.loader("Paying"))
        return try await session.client.change(session.id, "pay", body, from: state)
    }

    private var summary: PaymentSummary {
        let exponent = Currency(options.paymentCurrency)?.exponent ?? 0
        let details = options.paymentDescription.map { [PaymentSummary.Detail("Description", $0)] } ?? []
        return PaymentSummary(
            amount: ExactDecimal(minorUnits: Int64(options.paymentAmount), exponent: exponent),
            currency: options.paymentCurrency, reference: options.paymentID, details: details)
    }

    /// Leaving the form ends the payment for the person at once. Canceling also declines it at the provider. A failure
    /// of that changes nothing for the person, because nothing was paid.
    private func leave(_ action: CheckoutAction, _ session: Session) async -> any Error {
        if case .cancel = action, let state = try? await session.state() {
            _ = try? await session.client.change(session.id, "cancel", from: state)
        }
        return Ending.left
    }

    // MARK: Steps after the form

    private func next(_ state: PaymentState, _ session: Session) async throws -> PaymentState {
        switch state.status {
        case .pending(.awaiting3DSResult):
            guard let page = state.issuerPage else { return try await change(from: state, session) }
            return try await decide(.challenge(CheckoutPage(page)), at: page, state, session)
        case .pending(.awaitingRedirectResult):
            guard let page = state.redirect else { return try await change(from: state, session) }
            return try await decide(.page(CheckoutPage(page)), at: page, state, session)
        case .pending(.awaitingClarification):
            let form = CheckoutForm("More about you", fields: state.clarification, summary: summary)
            let (filled, action) = try await presenter.fill(form)
            guard case .confirm = action else { throw await leave(action, session) }
            var fields = JSONObject()
            for field in filled.fields where !field.value.isEmpty { fields[field.name] = .string(field.value) }
            return try await session.client.change(
                session.id, "clarification", ["fields": .object(fields)], from: state)
        case .pending(.awaitingCustomer) where state.canCascade:
            let notice = CheckoutNotice("Declined", message: state.operationMessage, canRetry: true)
            let action = try await presenter.present(.result(notice))
            guard case .retry = action else { throw await leave(action, session) }
            return try await session.client.change(session.id, "retry", from: state)
        case .pending, .unrecognized, .final: return try await change(from: state, session)
        }
    }

    /// Waits for a change of state.
    private func change(from state: PaymentState, _ session: Session) async throws -> PaymentState {
        do {
            return try await polling.poll(for: "payment \(options.paymentID)", clock: clock) {
                let now = try await session.state()
                return now == state ? nil : now
            }
        } catch let error as PollingTimeout {
            // The result is unknown: the person must not pay again.
            throw PaymentError(.networkTimeout, "\(error); the payment may still succeed")
        }
    }

    /// Shows a page until the person decides, or the payment continues by itself.
    private func decide(
        _ screen: CheckoutScreen, at page: String, _ state: PaymentState, _ session: Session
    ) async throws -> PaymentState {
        let presented = try await presenter.present(screen) { try await change(from: state, session) }
        switch presented {
        case .ended(let state): return state
        case .action(.authorize):
            _ = try await Self.deciding { try await session.approval.approve(at: page, presenter: presenter) }
        case .action(.cancel): _ = try await Self.deciding { try await session.approval.decline(at: page) }
        case .action(.close): throw Ending.left
        case .action: break
        }
        return try await change(from: state, session)
    }

    /// - Returns: nil for a decision that was too late: the payment's state decides.
    /// - Throws: `DecisionLost` if there was no response.
    private static func deciding(_ body: () async throws -> ApprovalOutcome) async throws -> ApprovalOutcome? {
        do {
            return try await body()
        } catch ApprovalError.connection {
            throw DecisionLost()
        } catch ApprovalError.refused {
            return nil
        }
    }

    // MARK: Without the provider

    /// The form in test mode: it sends nothing, and the result follows after 2 s.
    func play(_ mock: MockModeType) async -> PaymentResult {
        do {
            let form = CheckoutForm(
                "Test mode", fields: [CheckoutForm.Field("token", label: "Test token", value: "tok_success")],
                summary: summary)
            let (_, action) = try await presenter.fill(form)
            guard case .confirm = action else { return PaymentResult(.Cancelled) }
            await presenter.show(.loader("Paying"))
            try await clock.sleep(for: .seconds(2))
            let isPaid = mock == .success
            await presenter.show(.result(CheckoutNotice(isPaid ? "Paid" : "Declined")))
            return PaymentResult(isPaid ? .Success : .Decline)
        } catch {
            return PaymentResult(PaymentError(.illegalState, "\(error)"))
        }
    }
}
