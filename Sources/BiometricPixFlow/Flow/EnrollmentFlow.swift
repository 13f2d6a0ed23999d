import BiometricPixSDK
import PixAPI
import ToqueEncoding

/// An enrollment, step by step: each `next()` does one step and tells it. Nothing happens between two of them, so that
/// whoever stops asking, be it that the process dies, has stopped the flow; the same journal resumes it, and the server
/// then tells where it is.
///
/// No second enrollment is made by a resume: the flow's `external_id` finds the one whose answer was lost. A credential
/// that was made is in the journal before it is handed in. What the server takes once is sent again where nobody knows
/// whether it arrived, and a refusal then means that it did.
///
/// ```swift
/// for try await step in try await sdk.enrollmentFlow(request, journal: journal) { ... }
/// ```
public actor EnrollmentFlow: AsyncSequence {
    enum Stage: Sendable, Hashable {
        /// The server is to tell.
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

    /// Takes what the bank sent the person back with, for the following step.
    /// - Throws: `JSONMemberError` naming a parameter that is missing.
    public func receive(callbackUrl: String) async throws {
        _ = try CompleteRedirectionRequest(callbackURL: callbackUrl)
        try await exclusively {
            guard await !logbook.progress.isRedirectionComplete else { return }
            try await logbook.write { $0.callbackURL = callbackUrl }
        }
    }

    /// Does the next step.
    /// - Returns: nil where there is none: after the result, and while the account holder decides.
    /// - Throws: ``BelvoApiException``, `BiometricPixError`, `RiskSignalsError`, ``PixFlowError``, `CancellationError`,
    ///   and what the journal throws. The flow goes on by another `next()`, or by a resume.
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

    /// Where the flow is, from its journal and what the server says.
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
        // The provider's own example shows a completed redirection as one that is awaited, so that only the other
        // status tells something.
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

    /// The enrollment whose answer an earlier process did not live to see.
    private func lostEnrollment() async throws -> EnrollmentResponse? {
        let progress = await logbook.progress
        guard progress.sent.contains(.creation) else { return nil }
        // The guide wants the device's id with the question. An app that has signals of its own may have another id.
        let deviceID = try await sdk.signals(accountTenure: progress.request.accountTenure).deviceId
        let query = EnrollmentQuery(deviceID: deviceID, externalID: progress.externalID)
        return try await sdk.findLost {
            try await sdk.call { pix throws(PixClientError) in try await pix.all(query) }
                .first { $0.externalID == progress.externalID }
        }
    }

    private func newEnrollment() async throws -> EnrollmentResponse {
        let progress = await logbook.progress
        // Signals that cannot be sent are to be known before anything is said to be sent.
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

    /// The result of an enrollment that failed meanwhile, for which a step came too late: it says why, the refusal does
    /// not.
    /// - Throws: the refusal, where nothing failed. One that succeeded did so with another device.
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
