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
        var threads: [pthread_t] = []
        for index in 0..<count {
            var thread = pthread_t()
            let context = Unmanaged.passRetained(Body { body(index) })
            let result = pthread_create(
                &thread, nil,
                { context in
                    if let context { Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run() }
                    return nil
                }, context.toOpaque())
            if result == 0 { threads.append(thread) } else { context.release() }
        }
        for thread in threads { pthread_join(thread, nil) }
    }
}
