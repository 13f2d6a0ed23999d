import CTAP
import ToqueWebAuthn

/// A finger that is being enrolled (CTAP 2.3 section 6.7.4).
struct FingerprintEnrollment: Sendable {
    typealias SampleStatus = AuthenticatorBioEnrollment.SampleStatus

    let templateID: [UInt8]
    private(set) var remainingSamples = FingerprintSensor.samples
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
