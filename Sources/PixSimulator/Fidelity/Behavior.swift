/// A thing that the simulator does, and what speaks for it. `docs/fidelity.md` prints all of them.
struct Behavior: Sendable {
    /// What speaks for it.
    enum Basis: Sendable {
        /// A public document says so.
        case documented(Source, section: String)
        /// No document says it, but the SDK's declarations have the names and types.
        case seenInHeaders(String)
        /// A choice of this project, where the documents are silent or contradict themselves.
        case assumed(why: String)
    }

    /// A stable word.
    let id: String
    let summary: String
    let basis: Basis
    /// Endpoints, or where else it takes place.
    let place: String
}

extension Behavior {
    /// Every one, each kind in the order of a flow.
    static let all = documented + seenInHeaders + Assumption.allCases.map(\.behavior)
}
