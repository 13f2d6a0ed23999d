/// The reason why a flow cannot continue, other than an API error.
public enum PixFlowError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The journal belongs to another flow: of the other kind, or with another request.
    case otherFlow(String)
    /// Two tasks requested the same flow's next step at once.
    case concurrentUse
    /// The API's response lacks data for the next step.
    case missing(member: String, of: String)
    /// The flow has already returned its result.
    case isFinished

    public var description: String {
        switch self {
        case .otherFlow(let what): "the journal is of another flow: \(what); resume that one, or remove the journal"
        case .concurrentUse: "the flow is at a step already; ask for the next one when that is done"
        case .missing(let member, let object): "\(object) has no \(member)"
        case .isFinished: "the flow has told its result already; open its journal again to have it once more"
        }
    }
}
