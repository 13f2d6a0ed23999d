import CheckoutContracts
import CheckoutPresentation
import ToqueEncoding

/// The sessions paid in this process, each with at most one current payment.
@MainActor
final class YunoSessions {
    private final class Entry {
        var flow: YunoPaymentFlow?
        var running: Task<Yuno.Outcome, Never>?
        var outcome: Yuno.Outcome?
        var showsStatus = true
    }

    private var entries: [String: Entry] = [:]
    /// Presenters that keep their loader.
    private var loaders: [any CheckoutPresenter] = []

    /// A caller that starts a running session again gets the same outcome.
    func pay(_ order: YunoOrder, _ account: YunoAccount?, showsStatus: Bool) async -> Yuno.Outcome {
        let entry = entries[Self.key(order.session)] ?? Entry()
        entries[Self.key(order.session)] = entry
        if let running = entry.running { return await running.value }
        entry.showsStatus = showsStatus
        let task = Task { await perform(order, account, entry) }
        entry.running = task
        return await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
    }

    func outcome(of session: String) -> Yuno.Outcome? { entries[Self.key(session)]?.outcome }

    func receive(_ url: String, showsStatus: Bool) -> Bool {
        guard let link = YunoDeepLink(url), let entry = entries[Self.key(link.session)], let flow = entry.flow,
            let callback = flow.callbackURL, Self.scheme(of: callback) == Self.scheme(of: url)
        else { return false }
        entry.showsStatus = showsStatus
        flow.comeBack()
        // The app already has a result, which was not final.
        if entry.running == nil { Task { await refresh(entry, flow) } }
        return true
    }

    func hideLoader() {
        let kept = loaders
        loaders = []
        Task { for presenter in kept { await presenter.finish() } }
    }

    // MARK: A payment

    private func perform(_ order: YunoOrder, _ account: YunoAccount?, _ entry: Entry) async -> Yuno.Outcome {
        defer { entry.running = nil }
        let flow: YunoPaymentFlow
        do {
            flow = try Self.flow(order, account)
        } catch {
            return note(Yuno.Outcome(.fail, reason: "\(error)"), entry, account)
        }
        entry.flow = flow
        let outcome = note(await flow.run(), entry, account)
        if entry.showsStatus { await flow.presenter.show(.result(Self.notice(outcome))) }
        if account?.config.keepLoader ?? false {
            loaders.append(flow.presenter)
        } else {
            await flow.presenter.finish()
        }
        return outcome
    }

    private func refresh(_ entry: Entry, _ flow: YunoPaymentFlow) async {
        guard let outcome = await flow.currentOutcome() else { return }
        entry.outcome = outcome
        if entry.showsStatus { await flow.presenter.show(.result(Self.notice(outcome))) }
    }

    private func note(_ outcome: Yuno.Outcome, _ entry: Entry, _ account: YunoAccount?) -> Yuno.Outcome {
        entry.outcome = outcome
        if let reason = outcome.reason { account?.environment.logger.warning("\(outcome.result): \(reason)") }
        return outcome
    }

    /// - Throws: the reason why nothing can be sent.
    private static func flow(_ order: YunoOrder, _ account: YunoAccount?) throws -> YunoPaymentFlow {
        guard let account else { throw YunoEnvironment.Missing("Yuno.initialize was not called") }
        guard let session = UUIDSyntax.canonical(order.session) else {
            throw YunoEnvironment.Missing(
                "checkoutSession: found \(order.session.quoted), expected \(UUIDSyntax.expectation)")
        }
        let environment = account.environment
        let requests = YunoSessionRequests(
            session, client: try account.client(), clock: environment.clock, polling: environment.polling)
        return YunoPaymentFlow(
            try order.request(), requests, presenter: try order.viewController ?? environment.foundPresenter(),
            environment: environment)
    }

    private static func notice(_ outcome: Yuno.Outcome) -> CheckoutNotice {
        let title =
            switch outcome.result {
            case .success: "Paid"
            case .reject: "The payment was declined"
            case .fail: "The payment failed"
            case .processing: "The payment is in progress"
            case .internalError: "The result is not known"
            case .userCancell: "The payment was canceled"
            }
        let status = outcome.status.map { "\($0)/\(outcome.subStatus ?? "")" }
        return CheckoutNotice(title, message: status ?? outcome.reason)
    }

    private static func key(_ session: String) -> String { UUIDSyntax.canonical(session) ?? session }

    private static func scheme(of url: String) -> String { url.prefix { $0 != ":" }.lowercased() }
}
