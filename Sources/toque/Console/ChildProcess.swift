import Dispatch
import Glibc

/// A command that runs with this process's terminal and ends before it does.
struct ChildProcess: Sendable {
    let processID: pid_t

    /// Starts the command, found in PATH.
    /// - Parameter environment: the whole environment of the child.
    /// - Throws: status 3 where it cannot be started.
    init(_ command: [String], environment: [String: String]) throws(CommandError) {
        var arguments = command.map { strdup($0) } + [nil]
        var variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer {
            for pointer in arguments + variables { free(pointer) }
        }
        // What this process ignores or blocks, such as SIGTERM while it waits, the child must not.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
        var processID = pid_t()
        let result = posix_spawnp(&processID, command.first ?? "", nil, &attributes, &arguments, &variables)
        guard result == 0 else {
            throw CommandError(
                .unreachable, "\(command.first ?? ""): \(String(cString: strerror(result)))",
                try: "a command that exists behind --")
        }
        self.processID = processID
    }

    /// Waits for the end, on a thread of its own.
    /// - Returns: the exit code; 128 and the signal's number where a signal ended it, as shells say it.
    func wait() async -> Int32 {
        await withCheckedContinuation { continuation in
            DispatchQueue(label: "toque.child").async {
                var status: Int32 = 0
                while waitpid(processID, &status, 0) < 0, errno == EINTR {}
                let signal = status & 0x7F
                continuation.resume(returning: signal == 0 ? status >> 8 & 0xFF : 128 + signal)
            }
        }
    }

    func send(_ signal: Int32) { kill(processID, signal) }
}
