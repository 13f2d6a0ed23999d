/// A fingerprint enrolled on a key.
public struct KeyFingerprint: Sendable, Hashable {
    /// The key's identifier for it.
    public var id: [UInt8]
    /// Empty if it has none.
    public var name: String
}

/// The fingerprints on a key, and the sensor that reads them.
public struct KeyFingerprints: Sendable, Hashable {
    public var sensor: FingerprintSensor
    /// In the key's order.
    public var fingerprints: [KeyFingerprint]
}

/// A key's sensor (CTAP 2.3 section 6.7.3).
public struct FingerprintSensor: Sendable, Hashable {
    public enum Kind: UInt8, Sendable, Hashable {
        case touch = 1
        case swipe = 2
    }

    /// nil for a kind that CTAP does not define.
    public var kind: Kind?
    /// The maximum number of good samples for an enrollment.
    public var maxCaptureSamples: Int
}

/// The progress of an enrollment, shown to the person.
public struct FingerprintEnrollmentProgress: Sendable, Hashable {
    /// The result of the previous sample; nil before the first.
    public var lastSample: FingerprintSampleStatus?
    /// The maximum number of good samples still to come; 0 once the fingerprint is enrolled.
    public var remainingSamples: Int
}

/// lastEnrollSampleStatus (CTAP 2.3 section 6.7.4).
public struct FingerprintSampleStatus: RawRepresentable, Sendable, Hashable {
    public var rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let good = FingerprintSampleStatus(rawValue: 0x00)
    public static let tooHigh = FingerprintSampleStatus(rawValue: 0x01)
    public static let tooLow = FingerprintSampleStatus(rawValue: 0x02)
    public static let tooLeft = FingerprintSampleStatus(rawValue: 0x03)
    public static let tooRight = FingerprintSampleStatus(rawValue: 0x04)
    public static let tooFast = FingerprintSampleStatus(rawValue: 0x05)
    public static let tooSlow = FingerprintSampleStatus(rawValue: 0x06)
    public static let poorQuality = FingerprintSampleStatus(rawValue: 0x07)
    public static let tooSkewed = FingerprintSampleStatus(rawValue: 0x08)
    public static let tooShort = FingerprintSampleStatus(rawValue: 0x09)
    public static let mergeFailure = FingerprintSampleStatus(rawValue: 0x0A)
    /// The finger is already enrolled.
    public static let exists = FingerprintSampleStatus(rawValue: 0x0B)
    public static let databaseFull = FingerprintSampleStatus(rawValue: 0x0C)
    /// Nobody put a finger on the sensor in time.
    public static let noUserActivity = FingerprintSampleStatus(rawValue: 0x0D)
    /// The finger was not lifted in between.
    public static let noUserPresenceTransition = FingerprintSampleStatus(rawValue: 0x0E)
}
