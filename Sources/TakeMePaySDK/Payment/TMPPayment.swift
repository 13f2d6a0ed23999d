import APIClient
import CheckoutContracts
import CheckoutPresentation
import ToqueCrypto
import ToqueEncoding

/// A payment: it fetches the methods, lets the payer choose in the preparer, creates a source, has it authorized in the
/// wallet, and polls until the merchant's server has charged it.
///
/// After an authorization, it creates no second source: PAY polls the first one again. Only that source's status
/// `failed` allows another one.
@MainActor
public final class TMPPayment {
    public let sourceParams: TMPSourceParams
    private let preparer: any TMPPaymentSourceParamsPreparer
    private weak var delegate: (any TMPPaymentDelegate)?
    private let environment: TMPEnvironment

    private var phase = Phase.new
    private var userInfo: [AnyHashable: Any]?
    private var methods: [TMPPaymentMethod] = []
    private var task: Task<Void, Never>?
    private var client: TMPClient?
    private var wallet: TMPWallet?
    private var returnURL: String?
    /// The source that may be paid, or the request that may have created it; nil if there is none.
    private var record: TMPPaymentRecord?
    /// True if the wallet has authorized the source, or may have.
    private var mayBePaid = false
    private let pacer: PollingPacer

    private enum Phase {
        case new
        /// It is the preparer's turn.
        case idle
        /// An attempt is in progress.
        case working
        case finished
    }

    public init(
        sourceParams: TMPSourceParams, sourceParamsPreparer: any TMPPaymentSourceParamsPreparer,
        delegate: (any TMPPaymentDelegate)?, environment: TMPEnvironment = TMPEnvironment()
    ) {
        self.sourceParams = sourceParams
        preparer = sourceParamsPreparer
        self.delegate = delegate
        self.environment = environment
        pacer = PollingPacer(clock: environment.clock)
    }

    /// Creates a payment with the built-in screens.
    public convenience init(
        sourceParams: TMPSourceParams, delegate: (any TMPPaymentDelegate)?,
        environment: TMPEnvironment = TMPEnvironment()
    ) {
        self.init(
            sourceParams: sourceParams,
            sourceParamsPreparer: TMPUIPaymentSourceParamsPreparer(presenter: environment.presenter),
            delegate: delegate, environment: environment)
    }

    /// Starts the payment. A second call does nothing.
    /// - Parameter userInfo: passed to all delegate methods; `__timeout` is the polling time in seconds, at most 60.
    public func startAction(_ userInfo: [AnyHashable: Any]? = nil) {
        guard case .new = phase else { return log("startAction was called before") }
        phase = .working
        self.userInfo = userInfo
        // Kept alive until the end, like by the preparer.
        task = Task { await begin() }
    }

    /// Suspends polling, for example when the app goes to the background.
    public func pause() { pacer.pause() }

    /// Resumes polling, and polls at once.
    public func resume() { pacer.resume() }

    // MARK: Phases 0 and 1: methods, preparation

    private func begin() async {
        let types: [TakeMeSourceType]
        do {
            types = try await open()
        } catch {
            tell { $0.payment(self, didReceivedSourceTypes: nil, selectedSourceType: nil, error: error, userInfo: $1) }
            return complete(.failure, error)
        }
        methods = types.map(TMPPaymentMethod.make)
        tell {
            $0.payment(
                self, didReceivedSourceTypes: types.map(\.rawValue), selectedSourceType: types.first?.rawValue,
                error: nil, userInfo: $1)
        }
        phase = .idle
        preparer.payment = self
        preparer.prepareSourceParams(
            sourceParams, availableSourceTypes: methods, userInfo: userInfo,
            decoratedSourceParams: { [weak self] in self?.pay($0) },
            completion: { [weak self] in self?.complete($0, $1) })
    }

    private func open() async throws -> [TakeMeSourceType] {
        guard let key = environment.publicKey ?? TakeMePay.publicKey else {
            throw TMPError(.payment, "TakeMePay.publicKey is not set")
        }
        let client = TMPClient(
            server: try environment.foundServer(), transport: environment.transport, publicKey: key)
        let presenter = try environment.foundPresenter()
        self.client = client
        wallet = TMPWallet(
            presenter: presenter, approval: environment.approval ?? ApprovalClient(transport: environment.transport))
        returnURL = environment.returnURL
        if returnURL == nil { returnURL = try await presenter.returnURL() }
        if let returnURL { TakeMePay.register(self, returnURL: returnURL) }
        record = try await environment.journal?.read()
        if let record, !record.isOf(sourceParams) {
            throw TMPError(.payment, "the journal is of another payment; use one for each")
        }
        mayBePaid = record?.source != nil
        do throws(TMPClient.Failure) {
            let types = try await client.sourceTypes()
            guard !types.isEmpty else { throw .unreadable("no method of the account is one that this SDK has") }
            return types
        } catch {
            throw TMPError(.sourceTypes, error)
        }
    }

    // MARK: PAY

    private func pay(_ params: TMPSourceParams) {
        switch phase {
        case .idle: break
        // Pressing twice is not an error and starts nothing.
        case .new, .working: return log("PAY was pressed while an attempt is in progress")
        case .finished: return log("PAY was pressed after the end")
        }
        phase = .working
        task = Task {
            await attempt(params)
            guard case .working = phase else { return }
            phase = .idle
            let report = report
            self.report = nil
            report?()
        }
    }

