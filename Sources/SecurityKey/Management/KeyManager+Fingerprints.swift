import CLibFIDO2
import ToqueWebAuthn

/// authenticatorBioEnrollment (CTAP 2.3 section 6.7), for which libfido2 1.12 uses the PIN.
extension KeyManager {
    /// The sensor and all enrolled fingerprints.
    /// - Throws: `notSupportedError` if the key has no sensor, `notAllowedError` if it has no PIN.
    public func fingerprints() async throws(WebAuthnError) -> KeyFingerprints {
        try await manage(requiring: Self.sensor) { (_, ceremony) async throws(WebAuthnError) in
            KeyFingerprints(
                sensor: try await ceremony.fingerprintSensor(), fingerprints: try await ceremony.fingerprints())
        }
    }

    /// Enrolls a finger. Bad samples are repeated. The key stores nothing until it has all samples.
    /// - Parameters:
    ///   - name: nil for none.
    ///   - progress: called before the first sample, and with the result of each.
    /// - Throws: like `fingerprints`; `invalidStateError` if the finger is already enrolled, `constraintError` if the
    ///   key has no room for another one or the name is too long for it, `notAllowedError` if no finger comes within 30
    ///   seconds. Nothing is enrolled then.
    public func enrollFingerprint(
        name: String? = nil, progress: @escaping @Sendable (FingerprintEnrollmentProgress) async -> Void
    ) async throws(WebAuthnError) -> KeyFingerprint {
        try await manage(requiring: Self.sensor) { (_, ceremony) async throws(WebAuthnError) in
            let samples = try await ceremony.fingerprintSensor().maxCaptureSamples
            // Reports a wrong PIN before anybody presents a finger.
            _ = try await ceremony.fingerprints()
            await progress(FingerprintEnrollmentProgress(remainingSamples: samples))
            var fingerprint = try await ceremony.enrollFingerprint(progress: progress)
            if let name {
                // libfido2 1.12 does not tell the maximum length of a name beforehand.
                do throws(WebAuthnError) {
                    try await ceremony.rename(fingerprint.id, to: name)
                } catch {
                    try await ceremony.remove(fingerprint.id)
                    throw error
                }
                fingerprint.name = name
            }
            return fingerprint
        }
    }

    /// Renames a fingerprint.
    /// - Throws: like `fingerprints`; `notAllowedError` if the fingerprint is not on the key, `constraintError` if the
    ///   name is too long for it.
    public func renameFingerprint(_ id: [UInt8], to name: String) async throws(WebAuthnError) {
        try await manage(requiring: Self.sensor) { (_, ceremony) async throws(WebAuthnError) in
            try await ceremony.rename(id, to: name)
        }
    }

    /// Removes a fingerprint.
    /// - Throws: like `fingerprints`; `notAllowedError` if it is not on the key.
    public func removeFingerprint(_ id: [UInt8]) async throws(WebAuthnError) {
        try await manage(requiring: Self.sensor) { (_, ceremony) async throws(WebAuthnError) in
            try await ceremony.remove(id)
        }
    }

    private static func sensor(_ info: KeyInfo) throws(WebAuthnError) {
        guard info.hasFingerprintSensor else {
            throw WebAuthnError(.notSupportedError, "\(info.name) has no fingerprint sensor")
        }
        guard info.hasPIN else {
            throw WebAuthnError(
                .notAllowedError, "\(info.name) has no PIN, which its fingerprints are managed with; set one")
        }
    }
}

extension Ceremony {
    /// The maximum wait for a sample, in milliseconds.
    private static let sampleTimeout: UInt32 = 30_000

    fileprivate var missingFingerprint: WebAuthnError {
        WebAuthnError(.notAllowedError, "\(info.name) holds no fingerprint with that ID; list them")
    }

