import CTAP
import ToqueWebAuthn

extension CTAPFace {
    private typealias Command = AuthenticatorBioEnrollment
    private typealias Response = AuthenticatorBioEnrollment.Response

    /// authenticatorBioEnrollment (CTAP 2.3 section 6.7). It waits for a finger when it takes a sample.
    func bioEnrollment(
        _ command: AuthenticatorBioEnrollment, _ context: Context
    ) async throws(CTAPStatus) -> CTAPResponse {
        if command.getModality == true { return .bioEnrollment(modality) }
        guard let modality = command.modality, let number = command.subCommand else { throw .missingParameter }
        guard modality == AuthenticatorBioEnrollment.fingerprint else { throw .invalidParameter }
        guard let subCommand = AuthenticatorBioEnrollment.SubCommand(rawValue: number) else {
            throw .invalidSubcommand
        }
        let response =
            switch subCommand {
            case .enrollBegin: try await enrollBegin(command, context)
            case .enrollCaptureNextSample: try await enrollCaptureNextSample(command, context)
            case .cancelCurrentEnrollment: cancelCurrentEnrollment()
            case .enumerateEnrollments: try enumerateEnrollments(command)
            case .setFriendlyName: try setFriendlyName(command)
            case .removeEnrollment: try removeEnrollment(command)
            case .getFingerprintSensorInfo: sensorInfo
            }
        return .bioEnrollment(response)
    }

    /// Section 6.7.2.
    private var modality: Response {
        var response = Response()
        response.modality = AuthenticatorBioEnrollment.fingerprint
        return response
    }

    /// Section 6.7.3.
    private var sensorInfo: Response {
        var response = Response()
        response.fingerprintKind = SimulatedSensor.kind
        response.maxCaptureSamplesRequiredForEnroll = SimulatedSensor.samples
        response.maxTemplateFriendlyName = SimulatedSensor.maxFriendlyName
        return response
    }

    // MARK: Enrolling

    /// Section 6.7.4: the first sample.
    private func enrollBegin(_ command: Command, _ context: Context) async throws(CTAPStatus) -> Response {
        try authorize(command, requiring: ())
        try requireRoom()
        // The previous enrollment is over, whatever happens to this one.
        state.withLock { $0.enrollment = nil }
        let enrollment = FingerprintEnrollment(templateID: engine.random.bytes(SimulatedSensor.templateIDSize))
        var response = try await capture(enrollment, command, context)
        response.templateID = enrollment.templateID
        return response
    }

    /// Section 6.7.4: one more sample.
    private func enrollCaptureNextSample(_ command: Command, _ context: Context) async throws(CTAPStatus) -> Response {
        let templateID = try authorize(command, requiring: command.templateID)
        let enrollment = state.withLock { $0.enrollment }
        guard let enrollment, enrollment.templateID == templateID else { throw .invalidOption }
        try requireRoom()
        return try await capture(enrollment, command, context)
    }

    /// Section 6.7.5.
    private func cancelCurrentEnrollment() -> Response {
        state.withLock { $0.enrollment = nil }
        return Response()
    }

    /// Waits for a sample; the last one makes the template. Neither a bad sample nor a timeout is an error.
    private func capture(
        _ enrollment: FingerprintEnrollment, _ command: Command, _ context: Context
    ) async throws(CTAPStatus) -> Response {
        var enrollment = enrollment
        let prompt = GesturePrompt(
            operation: .enrollFingerprint(remainingSamples: enrollment.remainingSamples), verification: .fingerprint)
        let outcome = await gesture(prompt, context, timeout: command.timeout)
        let enrolled = try fingerprints()
        let status: AuthenticatorBioEnrollment.SampleStatus
        switch outcome {
        case .finger(let name): status = enrollment.take(name, enrolled: enrolled)
        case .approved: status = enrollment.take(nil, enrolled: enrolled)
        case .badTouch(let fault): status = .init(fault)
        case .timedOut: status = .noUserActivity
        case .declined, .failed: throw .operationDenied
        case .canceled: throw .keepaliveCancel
        }
        try keep(enrollment, context)
        var response = Response()
        response.lastEnrollSampleStatus = status.rawValue
        response.remainingSamples = enrollment.remainingSamples
        return response
    }

