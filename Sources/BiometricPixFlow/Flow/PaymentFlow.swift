import BiometricPixSDK
import PixAPI
import ToqueEncoding

/// A payment, step by step: each `next()` performs and returns one step. The same journal resumes it in another
/// process, like an ``EnrollmentFlow``: without a second payment intent or a second authorization.
public actor PaymentFlow: AsyncSequence {
    enum Stage: Sendable, Hashable {
        /// Only the server knows.
        case unknown
        case creation
        case signature(fidoOptions: JSON?)
        case authorization
        case result
        case over(PaymentIntent)
        case ended
    }

    private let sdk: BiometricPixSDK
    private let logbook: Logbook<PaymentProgress>
    private var stage = Stage.unknown
    private var isBusy = false

    init(_ sdk: BiometricPixSDK, _ logbook: Logbook<PaymentProgress>) {
        self.sdk = sdk
        self.logbook = logbook
    }

    /// Stores a signature that another client made with the options, such as a browser, for the next step. The risk
    /// signals are collected when it is sent.
    public func receive(signature: AuthorizePaymentIntentRequest) async throws {
        try await exclusively {
            guard await !logbook.progress.isAuthorized else { return }
            try await logbook.write { $0.authorization = signature }
            stage = .authorization
        }
    }

    /// Performs the next step.
    /// - Returns: nil after the result.
    /// - Throws: ``BelvoApiException``, `BiometricPixError`, `RiskSignalsError`, ``PixFlowError``, `CancellationError`,
    ///   and the journal's errors. Another `next()`, or a resume, continues the flow.
    public func next() async throws -> PaymentStep? {
        try await exclusively { try await step() }
    }

    private func exclusively<Value: Sendable>(_ body: () async throws -> Value) async throws -> Value {
        guard !isBusy else { throw PixFlowError.concurrentUse }
        isBusy = true
        defer { isBusy = false }
        return try await body()
    }

    private func step() async throws -> PaymentStep? {
        if stage == .unknown { stage = try await currentStage() }
        switch stage {
        case .creation: return try await create()
        case .signature(let options): return try await sign(options)
        case .authorization: return try await authorize()
        case .result: return finish(try await sdk.pollPaymentIntent(paymentIntentId: try await id()))
        case .over(let intent): return finish(intent)
        case .ended, .unknown: return nil
        }
    }

    /// The flow's stage, from its journal and the server's status.
    private func currentStage() async throws -> Stage {
        let progress = await logbook.progress
        guard let id = progress.intent else { return .creation }
        return Self.stage(progress, try await sdk.getPaymentIntent(paymentIntentId: id))
    }

    static func stage(_ progress: PaymentProgress, _ intent: PaymentIntent) -> Stage {
        if intent.status.isResult { return .over(intent) }
        if progress.isAuthorized { return .result }
        if progress.authorization != nil { return .authorization }
        return .signature(fidoOptions: intent.information?.fidoOptions)
    }

    private func id() async throws -> String {
        guard let id = await logbook.progress.intent else {
            throw PixFlowError.missing(member: "payment_intent", of: "the journal")
        }
        return id
    }

    // MARK: Steps

    private func create() async throws -> PaymentStep {
        let lost = try await lostIntent()
        let intent = if let lost { lost } else { try await newIntent() }
        try await logbook.write { $0.intent = intent.id }
        stage = Self.stage(await logbook.progress, intent)
        return .created(intent)
    }

    /// The intent whose response a previous process never received.
    private func lostIntent() async throws -> PaymentIntent? {
        let progress = await logbook.progress
        guard progress.sent.contains(.creation) else { return nil }
        return try await sdk.findLost {
            try await sdk.listPaymentIntents(queryParameters: PaymentIntentQuery(externalID: progress.externalID))
                .first { $0.externalID == progress.externalID }
        }
    }

    private func newIntent() async throws -> PaymentIntent {
        let progress = await logbook.progress
        // Invalid signals must fail before a payment exists; the ones to send are collected later.
        _ = try await sdk.signals(accountTenure: progress.request.accountTenure)
        var payload = progress.request.payload
        payload.externalID = progress.externalID
        return try await logbook.create { [sdk, payload] in try await sdk.createPaymentIntent(payload: payload) }
    }

    private func sign(_ fidoOptions: JSON?) async throws -> PaymentStep {
        guard let fidoOptions else { throw PixFlowError.missing(member: "fido_options", of: "the payment intent") }
        let assertion = try await sdk.startSigning(
            fidoResponseString: fidoOptions.serialized(), fallbackCredential: nil)
        // The signals are collected when it is sent.
        let authorization = AuthorizePaymentIntentRequest(assertion.response, riskSignals: [:])
        try await logbook.write { $0.authorization = authorization }
        stage = .authorization
        return .signed(assertion)
    }

    private func authorize() async throws -> PaymentStep {
        stage = .unknown
        let id = try await id()
        let signals = try await sdk.signals(accountTenure: await logbook.progress.request.accountTenure)
        let platform = Platform(try sdk.pixConnection.platform)
        do {
            _ = try await logbook.submit(.authorization) { [sdk] progress in
                guard var payload = progress.authorization else {
                    throw PixFlowError.missing(member: "authorization", of: "the journal")
                }
                payload.platform = platform
                payload.riskSignals = signals.members
                return try await sdk.authorizePaymentIntent(paymentIntentId: id, payload: payload)
            }
        } catch let error as BelvoApiException where error.isRefusal {
            // A payment that failed before a late step has the reason, which the refusal lacks.
            guard let intent = try? await sdk.getPaymentIntent(paymentIntentId: id), intent.status.isResult,
                intent.status != .succeeded
            else { throw error }
            return finish(intent)
        }
        try await logbook.write { $0.isTaken() }
        stage = .result
        return .authorized
    }

    private func finish(_ intent: PaymentIntent) -> PaymentStep {
        stage = .ended
        return .finished(intent)
    }
}

extension PaymentFlow {
    public struct Iterator: AsyncIteratorProtocol {
        let flow: PaymentFlow

        public func next() async throws -> PaymentStep? { try await flow.next() }
    }

    public nonisolated func makeAsyncIterator() -> Iterator { Iterator(flow: self) }
}