    fileprivate func fingerprints(
        isolation: isolated (any Actor)? = #isolation
    ) async throws(WebAuthnError) -> [KeyFingerprint] {
        let templates = try FIDOFingerprintTemplates(of: device)
        // The status of a key without fingerprints (section 6.7.6).
        let status = try await send(expecting: [.invalidOption]) {
            fido_bio_dev_get_template_array($0, templates.pointer, $2)
        }
        return status == .ok ? templates.fingerprints : []
    }

    fileprivate func fingerprintSensor(
        isolation: isolated (any Actor)? = #isolation
    ) async throws(WebAuthnError) -> FingerprintSensor {
        let sensor = try FIDOFingerprintSensor(of: device)
        try await send { (device, _, _) in fido_bio_dev_get_info(device, sensor.pointer) }
        return sensor.sensor
    }

    fileprivate func enrollFingerprint(
        progress: @Sendable (FingerprintEnrollmentProgress) async -> Void,
        isolation: isolated (any Actor)? = #isolation
    ) async throws(WebAuthnError) -> KeyFingerprint {
        let template = try FIDOFingerprintTemplate(of: device)
        let enrollment = try FIDOFingerprintEnrollment(of: device)
        do throws(WebAuthnError) {
            try await send {
                fido_bio_dev_enroll_begin($0, template.pointer, enrollment.pointer, Self.sampleTimeout, $2)
            }
            try await report(enrollment, to: progress)
            while enrollment.remainingSamples > 0 {
                try await send { (device, _, _) in
                    fido_bio_dev_enroll_continue(device, template.pointer, enrollment.pointer, Self.sampleTimeout)
                }
                try await report(enrollment, to: progress)
            }
        } catch {
            // A key that is gone, or whose operation was canceled, forgets the enrollment by itself.
            _ = device.call { fido_bio_dev_enroll_cancel($0) }
            throw error
        }
        guard let fingerprint = template.fingerprint else {
            throw FIDOStatus(code: FIDO_ERR_RX_INVALID_CBOR).error(of: info.name)
        }
        return fingerprint
    }

    /// Reports the result of a sample.
    /// - Throws: if another sample would be useless.
    private func report(
        _ enrollment: FIDOFingerprintEnrollment, to progress: @Sendable (FingerprintEnrollmentProgress) async -> Void,
        isolation: isolated (any Actor)? = #isolation
    ) async throws(WebAuthnError) {
        switch enrollment.lastSample {
        case .exists: throw WebAuthnError(.invalidStateError, "the finger is enrolled already; use another one")
        case .databaseFull: throw FIDOStatus(code: FIDO_ERR_FP_DATABASE_FULL).error(of: info.name)
        case .noUserActivity:
            throw WebAuthnError(.notAllowedError, "\(info.name) waited too long for a finger; try again")
        case let sample:
            await progress(
                FingerprintEnrollmentProgress(lastSample: sample, remainingSamples: enrollment.remainingSamples))
        }
    }

    fileprivate func rename(
        _ id: [UInt8], to name: String, isolation: isolated (any Actor)? = #isolation
    ) async throws(WebAuthnError) {
        let template = try FIDOFingerprintTemplate(of: device)
        let status = try await send(expecting: [.invalidLength, .invalidOption]) {
            (device, _, pin) throws(FIDOFailure) in
            try template.set(id: id)
            try template.set(name: name)
            return fido_bio_dev_set_template_name(device, template.pointer, pin)
        }
        switch status {
        case .ok: return
        case .invalidLength:
            throw WebAuthnError(.constraintError, "\(info.name) takes shorter names for fingerprints; choose one")
        default: throw missingFingerprint
        }
    }

    fileprivate func remove(
        _ id: [UInt8], isolation: isolated (any Actor)? = #isolation
    ) async throws(WebAuthnError) {
        let template = try FIDOFingerprintTemplate(of: device)
        let status = try await send(expecting: [.invalidOption]) { (device, _, pin) throws(FIDOFailure) in
            try template.set(id: id)
            return fido_bio_dev_enroll_remove(device, template.pointer, pin)
        }
        guard status == .ok else { throw missingFingerprint }
    }
}
