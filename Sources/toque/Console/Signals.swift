import Dispatch
import Glibc

/// The signals that are for a process to act on, as a stream instead of a death.
enum Signals {
    /// SIGINT and SIGTERM from now on. Ends never.
    static func termination() -> AsyncStream<Int32> { stream(of: [SIGINT, SIGTERM]) }

    /// These signals from now on. Ends never.
    static func stream(of numbers: [Int32]) -> AsyncStream<Int32> {
        AsyncStream { continuation in
            let sources = numbers.map { number in
                signal(number, SIG_IGN)
                let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
                source.setEventHandler { continuation.yield(number) }
                source.resume()
                return source
            }
            let box = Box(sources)
            continuation.onTermination = { _ in box.sources.forEach { $0.cancel() } }
        }
    }

    /// Keeps the sources alive as long as the stream.
    private final class Box: @unchecked Sendable {
        // Sendable: written once in init; cancelling a source is safe from any thread.
        let sources: [any DispatchSourceSignal]
        init(_ sources: [any DispatchSourceSignal]) { self.sources = sources }
    }
}
