import BiometricPixSDK
import PixAPI
import ToqueEncoding

/// An enrollment, step by step: each `next()` performs and returns one step. Nothing happens between calls, so a flow
/// stops if you stop calling or the process ends. The same journal resumes it, at the step that the server reports.
///
/// Resuming never creates a second enrollment: the flow's `external_id` finds an enrollment whose response was lost.
/// The journal stores a credential before it is submitted. A submission that the server accepts only once is repeated
/// if its arrival is unknown; a refusal then means that it arrived.
///
/// ```swift
/// for try await step in try await sdk.enrollmentFlow(request, journal: journal) { ... }
/// ```
public actor EnrollmentFlow: AsyncSequence {
    enum Stage: Sendable, Hashable {
        /// Only the server knows.
        case unknown
        case creation
        case accountHolder(redirectURL: String?)
        case redirection
        case options
        case registration(options: JSON)
        case confirmation
        case result
        case over(EnrollmentResponse)
        case ended
    }

    private let sdk: BiometricPixSDK
    private let logbook: Logbook<EnrollmentProgress>
    private var stage = Stage.unknown
    private var isAccountHolderAsked = false
    private var isBusy = false

    init(_ sdk: BiometricPixSDK, _ logbook: Logbook<EnrollmentProgress>) {
        self.sdk = sdk
        self.logbook = logbook
    }

    /// Stores the bank's redirect for the next step.
    /// - Throws: `JSONMemberError` that names the missing parameter.
    public func receive(callbackUrl: String) async throws {
        _ = try CompleteRedirectionRequest(callbackURL: callbackUrl)
        try await exclusively {
            guard await !logbook.progress.isRedirectionComplete else { return }
            try await logbook.write { $0.callbackURL = callbackUrl }
        }
    }

    /// Stores a credential that another client created with the options, such as a browser, for the next step.
    public func receive(credential: ConfirmEnrollmentRequest) async throws {
        try await exclusively {
            guard await !logbook.progress.isConfirmed else { return }
            try await logbook.write { $0.confirmation = credential }
            stage = .confirmation
        }
    }

    /// Performs the next step.
    /// - Returns: nil if there is none: after the result, and while the account holder decides.
    /// - Throws: ``BelvoApiException``, `BiometricPixError`, `RiskSignalsError`, ``PixFlowError``, `CancellationError`,
    ///   and the journal's errors. Another `next()`, or a resume, continues the flow.
    public func next() async throws -> EnrollmentStep? {
        try await exclusively { try await step() }
    }

    private func exclusively<Value: Sendable>(_ body: () async throws -> Value) async throws -> Value {
        guard !isBusy else { throw PixFlowError.concurrentUse }
        isBusy = true
        defer { isBusy = false }
        return try await body()
    }

    private func step() async throws -> EnrollmentStep? {
        if stage == .unknown { stage = try await currentStage() }
        switch stage {
        case .creation: return try await create()
        case .accountHolder(let redirectURL):
            if await logbook.progress.callbackURL != nil { return try await completeRedirection() }
            guard !isAccountHolderAsked else { return nil }
            guard let redirectURL else { throw PixFlowError.missing(member: "redirect_url", of: "the enrollment") }
            isAccountHolderAsked = true
            return .awaitingAccountHolder(enrollment: try await id(), redirectURL: redirectURL)
        case .redirection: return try await completeRedirection()
        case .options: return try await awaitOptions()
        case .registration(let options): return try await register(options)
        case .confirmation: return try await confirm()
        case .result:
            let enrollment = try await sdk.pollEnrollment(enrollmentId: try await id())
            return finish(enrollment)
        case .over(let enrollment): return finish(enrollment)
        case .ended, .unknown: return nil
        }
    }

    /// The flow's stage, from its journal and the server's status.
    private func currentStage() async throws -> Stage {
        let progress = await logbook.progress
        guard let id = progress.enrollment else { return .creation }
        return Self.stage(progress, try await sdk.getEnrollment(enrollmentId: id))
    }

    static func stage(_ progress: EnrollmentProgress, _ enrollment: EnrollmentResponse) -> Stage {
        if enrollment.status.isResult { return .over(enrollment) }
        if progress.isConfirmed { return .result }
        if progress.confirmation != nil { return .confirmation }
        if progress.isRedirectionComplete { return .options }
        // The provider's own example shows a completed redirect as still awaited, so only the other status is reliable.
        switch enrollment.details.status {
        case .awaitingEnrollment, .authorized, .authorised: return .options
        case .awaitingAccountHolderValidation, .rejected, .revoked, .error:
            return progress.callbackURL == nil
                ? .accountHolder(redirectURL: enrollment.details.redirectURL) : .redirection
        }
    }

    private func id() async throws -> String {
        guard let id = await logbook.progress.enrollment else {
            throw PixFlowError.missing(member: "enrollment", of: "the journal")
        }
        return id
    }

    // MARK: Steps

    private func create() async throws -> EnrollmentStep {
        let lost = try await lostEnrollment()
        let enrollment = if let lost { lost } else { try await newEnrollment() }
        try await logbook.write { $0.enrollment = enrollment.id }
        stage = Self.stage(await logbook.progress, enrollment)
        return .created(enrollment)
    }

    /// The enrollment whose response a previous process never received.
    private func lostEnrollment() async throws -> EnrollmentResponse? {
        let progress = await logbook.progress
        guard progress.sent.contains(.creation) else { return nil }
        // The guide requires the device's id in the query. With a custom source of signals, the app may have another
        // id.
        let deviceID = try await sdk.signals(accountTenure: progress.request.accountTenure).deviceId
        let query = EnrollmentQuery(deviceID: deviceID, externalID: progress.externalID)
        return try await sdk.findLost {
            try await sdk.call { pix throws(PixClientError) in try await pix.all(query) }
                .first { $0.externalID == progress.externalID }
        }
    }

    private func newEnrollment() async throws -> EnrollmentResponse {
        let progress = await logbook.progress
        // Invalid signals must fail before the journal records the request as sent.
        let body = try await sdk.enrollmentBody(progress.request, externalID: progress.externalID)
        return try await logbook.create { [sdk] in
            try await sdk.call { pix throws(PixClientError) in try await pix.createEnrollment(body) }
        }
    }

    private func completeRedirection() async throws -> EnrollmentStep {
        stage = .unknown
        isAccountHolderAsked = false
        let answer: EnrollmentResponse?
        do {
            answer = try await logbook.submit(.redirection) { [sdk] progress in
                try await sdk.completeEnrollmentAfterRedirection(callbackUrl: progress.callbackURL ?? "")
            }
        } catch let error as BelvoApiException where error.isRefusal {
            return try await result(after: error)
        }
        let enrollment =
            if let answer { answer } else { try await sdk.getEnrollment(enrollmentId: try await id()) }
        try await logbook.write { $0.redirectionIsComplete() }
        stage = Self.stage(await logbook.progress, enrollment)
        return .returned(enrollment)
    }

    private func awaitOptions() async throws -> EnrollmentStep? {
        let id = try await id()
        do {
            let options = try await sdk.awaitRegistrationOptions(id)
            stage = .registration(options: options)
            return .optionsReceived(options)
        } catch let error as BelvoApiException where error.isRefusal {
            return try await result(after: error)
        }
    }

    private func register(_ options: JSON) async throws -> EnrollmentStep {
        let attestation = try await sdk.startRegistration(fidoResponseString: options.serialized())
        try await logbook.write { $0.confirmation = ConfirmEnrollmentRequest(attestation) }
        stage = .confirmation
        return .registered(attestation)
    }

    private func confirm() async throws -> EnrollmentStep {
        stage = .unknown
        let id = try await id()
        do {
            _ = try await logbook.submit(.confirmation) { [sdk] progress in
                guard let payload = progress.confirmation else {
                    throw PixFlowError.missing(member: "confirmation", of: "the journal")
                }
                return try await sdk.confirmEnrollment(enrollmentId: id, payload: payload)
            }
        } catch let error as BelvoApiException where error.isRefusal {
            return try await result(after: error)
        }
        try await logbook.write { $0.isTaken() }
        stage = .result
        return .confirmed
    }

    /// The result of an enrollment that failed before a late step. It has the reason, which the refusal lacks.
    /// - Throws: the refusal, if the enrollment did not fail. If it succeeded, that was with another device.
    private func result(after refusal: BelvoApiException) async throws -> EnrollmentStep {
        guard let enrollment = try? await sdk.getEnrollment(enrollmentId: try await id()),
            enrollment.status.isResult, enrollment.status != .succeeded
        else { throw refusal }
        return finish(enrollment)
    }

    private func finish(_ enrollment: EnrollmentResponse) -> EnrollmentStep {
        stage = .ended
        return .finished(enrollment)
    }
}

extension EnrollmentFlow {
    public struct Iterator: AsyncIteratorProtocol {
        let flow: EnrollmentFlow

        public func next() async throws -> EnrollmentStep? { try await flow.next() }
    }

    public nonisolated func makeAsyncIterator() -> Iterator { Iterator(flow: self) }
}
