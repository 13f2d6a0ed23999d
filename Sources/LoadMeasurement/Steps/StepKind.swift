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

    /// The name under which a table counts steps of this kind for which it has no more room.
    var others: String {
        switch self {
        case .journey: "\(Self.journeyPrefix)others"
        case .request: "other requests"
        case .device: "DEVICE others"
        }
    }

    /// - Parameter name: of a step, or of others of a kind.
    init(ofStep name: String) {
        if name.hasPrefix(Self.journeyPrefix) {
            self = .journey
        } else if Self.methods.contains(where: name.hasPrefix) || name == Self.request.others {
            self = .request
        } else {
            self = .device
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