    /// Keeps an enrollment for its next sample, or, if it is complete, stores its template.
    private func keep(_ enrollment: FingerprintEnrollment, _ context: Context) throws(CTAPStatus) {
        try state.withLock { (state) throws(CTAPStatus) in
            guard state.powerCycles == context.powerCycles else { throw .keepaliveCancel }
            if let template = enrollment.template {
                defer { engine.noteChange() }
                try answeringFaults(diskFull: .fpDatabaseFull) { try engine.storage.save(template) }
                state.enrollment = nil
            } else {
                state.enrollment = enrollment
            }
        }
    }

    private func requireRoom() throws(CTAPStatus) {
        guard try fingerprints().count < SimulatedSensor.maxTemplates else { throw .fpDatabaseFull }
    }

    // MARK: Enrolled fingers

    /// Section 6.7.6. Fingerprints without a name get an empty one, because python-fido2 requires it.
    private func enumerateEnrollments(_ command: Command) throws(CTAPStatus) -> Response {
        try authorize(command, requiring: ())
        let fingerprints = try fingerprints()
        guard !fingerprints.isEmpty else { throw .invalidOption }
        var response = Response()
        response.templateInfos = fingerprints.map { .init(id: $0.id, friendlyName: $0.friendlyName) }
        return response
    }

    /// Section 6.7.7.
    private func setFriendlyName(_ command: Command) throws(CTAPStatus) -> Response {
        let parameters = command.templateID.flatMap { id in command.templateFriendlyName.map { (id, $0) } }
        let (id, name) = try authorize(command, requiring: parameters)
        guard var fingerprint = try fingerprints().first(where: { $0.id == id }) else { throw .invalidOption }
        fingerprint.friendlyName = name
        try answeringFaults(diskFull: .fpDatabaseFull) { try engine.storage.save(fingerprint) }
        return Response()
    }

    /// Section 6.7.8.
    private func removeEnrollment(_ command: Command) throws(CTAPStatus) -> Response {
        let id = try authorize(command, requiring: command.templateID)
        defer { engine.noteChange() }
        guard try answeringFaults({ try engine.storage.deleteFingerprint(id: id) }) else { throw .invalidOption }
        return Response()
    }

    // MARK: Steps that subcommands share

    /// Comes first in every subcommand that requires a token.
    /// - Parameter parameter: the parameter that the subcommand requires.
    /// - Throws: `invalidLength` for a friendly name that is too long, `pinAuthInvalid` for a token without the
    ///   permission, and the errors of `require` and `requireProof`.
    private func authorize<Parameter>(
        _ command: Command, requiring parameter: Parameter?
    ) throws(CTAPStatus) -> Parameter {
        let parameter = try command.require(parameter)
        guard command.templateFriendlyName?.utf8.count ?? 0 <= SimulatedSensor.maxFriendlyName else {
            throw .invalidLength
        }
        let proof = try command.requireProof()
        try state.withLock { (state) throws(CTAPStatus) in
            try state.pin.authorize(proof, permission: .bioEnrollment)
        }
        return parameter
    }

    private func fingerprints() throws(CTAPStatus) -> [Fingerprint] {
        try answeringFaults { try engine.storage.fingerprints() }
    }
}

extension AuthenticatorBioEnrollment {
    fileprivate var timeout: Duration? {
        timeoutMilliseconds.map { number in
            Int64(exactly: number).map { min(.milliseconds($0), SimulatedSensor.maxTimeout) }
                ?? SimulatedSensor.maxTimeout
        }
    }
}
