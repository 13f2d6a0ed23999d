import CLibFIDO2
import ToqueWebAuthn

/// A key's information about its fingerprint sensor.
final class FIDOFingerprintSensor: FIDOObject {
    init(of device: FIDODevice) throws(WebAuthnError) {
        try super.init(fido_bio_info_new(), of: device, free: fido_bio_info_free)
    }

    var sensor: FingerprintSensor {
        FingerprintSensor(
            kind: FingerprintSensor.Kind(rawValue: fido_bio_info_type(pointer)),
            maxCaptureSamples: Int(fido_bio_info_max_samples(pointer)))
    }
}

/// The fingerprints enrolled on a key.
final class FIDOFingerprintTemplates: FIDOObject {
    init(of device: FIDODevice) throws(WebAuthnError) {
        try super.init(fido_bio_template_array_new(), of: device, free: fido_bio_template_array_free)
    }

    var fingerprints: [KeyFingerprint] {
        (0..<fido_bio_template_array_count(pointer)).compactMap { index in
            fido_bio_template(pointer, index).flatMap { KeyFingerprint(template: $0) }
        }
    }
}

/// A fingerprint, as input to libfido2 or as its output.
final class FIDOFingerprintTemplate: FIDOObject {
    init(of device: FIDODevice) throws(WebAuthnError) {
        try super.init(fido_bio_template_new(), of: device, free: fido_bio_template_free)
    }

    func set(id: [UInt8]) throws(FIDOFailure) {
        try FIDOFailure.check(fido_bio_template_set_id(pointer, id, id.count))
    }

    func set(name: String) throws(FIDOFailure) { try FIDOFailure.check(fido_bio_template_set_name(pointer, name)) }

    var fingerprint: KeyFingerprint? { KeyFingerprint(template: pointer) }
}

/// An enrollment: its token, and the result of the last sample.
final class FIDOFingerprintEnrollment: FIDOObject {
    init(of device: FIDODevice) throws(WebAuthnError) {
        try super.init(fido_bio_enroll_new(), of: device, free: fido_bio_enroll_free)
    }

    var lastSample: FingerprintSampleStatus {
        FingerprintSampleStatus(rawValue: fido_bio_enroll_last_status(pointer))
    }

    var remainingSamples: Int { Int(fido_bio_enroll_remaining_samples(pointer)) }
}

extension KeyFingerprint {
    /// - Returns: nil if it has no ID.
    fileprivate init?(template: OpaquePointer) {
        guard let id = CMemory.bytes(fido_bio_template_id_ptr(template), fido_bio_template_id_len(template)) else {
            return nil
        }
        self.init(id: id, name: CMemory.text(fido_bio_template_name(template)) ?? "")
    }
}
