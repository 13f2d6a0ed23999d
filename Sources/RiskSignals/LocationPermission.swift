/// A person's answer to whether location, cell and call facts may be read, asked once and remembered.
public struct LocationPermission: Sendable {
    private static let name = "location-permission"
    private let state: any StateDirectory

    public init(state: any StateDirectory) { self.state = state }

    /// The remembered answer; nil where nobody was asked yet or what is kept cannot be read.
    public var answer: Bool? {
        switch state.read(Self.name).map({ String(decoding: $0, as: UTF8.self) }) {
        case "allowed\n": true
        case "denied\n": false
        default: nil
        }
    }

    /// Remembers an answer, in the place of an earlier one.
    /// - Throws: `stateNotKept`.
    public func remember(_ allowed: Bool) throws(RiskSignalsError) {
        try state.replace(Self.name, with: Array((allowed ? "allowed\n" : "denied\n").utf8))
    }

    /// Forgets the answer, so that the person is asked again.
    /// - Throws: `stateNotKept`.
    public func forget() throws(RiskSignalsError) { try state.remove(Self.name) }

    /// The remembered answer, or else the person's, which is then remembered.
    /// - Throws: `stateNotKept` where the answer cannot be remembered.
    public func request(ask: () -> Bool) throws(RiskSignalsError) -> Bool {
        if let answer { return answer }
        let allowed = ask()
        try remember(allowed)
        return allowed
    }
}
