import Glibc

/// A process that serves until it is stopped, and that does not outlive this one, however this one ends.
final class ChildProcess {
    let id: pid_t
    /// A shell that waits for the other end of its stdin to be closed, which the system does for whoever dies.
    /// PR_SET_PDEATHSIG (prctl(2)) is no way: it looks at the thread that made the child, and those of a pool come and go.
    private let watcher: pid_t
    private let lifeline: Int32

    /// - Parameters: as `Processes.spawn`.
    init(_ command: [String], quiet: Bool = false, output: Int32? = nil) throws {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw Processes.Failure(description: "no pipe") }
        defer { close(ends[0]) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        lifeline = ends[1]
        id = try Processes.spawn(command, quiet: quiet, output: output)
        watcher = try Processes.spawn(
            ["/bin/sh", "-c", "trap '' HUP INT TERM; read -r line || kill \(id)"], quiet: true, input: ends[0])
    }

    /// Ends it in order, and waits for that.
    func stop() {
        kill(id, SIGTERM)
        Processes.wait(for: id)
        // Before the id may be somebody else's.
        _ = write(lifeline, "\n", 1)
        close(lifeline)
        Processes.wait(for: watcher)
    }
}
