import Glibc

/// Threads of their own, for clients that wait: the pools of the language and of Dispatch have as many as there are
/// processors.
enum Threads {
    private final class Body {
        let run: () -> Void
        init(_ run: @escaping () -> Void) { self.run = run }
    }

    /// Runs the body so many times at once, each with its number, and waits for all.
    static func run(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
        for thread in (0..<count).compactMap({ index in started { body(index) } }) { pthread_join(thread, nil) }
    }

    /// Runs the body, and waits for nothing.
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
