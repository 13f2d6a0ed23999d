import LoadMeasurement
import Synchronization

/// Shows a running load test on stderr: one line that changes on a terminal, a line every ten seconds elsewhere.
final class LiveLoad: Sendable {
    /// The time between two lines that stay.
    private static let pause = Duration.seconds(10)

    private struct State {
        var requests = 0
        var failures = 0
        var lastLine = Duration.zero
    }

    private let screen = OutputScreen.progress
    private let state = Mutex(State())

    func show(_ interval: LoadInterval) {
        let (requests, failures, isDue) = state.withLock { state in
            state.requests += interval.requests
            state.failures += interval.failures
            let isDue = interval.end - state.lastLine >= Self.pause
            if isDue { state.lastLine = interval.end }
            return (state.requests, state.failures, isDue)
        }
        let line =
            "\(LoadNumbers.span(interval.end))  \(interval.active) users  \(requests) requests  "
            + "\(LoadNumbers.rate(interval.rate))/s  p50 \(LoadNumbers.milliseconds(interval.p50)) ms  "
            + "p99 \(LoadNumbers.milliseconds(interval.p99)) ms  \(failures) failed"
        if let width = screen.width {
            Console.standard.replaceLine(Table.cut(line, to: width - 1, .text))
        } else if isDue {
            Console.standard.progress(line)
        }
    }

    /// Leaves the terminal's line as it was.
    func end() {
        if screen.width != nil { Console.standard.replaceLine("") }
    }
}
