import SecurityKey
import ToqueEncoding

extension KeyFingerprints {
    /// Uses the names of authenticatorBioEnrollment (CTAP 2.3 section 6.7).
    var json: JSON {
        var sensor: JSONObject = [
            "maxCaptureSamplesRequiredForEnroll": .int(self.sensor.maxCaptureSamples)
        ]
        sensor["fingerprintKind"] = self.sensor.kind.map { .string("\($0)") }
        return ["fingerprints": .array(fingerprints.map(\.json)), "sensor": .object(sensor)]
    }
}

extension KeyFingerprint {
    var json: JSON { ["id": .string(Hex.encode(id)), "name": .string(name)] }

    /// One line for people.
    var line: String { [Hex.encode(id), name].filter { !$0.isEmpty }.joined(separator: "  ").onOneLine }
}

extension FingerprintEnrollmentProgress {
    /// The message for the person.
    var line: String {
        guard remainingSamples > 0 else { return "\(lastSample?.words ?? "Good"). The finger is enrolled." }
        let samples = remainingSamples == 1 ? "1 sample" : "\(remainingSamples) samples"
        guard let lastSample else { return "Put the finger on the key: \(samples) to go." }
        return "\(lastSample.words). Lift the finger and put it on the key again: \(samples) to go."
    }
}

extension FingerprintSampleStatus {
    /// Capitalized, for the start of a sentence.
    fileprivate var words: String {
        switch self {
        case .good: "Good"
        case .tooHigh: "Too high"
        case .tooLow: "Too low"
        case .tooLeft: "Too far left"
        case .tooRight: "Too far right"
        case .tooFast: "Too fast"
        case .tooSlow: "Too slow"
        case .poorQuality: "The finger could not be read"
        case .tooSkewed: "Too skewed"
        case .tooShort: "Too short"
        case .mergeFailure: "This does not fit the samples before"
        case .noUserPresenceTransition: "The finger was not lifted"
        default: "The key could not use that (status \(rawValue))"
        }
    }
}
