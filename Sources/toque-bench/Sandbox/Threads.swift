import Glibc

/// Dedicated threads for blocking clients, because the pools of Swift and Dispatch have only as many threads as
/// processors.
enum Threads {
    private final class Body {
        let run: () -> Void
        init(_ run: @escaping () -> Void) { self.run = run }
    }

    /// Runs the body on several threads at once, each with its number, and waits for all.
    static func run(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
        for thread in (0..<count).compactMap({ index in started { body(index) } }) { pthread_join(thread, nil) }
    }

    /// Runs the body without waiting.
    static func start(_ body: @escaping @Sendable () -> Void) {
        if let thread = started(body) { pthread_detach(thread) }
    }

    private static func started(_ body: @escaping @Sendable () -> Void) -> pthread_t? {
        var thread = pthread_t()
        let context = Unmanaged.passRetained(Body(body))
        let result = pthread_create(
            &thread, nil,
            { context in
                if let context { Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run() }
                return nil
            }, context.toOpaque())
        guard result != 0 else { return thread }
        context.release()
        return nil
    }
}
