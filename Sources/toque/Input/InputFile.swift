import Glibc
import ToqueTerminal

/// A file, or stdin, read in pieces.
final class InputFile {
    /// For error messages.
    let name: String
    private let descriptor: Int32

    /// Bytes per read: enough for judging their lines to keep all processors busy.
    private static let chunkSize = 1 << 20

    /// - Parameters:
    ///   - name: a path, or `-` for stdin.
    ///   - what: the input to request from a person at a terminal.
    /// - Throws: status 3 with the system's message if it cannot be opened.
    init(_ name: String, asking what: String = "JSON") throws(CommandError) {
        guard name != "-" else {
            // Without a prompt, a command that waits for typed input seems to hang.
            if Terminal.isInteractive {
                Console.standard.progress("Type or paste \(what), then Ctrl-D on a line of its own:")
            }
            self.name = "stdin"
            descriptor = STDIN_FILENO
            return
        }
        self.name = name
        descriptor = open(name, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw Self.missing(name, errno)
        }
    }

    /// The error for a file that cannot be opened.
    static func missing(_ name: String, _ fault: Int32) -> CommandError {
        CommandError(
            .unreadableFile, at: name, String(cString: strerror(fault)),
            hint: "name a file that \(fault == EACCES ? "you may read" : "exists"), or - for stdin")
    }

    deinit {
        if descriptor != STDIN_FILENO { close(descriptor) }
    }

    /// The next bytes, or none at the end.
    /// - Throws: status 3 if they cannot be read.
    func chunk() throws(CommandError) -> [UInt8] {
        var fault: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: Self.chunkSize) { buffer, count in
            var read = -1
            repeat { read = Glibc.read(descriptor, buffer.baseAddress, buffer.count) } while read < 0 && errno == EINTR
            fault = read < 0 ? errno : 0
            count = max(0, read)
        }
        guard fault == 0 else { throw CommandError(.unreadableFile, at: name, String(cString: strerror(fault))) }
        return bytes
    }

    /// All bytes.
    /// - Parameter limit: a larger file is not read to its end.
    /// - Throws: status 3 if there are more bytes, or they cannot be read.
    func bytes(limit: Int) throws(CommandError) -> [UInt8] {
        var bytes: [UInt8] = []
        while true {
            let chunk = try chunk()
            if chunk.isEmpty { return bytes }
            bytes += chunk
            guard bytes.count <= limit else {
                throw CommandError(
                    .unreadableFile, at: name, "has more than \(limit) bytes", hint: "name a smaller file")
            }
        }
    }
}

/// Reads files named on the command line.
enum Input {
    /// Larger files are not valid options.
    static let limit = 1 << 20

    /// Returns the bytes of a file, or of stdin if the name is `-`.
    /// - Parameters:
    ///   - limit: more bytes are refused.
    ///   - what: the input to request from a person at a terminal.
    /// - Throws: `CommandError` with status 3 and the system's message.
    static func bytes(
        of name: String, limit: Int = limit, asking what: String = "JSON"
    ) throws(CommandError) -> [UInt8] {
        try InputFile(name, asking: what).bytes(limit: limit)
    }
}