    /// The report at the end of an attempt; a listener can press PAY again.
    private var report: (() -> Void)?

    private func attempt(_ params: TMPSourceParams) async {
        guard let record, let source = record.source else {
            guard let source = await create(params) else { return }
            return await authorize(source)
        }
        if record.isAuthorized {
            await poll(source)
        } else {
            await settle(source)
        }
    }

    /// Stores the state for resuming.
    private func keep(_ record: TMPPaymentRecord?) async throws(TMPError) {
        self.record = record
        if record == nil { mayBePaid = false }
        try await environment.journal?.write(record)
    }

    /// Like `keep`, but the payment continues even if storing fails.
    private func note(_ record: TMPPaymentRecord?) async {
        do throws(TMPError) {
            try await keep(record)
        } catch {
            log("\(error)")
        }
    }

    // MARK: Phase 2: the source

    private func create(_ params: TMPSourceParams) async -> TakeMeSource? {
        let method = preparer.paymentMethod()
        var params = params
        params.type = method.type
        do {
            guard let client, methods.contains(where: { $0 === method }) else {
                throw TMPError(.payment, "the method is none of those that were offered")
            }
            let request = try params.request(returnURL: returnURL)
            tell { delegate, _ in delegate.payment(self, willCreateSourceByUsing: params) }
            if record?.request != request { try await keep(TMPPaymentRecord(request: request, key: Self.newKey())) }
            let source = try await client.create(request, key: record?.key ?? Self.newKey())
            record?.source = source
            await note(record)
            tell { $0.payment(self, didCreate: TMPSource(source), error: nil, userInfo: $1) }
            return source
        } catch {
            let failure = error as? TMPClient.Failure
            // After any other failure, the source may have been created.
            if case .refused(status: 400...499, _)? = failure { await note(nil) }
            let error = error as? TMPError ?? failure.map { TMPError(.source, $0) } ?? TMPError(.source, "\(error)")
            atTheEnd { $0.payment(self, didCreate: nil, error: error, userInfo: $1) }
            return nil
        }
    }

    private static func newKey() -> String { Hex.encode(SystemRandom().bytes(16)) }

    // MARK: Phase 3: the wallet

    private func authorize(_ source: TakeMeSource) async {
        guard let wallet else { return }
        switch await wallet.visit(source) {
        case .authorized: await authorized(source)
        case .canceled: await unauthorized(.canceled, nil)
        case .failed(let error): await unauthorized(.failure, error)
        case .unknown(let error):
            mayBePaid = true
            await settle(source, error)
        }
    }

    private func authorized(_ source: TakeMeSource) async {
        record?.isAuthorized = true
        mayBePaid = true
        await note(record)
        tell { $0.payment(self, didFinishAuthorization: .success, error: nil, userInfo: $1) }
        await poll(source)
    }

    /// Reports a failed authorization. In every such state there is nothing to poll.
    private func unauthorized(_ state: TMPPaymentAuthorizationState, _ error: TMPError?) async {
        await note(nil)
        atTheEnd { $0.payment(self, didFinishAuthorization: state, error: error, userInfo: $1) }
    }

    /// Asks the server for the wallet's decision before doing anything else.
    /// - Parameter error: the visit's error; nil if PAY is pressed again.
    private func settle(_ source: TakeMeSource, _ error: TMPError? = nil) async {
        switch await poller?.decision(about: source, after: error) {
        case .authorized(let source): await authorized(source)
        case .unauthorized(let error): await unauthorized(.failure, error)
        case .pending(let source): await authorize(source)
        // PAY asks about the same source again.
        case .unknown(let error):
            atTheEnd { $0.payment(self, didFinishAuthorization: .unknown, error: error, userInfo: $1) }
        case nil: break
        }
    }

    // MARK: Phase 4: polling

    private var poller: TMPPoller? { client.map { TMPPoller(client: $0, pacer: pacer, userInfo: userInfo) } }

    private func poll(_ source: TakeMeSource) async {
        guard let (latest, state, error) = await poller?.result(of: source) else { return }
        if latest.status == .final(.failed) { await note(nil) }
        atTheEnd { $0.payment(self, didPolled: TMPSource(latest), state: state, error: error, userInfo: $1) }
    }

    // MARK: Phase 5: the end

    /// An authorized source may still be paid, so the end is not a failure, whatever the preparer reports.
    private func complete(_ state: TMPPaymentResultState, _ error: (any Error)?) {
        if case .finished = phase { return log("completion was called before") }
        phase = .finished
        task?.cancel()
        TakeMePay.unregister(self)
        var state = state
        if mayBePaid, state == .canceled || state == .failure { state = .possibleSuccess }
        tell { $0.payment(self, willFinishWith: state, error: error, userInfo: $1) }
        tell { $0.payment(self, didFinishWith: state, error: error, userInfo: $1) }
        preparer.payment = nil
    }

    // MARK: Reports

    /// Calls the app's delegate, then the preparer.
    private func tell(_ message: (any TMPPaymentDelegate, [AnyHashable: Any]?) -> Void) {
        if let delegate, delegate !== preparer { message(delegate, userInfo) }
        message(preparer, userInfo)
    }

    /// Reports it at the end of the attempt.
    private func atTheEnd(_ message: @escaping (any TMPPaymentDelegate, [AnyHashable: Any]?) -> Void) {
        report = { [self] in tell(message) }
    }

    private func log(_ text: String) { environment.logger.warning("\(text)") }
}
