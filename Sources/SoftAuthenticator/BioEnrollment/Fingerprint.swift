import CTAP
import ToqueWebAuthn

/// An enrolled fingerprint (CTAP 2.3 section 6.7). The sensor is simulated: what a template of a real one is
/// computed from is the finger's name here.
public struct Fingerprint: Sendable, Hashable {
    /// The template's identifier.
    public var id: [UInt8]
    /// As a person calls it; empty without a name.
    public var friendlyName: String
    /// The name of the finger that gave the samples, which it is known by again. Sealed at rest.
    public var finger: String

    public init(id: [UInt8], friendlyName: String = "", finger: String) {
        self.id = id
        self.friendlyName = friendlyName
        self.finger = finger
    }
}

/// What the simulated sensor is like (CTAP 2.3 section 6.7).
enum SimulatedSensor {
    /// A finger is laid on it; over a sensor of kind 2 it would be swiped.
    static let kind: UInt64 = 1
    /// Good samples that a template takes.
    static let samples = 4
    /// Templates that there is room for.
    static let maxTemplates = 5
    static let templateIDSize = 8
    /// Bytes of UTF-8.
    static let maxFriendlyName = 64
    /// The longest that a platform can let a person take for a sample.
    static let maxTimeout: Duration = .seconds(600)
}

/// A finger that is being enrolled (CTAP 2.3 section 6.7.4).
struct FingerprintEnrollment: Sendable {
    typealias SampleStatus = AuthenticatorBioEnrollment.SampleStatus

    let templateID: [UInt8]
    private(set) var remainingSamples = SimulatedSensor.samples
    /// The one that gave the samples so far.
    private var finger: String?

    init(templateID: [UInt8]) { self.templateID = templateID }

    /// What is to be kept once all samples were given.
    var template: Fingerprint? {
        remainingSamples > 0 ? nil : finger.map { Fingerprint(id: templateID, finger: $0) }
    }

    /// Takes a sample.
    /// - Parameters:
    ///   - sample: the finger that gave it; nil for one that fits, where a script leaves the finger open.
    ///   - enrolled: the fingerprints that are there already.
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
