/// A person's permission to read location, cell and call facts, asked once and stored.
public struct LocationPermission: Sendable {
    private static let name = "location-permission"
    private let state: any StateDirectory

    public init(state: any StateDirectory) { self.state = state }

    /// The stored answer; nil if nobody was asked yet or the stored answer cannot be read.
    public var answer: Bool? {
        switch state.read(Self.name).map({ String(decoding: $0, as: UTF8.self) }) {
        case "allowed\n": true
        case "denied\n": false
        default: nil
        }
    }

    /// Stores an answer, replacing an earlier one.
    /// - Throws: `stateNotKept`.
    public func remember(_ allowed: Bool) throws(RiskSignalsError) {
        try state.replace(Self.name, with: Array((allowed ? "allowed\n" : "denied\n").utf8))
    }

    /// Deletes the answer, so that the person is asked again.
    /// - Throws: `stateNotKept`.
    public func forget() throws(RiskSignalsError) { try state.remove(Self.name) }

    /// Returns the stored answer, or asks the person and stores the answer.
    /// - Throws: `stateNotKept` if the answer cannot be stored.
    public func request(ask: () -> Bool) throws(RiskSignalsError) -> Bool {
        if let answer { return answer }
        let allowed = ask()
        try remember(allowed)
        return allowed
    }
}
