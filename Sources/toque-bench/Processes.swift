import Dispatch
import Glibc

/// Measured processes: their start and their memory.
enum Processes {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// The best duration of a command, from start to end, in milliseconds.
    static func startUp(_ command: [String], runs: Int = 100) throws -> Double {
        try (0..<runs).map { _ in try time(of: [command]) }.min() ?? .infinity
    }

    /// The time from the start of parallel commands to the end of the last one, in milliseconds.
    static func time(of commands: [[String]]) throws -> Double {
        let clock = ContinuousClock()
        let start = clock.now
        let processes = try commands.map { try spawn($0, quiet: true) }
        for (process, command) in zip(processes, commands) {
            var status: Int32 = 0
            waitpid(process, &status, 0)
            guard status == 0 else { throw Failure(description: "\(command) ended with status \(status)") }
        }
        return (clock.now - start).inSeconds * 1000
    }

    /// Waits for a child to end.
    static func wait(for process: pid_t) {
        var status: Int32 = 0
        waitpid(process, &status, 0)
    }

    /// The executable of this process.
    static func ownPath() throws -> String {
        guard let path = realpath("/proc/self/exe", nil) else {
            throw Failure(description: "/proc/self/exe: \(String(cString: strerror(errno)))")
        }
        defer { free(path) }
        return String(cString: path)
    }

    /// Starts a command; `quiet` discards its output, `output` receives its stdout, and `input` is its stdin.
    static func spawn(
        _ command: [String], quiet: Bool = false, output: Int32? = nil, input: Int32? = nil
    ) throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        if quiet {
            for descriptor in [STDOUT_FILENO, STDERR_FILENO] {
                posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_WRONLY, 0)
            }
        }
        if let input { posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO) }
        if let output { posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO) }
        var arguments = command.map { strdup($0) } + [nil]
        defer { arguments.forEach { free($0) } }
        var process = pid_t()
        let result = posix_spawnp(&process, command[0], &actions, nil, &arguments, environ)
        guard result == 0 else { throw Failure(description: "\(command[0]): \(String(cString: strerror(result)))") }
        return process
    }

    /// Returns a line of /proc/PID/status in MB, such as VmRSS or VmHWM.
    static func memory(_ name: String, of process: String = "self") -> Double {
        guard let file = fopen("/proc/\(process)/status", "r") else { return 0 }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 256)
        while fgets(&line, 256, file) != nil {
            let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            guard text.hasPrefix("\(name):") else { continue }
            let digits = text.filter(\.isNumber)
            return (Double(digits) ?? 0) / 1024
        }
        return 0
    }
}
