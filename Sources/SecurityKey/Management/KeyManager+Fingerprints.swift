import CLibFIDO2
import ToqueWebAuthn

/// authenticatorBioEnrollment (CTAP 2.3 section 6.7), which libfido2 1.12 does with the PIN.
extension KeyManager {
    /// The sensor and all fingerprints that are enrolled.
    /// - Throws: `notSupportedError` where the key has no sensor, `notAllowedError` where it has no PIN.
    public func fingerprints() async throws(WebAuthnError) -> KeyFingerprints {
        try await manage(requiring: Self.sensor) { (_, ceremony) async throws(WebAuthnError) in
            KeyFingerprints(
                sensor: try await ceremony.fingerprintSensor(), fingerprints: try await ceremony.fingerprints())
        }
    }

    /// Enrolls a finger. A bad sample is taken again; the key keeps nothing until all are there.
    /// - Parameters:
    ///   - name: nil for none.
    ///   - progress: is told ahead of the first sample, and what came of each.
    /// - Throws: as `fingerprints`; `invalidStateError` where the finger is enrolled already, `constraintError` where
    ///   the key has no room for another one or takes no such long name, `notAllowedError` where no finger comes within
    ///   30 seconds. Nothing is enrolled then.
    public func enrollFingerprint(
        name: String? = nil, progress: @escaping @Sendable (FingerprintEnrollmentProgress) async -> Void
    ) async throws(WebAuthnError) -> KeyFingerprint {
        try await manage(requiring: Self.sensor) { (_, ceremony) async throws(WebAuthnError) in
            let samples = try await ceremony.fingerprintSensor().maxCaptureSamples
            // A wrong PIN shows before anybody gives a finger.
            _ = try await ceremony.fingerprints()
            await progress(FingerprintEnrollmentProgress(remainingSamples: samples))
            var fingerprint = try await ceremony.enrollFingerprint(progress: progress)
            if let name {
                // How long a name may be libfido2 1.12 does not tell before.
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

    /// Gives a fingerprint another name.
    /// - Throws: as `fingerprints`; `notAllowedError` where the key does not hold the fingerprint, `constraintError`
    ///   where it takes no such long name.
    public func renameFingerprint(_ id: [UInt8], to name: String) async throws(WebAuthnError) {
        try await manage(requiring: Self.sensor) { (_, ceremony) async throws(WebAuthnError) in
            try await ceremony.rename(id, to: name)
        }
    }

    /// Removes a fingerprint.
    /// - Throws: as `fingerprints`; `notAllowedError` where the key does not hold it.
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
    /// How long a sample is waited for, in milliseconds.
    private static let sampleTimeout: UInt32 = 30_000

    fileprivate var missingFingerprint: WebAuthnError {
        WebAuthnError(.notAllowedError, "\(info.name) holds no fingerprint with that ID; list them")
    }

    fileprivate func fingerprints(
        isolation: isolated (any Actor)? = #isolation
    ) async throws(WebAuthnError) -> [KeyFingerprint] {
        let templates = try FIDOFingerprintTemplates(of: device)
        // The status of a key that has none (section 6.7.6).
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
            // A key that is gone, or that was told to give up, forgets it by itself.
            _ = device.call { fido_bio_dev_enroll_cancel($0) }
            throw error
        }
        guard let fingerprint = template.fingerprint else {
            throw FIDOStatus(code: FIDO_ERR_RX_INVALID_CBOR).error(of: info.name)
        }
        return fingerprint
    }

    /// Tells what came of a sample.
    /// - Throws: where it is of no use to take another one.
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
