import Dispatch
import Glibc

/// A command that runs with this process's terminal and ends before it.
struct ChildProcess: Sendable {
    let processID: pid_t

    /// Starts the command, found in PATH.
    /// - Parameter environment: the whole environment of the child.
    /// - Throws: status 3 if it cannot be started.
    init(_ command: [String], environment: [String: String]) throws(CommandError) {
        var arguments = command.map { strdup($0) } + [nil]
        var variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer {
            for pointer in arguments + variables { free(pointer) }
        }
        // The child must not inherit ignored or blocked signals, such as SIGTERM while this process waits.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
        Self.keepSockets()
        var processID = pid_t()
        let result = posix_spawnp(&processID, command.first ?? "", nil, &attributes, &arguments, &variables)
        guard result == 0 else {
            throw CommandError(
                .cannotStart, at: command.first, String(cString: strerror(result)),
                hint: "write a command that exists after `--`")
        }
        self.processID = processID
    }

    /// Closes this process's sockets in children. A child that kept a listener open would still accept connections
    /// after the end of this process, without a response. SwiftNIO does not set close-on-exec.
    private static func keepSockets() {
        guard let folder = opendir("/proc/self/fd") else { return }
        defer { closedir(folder) }
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard let descriptor = Int32(name) else { continue }
            var status = stat()
            if fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK, descriptor > 2 {
                _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
            }
        }
    }

    /// Waits for the end, on a thread of its own.
    /// - Returns: the exit code; after a signal, 128 plus its number, as in shells.
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
