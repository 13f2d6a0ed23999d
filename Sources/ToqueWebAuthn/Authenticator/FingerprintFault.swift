/// Why a sensor cannot read a finger, in the words of a script of gestures (CTAP 2.1 section 6.7,
/// `lastEnrollSampleStatus`).
public enum FingerprintFault: String, Sendable, Hashable, CaseIterable {
    case tooHigh = "too-high"
    case tooLow = "too-low"
    case tooLeft = "too-left"
    case tooRight = "too-right"
    case tooFast = "too-fast"
    case tooSlow = "too-slow"
    case poorQuality = "poor-quality"
    case tooSkewed = "too-skewed"
    case tooShort = "too-short"
    /// The sample does not go with those before it.
    case mergeFailure = "merge-failure"
    /// The finger stayed where it was instead of being lifted.
    case noTransition = "not-lifted"
}
