import Glibc
import LoadMeasurement
import Testing

@testable import toque

@Suite(.timeLimit(.minutes(1))) struct LiveLoadTests {
    @Test("Without a terminal, a load test shows a line every ten seconds, with the failures so far")
    func pipe() async {
        await #expect(processExitsWith: .success) {
            var ends: [Int32] = [-1, -1]
            Glibc.pipe(&ends)
            dup2(ends[1], STDERR_FILENO)
            let live = LiveLoad()
            for second in 1...25 { live.show(interval(second)) }
            live.end()
            var buffer = [UInt8](repeating: 0, count: 4096)
            let count = read(ends[0], &buffer, buffer.count)
            let lines = String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
            let numbers = "4.0/s  p50 2.0 ms  p99 100.0 ms"
            let first = "10.0s  2 users  40 requests  \(numbers)  10 failed\n"
            let second = "20.0s  2 users  80 requests  \(numbers)  20 failed\n"
            #expect(lines == first + second)
        }
    }

    @Test("On a terminal, a load test replaces one line, cut to its width, and removes it at the end")
    func terminal() async {
        await #expect(processExitsWith: .success) {
            unsetenv("COLUMNS")
            var (master, slave): (Int32, Int32) = (-1, -1)
            var size = winsize(ws_row: 24, ws_col: 40, ws_xpixel: 0, ws_ypixel: 0)
            try #require(openpty(&master, &slave, nil, nil, &size) == 0)
            dup2(slave, STDERR_FILENO)
            let live = LiveLoad()
            for second in 1...2 { live.show(interval(second)) }
            live.end()
            let first = "\r1.0s  2 users  4 requests  4.0/s  p50 …\u{1B}[K"
            let second = "\r2.0s  2 users  8 requests  4.0/s  p50 …\u{1B}[K"
            let expected = Array((first + second + "\r\u{1B}[K").utf8)
            var shown: [UInt8] = []
            var buffer = [UInt8](repeating: 0, count: 4096)
            while shown.count < expected.count {
                let count = read(master, &buffer, buffer.count)
                try #require(count > 0)
                shown += buffer[..<count]
            }
            #expect(shown == expected)
        }
    }
}

/// The second of a load test in which four requests ended, one of them with a failure.
private func interval(_ second: Int) -> LoadInterval {
    let recorder = StepRecorder(shards: 1)
    let latencies: [Int] = [2, 2, 2, 100]
    for latency in latencies {
        let failure = latency == 100 ? "answered 500" : nil
        recorder.record([StepOutcome(name: "GET /", duration: .milliseconds(latency), failure: failure)])
    }
    return LoadInterval(
        end: .seconds(second), length: .seconds(1), requests: recorder.takeInterval(), active: 2)
}
