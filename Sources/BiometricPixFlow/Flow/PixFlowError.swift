/// Why a flow cannot go on, where it is not the API that says so.
public enum PixFlowError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The journal is of another flow: of the other kind, or one that was begun with something else.
    case otherFlow(String)
    /// Two tasks asked the same flow for its next step at once.
    case concurrentUse
    /// The answer of the API lacks what the next step needs.
    case missing(member: String, of: String)
    /// The flow has told its result already.
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
