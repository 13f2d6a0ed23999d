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

    /// Runs work that SIGINT and SIGTERM cancel, so that a key is told to give up and a terminal gets its settings back.
    /// Then the signal ends the process, as it would have without this. A second one ends it at once.
    static func interrupting<Value: Sendable, Failure: Error>(
        _ work: @escaping @Sendable () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let signals = termination()
        let work = Task { () async -> Result<Value, Failure> in
            do throws(Failure) {
                return .success(try await work())
            } catch {
                return .failure(error)
            }
        }
        let watch = Task { () -> Int32? in
            for await number in signals {
                signal(number, SIG_DFL)
                work.cancel()
                return number
            }
            return nil
        }
        let result = await work.value
        watch.cancel()
        if case .failure = result, let number = await watch.value { die(of: number) }
        for number in [SIGINT, SIGTERM] { signal(number, SIG_DFL) }
        return try result.get()
    }

    /// A shell's loop goes on after an exit code, and ends where its command died of an interrupt.
    private static func die(of number: Int32) -> Never {
        Console.standard.error("interrupted")
        signal(number, SIG_DFL)
        // Dispatch's own threads block it.
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, number)
        pthread_sigmask(SIG_UNBLOCK, &signals, nil)
        raise(number)
        exit(128 + number)
    }

    /// Keeps the sources alive as long as the stream.
    private final class Box: @unchecked Sendable {
        // Sendable: written once in init; cancelling a source is safe from any thread.
        let sources: [any DispatchSourceSignal]
        init(_ sources: [any DispatchSourceSignal]) { self.sources = sources }
    }
}
