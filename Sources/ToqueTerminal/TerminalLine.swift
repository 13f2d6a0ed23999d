import Dispatch
import Glibc
import ToqueCrypto

/// Reads a line of a terminal on its own thread: a blocked read must not occupy a thread of the cooperative pool.
package enum TerminalLine {
    /// The maximum length; longer lines are cut.
    private static let limit = 1024

    /// A line of stdin without its end and surrounding white space; nil at the end of the input, or when the task is
    /// canceled.
    /// - Parameter prompt: shown first.
    package static func read(prompt: () -> Void) async -> String? {
        // Input typed before the question does not answer it: a late touch would confirm the next command, whoever
        // sends that. Without a terminal, nothing happens.
        tcflush(STDIN_FILENO, TCIFLUSH)
        prompt()
        return await bytes(of: STDIN_FILENO).map { line in
            let text = String(decoding: line, as: UTF8.self)
            return String(text.drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
        }
    }

    /// A line that the terminal does not echo, byte for byte without its end; nil as for `read`. The terminal's
    /// settings are always restored.
    /// - Parameter prompt: shown once the terminal has stopped echoing.
    package static func readSecret(of terminal: Int32, prompt: () -> Void) async -> SecretBytes? {
        var settings = termios()
        guard tcgetattr(terminal, &settings) == 0 else { return nil }
        var silent = settings
        silent.c_lflag &= ~tcflag_t(ECHO)
        // The line end is echoed, so that the next output starts on its own line.
        silent.c_lflag |= tcflag_t(ECHONL)
        // Input typed before the question does not answer it.
        guard tcsetattr(terminal, TCSAFLUSH, &silent) == 0 else { return nil }
        defer { tcsetattr(terminal, TCSAFLUSH, &settings) }
        prompt()
        guard var line = await bytes(of: terminal) else { return nil }
        return SecretBytes(consuming: &line)
    }

    private static func bytes(of descriptor: Int32) async -> [UInt8]? {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        let (wake, cancel) = (ends[0], ends[1])
        defer {
            close(wake)
            close(cancel)
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: CheckedContinuation<[UInt8]?, Never>) in
                DispatchQueue(label: "toque.terminal").async {
                    continuation.resume(returning: readBlocking(descriptor, wake: wake))
                }
            }
        } onCancel: {
            var byte: UInt8 = 0
            _ = write(cancel, &byte, 1)
        }
    }

    private static func readBlocking(_ descriptor: Int32, wake: Int32) -> [UInt8]? {
        var line: [UInt8] = []
        // Allocated at once: a growing line leaves copies behind, and it may be a secret.
        line.reserveCapacity(limit)
        while line.count < limit {
            var descriptors = [
                pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
                pollfd(fd: wake, events: Int16(POLLIN), revents: 0),
            ]
            if poll(&descriptors, 2, -1) < 0 {
                if errno == EINTR { continue }
                return nil
            }
            if descriptors[1].revents != 0 { return nil }
            var byte: UInt8 = 0
            guard Glibc.read(descriptor, &byte, 1) == 1 else { return nil }
            if byte == UInt8(ascii: "\n") { break }
            line.append(byte)
        }
        return line
    }
}
