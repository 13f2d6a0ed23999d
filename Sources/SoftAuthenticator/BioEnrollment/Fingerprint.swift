import CTAP
import ToqueWebAuthn

/// An enrolled fingerprint (CTAP 2.3 section 6.7). The sensor is simulated: a finger's name takes the place of its
/// biometric features.
public struct Fingerprint: Sendable, Hashable {
    /// The template's identifier.
    public var id: [UInt8]
    /// The person's name for it; empty if it has none.
    public var friendlyName: String
    /// The name of the finger that gave the samples, by which it is recognized. Sealed at rest.
    public var finger: String

    public init(id: [UInt8], friendlyName: String = "", finger: String) {
        self.id = id
        self.friendlyName = friendlyName
        self.finger = finger
    }
}

/// The properties of the simulated sensor (CTAP 2.3 section 6.7).
enum SimulatedSensor {
    /// A touch sensor; kind 2 would be a swipe sensor.
    static let kind: UInt64 = 1
    /// The number of good samples for a template.
    static let samples = 4
    /// The maximum number of templates.
    static let maxTemplates = 5
    static let templateIDSize = 8
    /// Bytes of UTF-8.
    static let maxFriendlyName = 64
    /// The maximum time limit that a platform can set for a sample.
    static let maxTimeout: Duration = .seconds(600)
}

/// A finger being enrolled (CTAP 2.3 section 6.7.4).
struct FingerprintEnrollment: Sendable {
    typealias SampleStatus = AuthenticatorBioEnrollment.SampleStatus

    let templateID: [UInt8]
    private(set) var remainingSamples = SimulatedSensor.samples
    /// The finger that gave the samples so far.
    private var finger: String?

    init(templateID: [UInt8]) { self.templateID = templateID }

    /// The fingerprint to store once all samples were given.
    var template: Fingerprint? {
        remainingSamples > 0 ? nil : finger.map { Fingerprint(id: templateID, finger: $0) }
    }

    /// Takes a sample.
    /// - Parameters:
    ///   - sample: the finger that gave it; nil if a script names none, which always fits.
    ///   - enrolled: the existing fingerprints.
    mutating func take(_ sample: String?, enrolled: [Fingerprint]) -> SampleStatus {
        let names = enrolled.map(\.finger)
        let sample = sample ?? finger ?? Self.newFinger(besides: names)
        guard !names.contains(sample) else { return .exists }
        guard finger == nil || finger == sample else { return .mergeFailure }
        finger = sample
        remainingSamples -= 1
        return .good
    }

    /// "finger", "finger 2" and so on.
    private static func newFinger(besides names: [String]) -> String {
        var (name, number) = ("finger", 1)
        while names.contains(name) {
            number += 1
            name = "finger \(number)"
        }
        return name
    }
}

extension AuthenticatorBioEnrollment.SampleStatus {
    /// Why the sensor could not read a finger.
    init(_ fault: FingerprintFault) {
        self =
            switch fault {
            case .tooHigh: .tooHigh
            case .tooLow: .tooLow
            case .tooLeft: .tooLeft
            case .tooRight: .tooRight
            case .tooFast: .tooFast
            case .tooSlow: .tooSlow
            case .poorQuality: .poorQuality
            case .tooSkewed: .tooSkewed
            case .tooShort: .tooShort
            case .mergeFailure: .mergeFailure
            case .noTransition: .noUserPresenceTransition
            }
    }
}
