import CheckoutContracts
import CheckoutPresentation

/// One payment of a session on the device: the person's screens, and the app's result at the end.
@MainActor
final class YunoPaymentFlow {
    let presenter: any CheckoutPresenter
    private let request: YunoDevicePaymentRequest
    private let requests: YunoSessionRequests
    private let environment: YunoEnvironment

    init(
        _ request: YunoDevicePaymentRequest, _ requests: YunoSessionRequests, presenter: any CheckoutPresenter,
        environment: YunoEnvironment
    ) {
        self.request = request
        self.requests = requests
        self.presenter = presenter
        self.environment = environment
    }

    /// The return URL of a method that left the app; nil while there is no payment.
    var callbackURL: String? { requests.latest?.callbackURL }

    func comeBack() { requests.comeBack() }

    /// The outcome for the current status; nil if the server does not report it.
    func currentOutcome() async -> Yuno.Outcome? {
        guard case .payment(let payment) = await requests.status() else { return nil }
        return Yuno.Outcome(payment.status)
    }

    func run() async -> Yuno.Outcome {
        await presenter.show(.loader("Paying"))
        switch await requests.carryOut(.pay(request)) {
        case .payment(let payment) where payment.paymentMethodType == request.paymentMethod.type:
            return await follow(payment)
        // The session is paid with another method.
        case .payment(let payment): return Yuno.Outcome(payment.status)
        case .refused(let error) where error.knownCode == .invalidStatus:
            return await currentOutcome() ?? Yuno.Outcome(.internalError, reason: error.text)
        case .refused(let error): return Yuno.Outcome(.fail, reason: error.text)
        case .unknown(let reason): return Yuno.Outcome(.internalError, reason: reason)
        }
    }

    // MARK: Turn by turn

    private enum Next {
        case goOn(YunoDevicePayment)
        case end(Yuno.Outcome)
    }

    private func follow(_ payment: YunoDevicePayment) async -> Yuno.Outcome {
        var payment = payment
        while true {
            switch await turn(payment) {
            case .goOn(let changed): payment = changed
            case .end(let outcome): return outcome
            }
        }
    }

    private func turn(_ payment: YunoDevicePayment) async -> Next {
        guard let screen = Self.screen(payment) else {
            guard payment.status.isAnsweredSoon else { return .end(Yuno.Outcome(payment.status)) }
            return await wait(for: payment, atOnce: false)
        }
        do {
            let requests = requests
            let presented = try await presenter.present(screen) {
                await requests.news(of: payment, within: nil, atOnce: false)
            }
            switch presented {
            case .ended(let answer): return next(answer, after: payment)
            case .action(let action): return await act(action, on: payment)
            }
        } catch {
            // There is nobody to ask, or a script ended early. That never approves: the payment has not changed.
            return .end(Self.left(payment, reason: "\(error)"))
        }
    }

    private static func screen(_ payment: YunoDevicePayment) -> CheckoutScreen? {
        let action = payment.action
        let summary = PaymentSummary(amount: payment.amount.shownValue, currency: payment.amount.currency.code)
        return switch action.type {
        case .none: nil
        case .sheet: .confirmation(summary)
        case .qr:
            action.payload.map {
                .qr(CheckoutQRCode($0, summary: summary, page: action.url, expiresAt: action.expiresAt))
            }
        case .redirect:
            action.url.map { .page(CheckoutPage($0, returnURLs: payment.callbackURL.map { [$0] } ?? [])) }
        case .challenge: action.url.map { .challenge(CheckoutPage($0)) }
        }
    }

