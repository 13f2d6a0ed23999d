import Glibc

/// A server process that runs until it is stopped, and never outlives this process, however it ends.
final class ServerProcess {
    let id: pid_t
    /// A shell that waits until the other end of its stdin is closed, which the system does when this process dies.
    /// PR_SET_PDEATHSIG (prctl(2)) does not work: it follows the thread that created the child, and a pool's threads
    /// come and go.
    private let watcher: pid_t
    private let lifeline: Pipe

    /// - Parameters: like `Processes.spawn`; the command begins with the path of a program.
    init(_ command: [String], quiet: Bool = false, output: Int32? = nil) throws {
        // The shell in between would not report it.
        guard access(command[0], X_OK) == 0 else {
            throw Processes.Failure(description: "\(command[0]): \(String(cString: strerror(errno)))")
        }
        // The command starts once it is watched, so nothing remains if this process dies in between.
        let gate = try Pipe()
        let life = try Pipe()
        id = try Processes.spawn(
            ["/bin/sh", "-c", "read -r line && exec \"$@\" </dev/null", "sh"] + command, quiet: quiet, output: output,
            input: gate.reading)
        watcher = try Processes.spawn(
            ["/bin/sh", "-c", "trap '' HUP INT TERM; read -r line || kill \(id)"], quiet: true, input: life.reading)
        lifeline = life
        gate.writeLine()
    }

    /// Ends it gracefully and waits for that.
    func stop() {
        kill(id, SIGTERM)
        Processes.wait(for: id)
        // Before the process ID can be reused.
        lifeline.writeLine()
        Processes.wait(for: watcher)
    }
}

/// A pipe whose ends no child inherits unless it receives one. Both ends close with it.
private final class Pipe {
    let reading: Int32
    private let writing: Int32

    init() throws {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw Processes.Failure(description: "no pipe") }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        (reading, writing) = (ends[0], ends[1])
    }

    deinit {
        close(reading)
        close(writing)
    }

    func writeLine() { _ = write(writing, "\n", 1) }
}
