import Dispatch
import Synchronization

/// Runs asynchronous work for a C program, whose thread waits for it. That thread is not one of Swift's executors, so
/// no task waits for it in turn.
func waiting<Value: Sendable>(for work: @escaping @Sendable () async -> Value) -> Value {
    let outcome = Outcome<Value>()
    Task.detached { outcome.set(await work()) }
    return outcome.wait()
}

private final class Outcome<Value: Sendable>: Sendable {
    private let value = Mutex<Value?>(nil)
    private let isSet = DispatchSemaphore(value: 0)

    func set(_ value: Value) {
        self.value.withLock { $0 = value }
        isSet.signal()
    }

    func wait() -> Value {
        while true {
            isSet.wait()
            if let value = value.withLock({ $0 }) { return value }
        }
    }
}
