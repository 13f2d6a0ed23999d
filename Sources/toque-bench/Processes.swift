import Dispatch
import Glibc

/// Other processes that are measured: their start and their memory.
enum Processes {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// The best time of a command from its start to its end, in milliseconds.
    static func startUp(_ command: [String], runs: Int = 100) throws -> Double {
        let clock = ContinuousClock()
        var best = Double.infinity
        for _ in 0..<runs {
            let start = clock.now
            let process = try spawn(command, quiet: true)
            var status: Int32 = 0
            waitpid(process, &status, 0)
            guard status == 0 else { throw Failure(description: "\(command) ended with status \(status)") }
            best = min(best, (clock.now - start).inSeconds * 1000)
        }
        return best
    }

    /// Starts a command; `quiet` sends its output away, and `output` takes its stdout.
    static func spawn(_ command: [String], quiet: Bool = false, output: Int32? = nil) throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        if quiet {
            for descriptor in [STDOUT_FILENO, STDERR_FILENO] {
                posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_WRONLY, 0)
            }
        }
        if let output { posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO) }
        var arguments = command.map { strdup($0) } + [nil]
        defer { arguments.forEach { free($0) } }
        var process = pid_t()
        let result = posix_spawnp(&process, command[0], &actions, nil, &arguments, environ)
        guard result == 0 else { throw Failure(description: "\(command[0]): \(String(cString: strerror(result)))") }
        return process
    }

    /// A line of /proc/PID/status in MB, such as VmRSS or VmHWM.
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
