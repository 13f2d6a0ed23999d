import Glibc

/// The kernel's state of the thread that made this, readable from any thread.
final class ThreadState: Sendable {
    struct Unreadable: Error {
        let code: Int32
    }

    private let file: Int32

    init() throws {
        file = open("/proc/thread-self/stat", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw Unreadable(code: errno) }
    }

    deinit { close(file) }

    /// Whether the thread waits for something, such as another thread's lock. A thread that only waits for a processor
    /// does not count.
    var isWaiting: Bool {
        var text = [UInt8](repeating: 0, count: 512)
        let count = pread(file, &text, text.count, 0)
        // The state is the letter after the name, which is in parentheses and may contain some itself.
        guard count > 0, let nameEnd = text.lastIndex(of: UInt8(ascii: ")")), nameEnd + 2 < count else { return false }
        return text[nameEnd + 2] == UInt8(ascii: "S")
    }
}
