import Glibc

/// Reads what a person names on the command line.
enum Input {
    /// Files larger than this are no options.
    static let limit = 1 << 20

    /// The bytes of a file, or of stdin where the name is `-`.
    /// - Throws: `CommandError` with status 3, saying what the system said.
    static func bytes(of name: String) throws(CommandError) -> [UInt8] {
        if name == "-" {
            // A command that waits for what nobody has typed looks like one that hangs.
            if Terminal.isInteractive {
                Console.standard.progress("Type or paste JSON, then Ctrl-D on a line of its own:")
            }
            return try read(STDIN_FILENO, name: "stdin")
        }
        let descriptor = open(name, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw CommandError(
                .unreachable, "\(name): \(String(cString: strerror(errno)))", try: "a file that exists, or - for stdin")
        }
        defer { close(descriptor) }
        return try read(descriptor, name: name)
    }

    private static func read(_ descriptor: Int32, name: String) throws(CommandError) -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 16 << 10)
        while true {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else {
                throw CommandError(.unreachable, "\(name): \(String(cString: strerror(errno)))")
            }
            if count == 0 { return bytes }
            bytes += buffer[..<count]
            guard bytes.count <= limit else {
                throw CommandError(.unreachable, "\(name): more than \(limit) bytes", try: "a file with options alone")
            }
        }
    }
}
