import Dispatch
import Glibc
import ToqueWebAuthn

/// Asks the person at the terminal for the gesture that a phone would ask for.
struct TerminalInteraction: UserInteraction {
    let console: Console

    func requestGesture(_ prompt: GesturePrompt) async throws(WebAuthnError) -> UserGesture {
        let action =
            switch prompt.operation {
            case .register: "register with"
            case .authenticate: "sign in to"
            case .select: "choose this key"
            case .reset: "erase this key"
            }
        let place = prompt.rpID.map { " \($0)" } ?? ""
        let user = prompt.userName.map { " as \($0.onOneLine)" } ?? ""
        let gesture =
            switch prompt.verification {
            case .face: "Face"
            case .fingerprint: "Fingerprint"
            case .pin: "PIN"
            case .none: "Touch"
            }
        while true {
            console.prompt("\(gesture) to \(action)\(place)\(user)? [y]es, [n]o, [w]ait for the time-out: ")
            guard let line = await TerminalLine.read() else {
                console.progress("")
                return .timeout
            }
            switch line.lowercased() {
            case "y", "yes": return .approve
            case "n", "no": return .decline
            case "w", "wait":
                await waitForCancellation()
                return .timeout
            default: continue
            }
        }
    }

    private func waitForCancellation() async {
        let (stream, continuation) = AsyncStream<Never>.makeStream()
        // The stream ends when the task is cancelled, and by nothing else.
        for await _ in stream {}
        continuation.finish()
    }
}

/// One line of stdin, read on a thread of its own: a blocked read must not hold a thread of the cooperative pool.
enum TerminalLine {
    /// The line without its end; nil at the end of the input, or when the task is cancelled.
    static func read() async -> String? {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        let (wake, cancel) = (ends[0], ends[1])
        defer {
            close(wake)
            close(cancel)
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: CheckedContinuation<String?, Never>) in
                DispatchQueue(label: "toque.terminal").async {
                    continuation.resume(returning: readBlocking(wake: wake))
                }
            }
        } onCancel: {
            var byte: UInt8 = 0
            _ = write(cancel, &byte, 1)
        }
    }

    private static func readBlocking(wake: Int32) -> String? {
        var line: [UInt8] = []
        while line.count < 1024 {
            var descriptors = [
                pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0),
                pollfd(fd: wake, events: Int16(POLLIN), revents: 0),
            ]
            if poll(&descriptors, 2, -1) < 0 {
                if errno == EINTR { continue }
                return nil
            }
            if descriptors[1].revents != 0 { return nil }
            var byte: UInt8 = 0
            guard Glibc.read(STDIN_FILENO, &byte, 1) == 1 else { return nil }
            if byte == UInt8(ascii: "\n") { break }
            line.append(byte)
        }
        let text = String(decoding: line, as: UTF8.self)
        return String(text.drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
    }
}
