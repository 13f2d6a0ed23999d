/// What a step is, by the first word of its name.
public enum StepKind: String, Sendable, CaseIterable, Comparable {
    /// A whole journey: `JOURNEY enroll-and-pay`.
    case journey
    /// An HTTP request: `POST /payment-intents/`.
    case request
    /// The work of a device: `DEVICE sign`.
    case device

    /// The first word of a whole journey's name.
    public static let journeyPrefix = "JOURNEY "

    private static let methods = ["GET ", "POST ", "PUT ", "PATCH ", "DELETE ", "HEAD ", "OPTIONS "]

    /// - Parameter name: of a step.
    init(ofStep name: String) {
        if name.hasPrefix(Self.journeyPrefix) {
            self = .journey
        } else {
            self = Self.methods.contains(where: name.hasPrefix) ? .request : .device
        }
    }

    /// The order of a report.
    public static func < (left: StepKind, right: StepKind) -> Bool { left.rank < right.rank }

    private var rank: Int {
        switch self {
        case .journey: 0
        case .request: 1
        case .device: 2
        }
    }
}
