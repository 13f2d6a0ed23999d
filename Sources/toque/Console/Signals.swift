import Dispatch
import Glibc

/// The signals that are for a process to act on, as a stream instead of a death. One stream at a time: a later one
/// takes the signals over.
enum Signals {
    /// SIGINT and SIGTERM from now on, and SIGHUP, with which a terminal goes, unless nohup(1) has it ignored. Ends
    /// never.
    static func termination() -> AsyncStream<Int32> {
        stream(of: [SIGINT, SIGTERM] + (isIgnored(SIGHUP) ? [] : [SIGHUP]))
    }

    private static func isIgnored(_ number: Int32) -> Bool {
        var action = sigaction()
        sigaction(number, nil, &action)
        return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
            == unsafeBitCast(SIG_IGN, to: Int.self)
    }

    /// These signals from now on, none of them lost: Dispatch's own sources hear a signal only from some time after
    /// they were made. Ends never.
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
        // Sendable: written once in init; cancelling a source is safe from any thread.
        let source: any DispatchSourceRead
        init(_ source: any DispatchSourceRead) { self.source = source }
    }
}

/// What a signal's handler may touch: nothing but a descriptor and write(2) (signal-safety(7)).
private enum SignalPipe {
    // Set before any handler is.
    nonisolated(unsafe) static var writeEnd: Int32 = -1

    static func tell(_ number: Int32) {
        let before = errno
        var byte = UInt8(truncatingIfNeeded: number)
        _ = write(writeEnd, &byte, 1)
        errno = before
    }
}