    private func act(_ action: CheckoutAction, on payment: YunoDevicePayment) async -> Next {
        switch (payment.action.type, action) {
        case (.sheet, .confirm):
            let answer = await requests.carryOut(.confirm)
            // The sheet has expired, or the merchant has canceled.
            if case .refused = answer { return next(await requests.status(), after: payment) }
            return next(answer, after: payment)
        case (.sheet, .cancel), (.sheet, .close): return .end(await cancelSheet(of: payment))
        case (_, .authorize): return await decide(payment, approves: true)
        case (.redirect, .cancel), (.challenge, .cancel): return await decide(payment, approves: false)
        case (_, .cancel), (_, .close): return .end(await close(payment))
        case (_, .returned): return await wait(for: payment)
        // The person is outside the app, for an unlimited time.
        case (_, .opened): return await wait(for: payment, within: nil)
        // A link within the page.
        case (_, .tapped), (_, .choose), (_, .fill), (_, .confirm), (_, .retry): return .goOn(payment)
        }
    }

    // MARK: The person's actions

    /// The sheet was not sent, so the provider behind the wallet learns nothing. The payment stays pending, or has
    /// ended by itself.
    private func cancelSheet(of payment: YunoDevicePayment) async -> Yuno.Outcome {
        var status = payment.status
        if case .payment(let now) = await requests.status() { status = now.status }
        return Yuno.Outcome(status, isCanceledByPerson: true)
    }

    /// Closing a window does not cancel: the payment continues without it.
    private func close(_ payment: YunoDevicePayment) async -> Yuno.Outcome {
        var latest = payment
        if case .payment(let now) = await requests.close() { latest = now }
        return latest.action.type == .none ? Yuno.Outcome(latest.status) : Yuno.Outcome(closed: latest.status)
    }

    private func decide(_ payment: YunoDevicePayment, approves: Bool) async -> Next {
        guard let url = payment.action.url else { return .goOn(payment) }
        let approval =
            environment.approval ?? ApprovalClient(transport: environment.transport, clock: environment.clock)
        do throws(ApprovalError) {
            let outcome =
                approves
                ? try await approval.approve(at: url, presenter: presenter) : try await approval.decline(at: url)
            switch outcome.kind {
            // The other side may take its time.
            case .approved: return await wait(for: payment)
            case .refused: await tell("The approval was refused", outcome.code)
            case .declined, .canceled: break
            }
        } catch {
            // The decision may count although its response was lost.
            await tell("The approval was not made", "\(error)")
        }
        return next(await requests.status(), after: payment)
    }

    private func tell(_ title: String, _ message: String?) async {
        await presenter.show(.result(CheckoutNotice(title, message: message)))
    }

    // MARK: The server's status

    private func wait(for payment: YunoDevicePayment, atOnce: Bool = true) async -> Next {
        await wait(for: payment, within: environment.polling.timeout, atOnce: atOnce)
    }

    private func wait(for payment: YunoDevicePayment, within limit: Duration?, atOnce: Bool = true) async -> Next {
        await presenter.show(.loader("Waiting for the result"))
        return next(await requests.news(of: payment, within: limit, atOnce: atOnce), after: payment)
    }

    private func next(_ answer: YunoDeviceClient.Answer?, after payment: YunoDevicePayment) -> Next {
        switch answer {
        case .payment(let now): .goOn(now)
        case .refused(let error): .end(Yuno.Outcome(.internalError, reason: error.text))
        case .unknown(let reason): .end(Yuno.Outcome(.internalError, reason: reason))
        case nil: .end(Self.left(payment))
        }
    }

    /// The outcome of an unchanged payment. A sheet that nobody confirmed is canceled, not pending.
    private static func left(_ payment: YunoDevicePayment, reason: String? = nil) -> Yuno.Outcome {
        Yuno.Outcome(payment.status, isCanceledByPerson: payment.action.type == .sheet, reason: reason)
    }
}

extension YunoPaymentStatus {
    /// True if the other side is about to respond by itself.
    fileprivate var isAnsweredSoon: Bool {
        switch self {
        case .pending(.created), .pending(.readyToPay), .pending(.inProcess), .pending(.waitingAdditionalStep),
            .pending(.waitingForProvider):
            true
        case .pending, .final, .unrecognized: false
        }
    }
}
