import Dispatch
import Glibc

/// The signals that a process handles itself, as a stream. Only one stream at a time: a later one takes over.
enum Signals {
    /// SIGINT and SIGTERM from now on, and SIGHUP of a closing terminal unless nohup(1) ignores it. Endless.
    static func termination() -> AsyncStream<Int32> {
        stream(of: [SIGINT, SIGTERM] + (isIgnored(SIGHUP) ? [] : [SIGHUP]))
    }

    private static func isIgnored(_ number: Int32) -> Bool {
        var action = sigaction()
        sigaction(number, nil, &action)
        return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
            == unsafeBitCast(SIG_IGN, to: Int.self)
    }

    /// These signals from now on, without losing any: Dispatch's own sources miss signals that arrive shortly after
    /// their creation. Endless.
    static func stream(of numbers: [Int32]) -> AsyncStream<Int32> {
        AsyncStream { continuation in
            var ends: [Int32] = [-1, -1]
            guard pipe(&ends) == 0 else { return }
            for end in ends {
                _ = fcntl(end, F_SETFD, FD_CLOEXEC)
                _ = fcntl(end, F_SETFL, O_NONBLOCK)
            }
            let end = ends[0]
            let source = DispatchSource.makeReadSource(fileDescriptor: end, queue: .global())
            source.setEventHandler {
                var number: UInt8 = 0
                while read(end, &number, 1) == 1 { continuation.yield(Int32(number)) }
            }
            source.activate()
            SignalPipe.writeEnd = ends[1]
            var action = sigaction()
            action.__sigaction_handler.sa_handler = { number in SignalPipe.tell(number) }
            action.sa_flags = SA_RESTART
            for number in numbers { sigaction(number, &action, nil) }
            let box = Box(source)
            continuation.onTermination = { _ in box.source.cancel() }
        }
    }

    /// Keeps the source alive as long as the stream.
    private final class Box: @unchecked Sendable {
        // Sendable: written once in init; canceling a source is safe from any thread.
        let source: any DispatchSourceRead
        init(_ source: any DispatchSourceRead) { self.source = source }
    }
}

/// The state of a signal handler, which may only use a descriptor and write(2) (signal-safety(7)).
private enum SignalPipe {
    // Set before any handler is installed.
    nonisolated(unsafe) static var writeEnd: Int32 = -1

    static func tell(_ number: Int32) {
        let before = errno
        var byte = UInt8(truncatingIfNeeded: number)
        _ = write(writeEnd, &byte, 1)
        errno = before
    }
}
