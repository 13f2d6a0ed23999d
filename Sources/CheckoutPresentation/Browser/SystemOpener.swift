import Dispatch
import Glibc

/// Opens web pages with the desktop's default program.
public enum SystemOpener {
    /// - Parameters:
    ///   - url: of a web page, with `http:` or `https:`.
    ///   - browser: the program to use instead, as in the variable `BROWSER`: commands between colons, the first that
    ///     works.
    /// - Returns: false if the machine has no such program, or for a URL that is not a web page.
    public static func open(_ url: String, browser: String? = nil) async -> Bool {
        // A text that begins with a hyphen would be an option; another scheme could start any program.
        guard url.hasPrefix("http://") || url.hasPrefix("https://") else { return false }
        let programs = browser?.split(separator: ":").map(String.init) ?? ["xdg-open"]
        return await withCheckedContinuation { continuation in
            DispatchQueue(label: "system-opener").async {
                continuation.resume(returning: programs.contains { run($0, url) })
            }
        }
    }

    /// Runs a program to its end, without its output.
    private static func run(_ program: String, _ argument: String) -> Bool {
        var actions = posix_spawn_file_actions_t()
        guard posix_spawn_file_actions_init(&actions) == 0 else { return false }
        defer { posix_spawn_file_actions_destroy(&actions) }
        for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
            posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
        }
        var arguments: [UnsafeMutablePointer<CChar>?] = [strdup(program), strdup(argument), nil]
        defer { for argument in arguments { free(argument) } }
        var process = pid_t()
        guard posix_spawnp(&process, program, &actions, nil, &arguments, environ) == 0 else { return false }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 { guard errno == EINTR else { return false } }
        return status == 0
    }
}
