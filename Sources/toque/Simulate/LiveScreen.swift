import Dispatch
import Synchronization

/// Prints lines on a thread of its own. A terminal that stops reading (Ctrl-S) blocks this thread, and no request.
final class LiveScreen: Sendable {
    private struct State {
        var waiting = 0
        var omitted = 0
    }

    /// Further lines are omitted, and counted.
    private static let limit = 1000
    /// How long the end of the sandbox waits for the terminal.
    private static let patience = Duration.seconds(1)

    private let queue = DispatchQueue(label: "toque.live-lines")
    private let state = Mutex(State())

    func show(_ line: String) {
        let hasRoom = state.withLock { state in
            guard state.waiting < Self.limit else {
                state.omitted += 1
                return false
            }
            state.waiting += 1
            return true
        }
        guard hasRoom else { return }
        queue.async { [self] in
            Console.standard.progress(line)
            let omitted = state.withLock { state in
                state.waiting -= 1
                // At the place of the missing lines.
                guard state.waiting == 0 else { return 0 }
                defer { state.omitted = 0 }
                return state.omitted
            }
            if omitted > 0 { Console.standard.progress("    … \(omitted) lines omitted") }
        }
    }

    /// Returns when all lines are printed, or the terminal does not read.
    func flush() async {
        let end = ContinuousClock.now + Self.patience
        while state.withLock({ $0.waiting > 0 }), ContinuousClock.now < end {
            try? await Task.sleep(for: .milliseconds(10))
        }
    }
}
