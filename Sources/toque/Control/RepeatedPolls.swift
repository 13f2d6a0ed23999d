import Synchronization
import ToqueEncoding

/// Counts polls in a row, which are the same GET request with the same answer, so that they do not fill the screen.
final class RepeatedPolls: Sendable {
    private struct State {
        /// The member `poll`: equal polls have the same.
        var key: String?
        var count = 0
    }

    private let state = Mutex(State())

    /// Takes the next entry of the journal.
    /// - Returns: whether to show it, and the count to print before it if a run has ended.
    func next(_ entry: JSON) -> (isShown: Bool, count: String?) {
        let key = entry["poll"]?.stringValue
        return state.withLock { state in
            if let key, key == state.key {
                state.count += 1
                return (false, nil)
            }
            defer { state = State(key: key, count: 1) }
            return (true, Self.text(state.count))
        }
    }

    /// Ends the last run.
    /// - Returns: its count, if it repeated.
    func end() -> String? {
        state.withLock { state in
            defer { state = State() }
            return Self.text(state.count)
        }
    }

    private static func text(_ count: Int) -> String? { count > 1 ? "    ×\(count)" : nil }
}
