import Glibc
import ToqueTerminal

/// A file, or stdin, that is read in pieces.
final class InputFile {
    /// For error messages.
    let name: String
    private let descriptor: Int32

    /// Bytes that are read at a time: so many that judging the lines among them keeps all processors busy.
    private static let chunkSize = 1 << 20

    /// - Parameters:
    ///   - name: a path, or `-` for stdin.
    ///   - what: what a person at a terminal is asked for.
    /// - Throws: status 3 where it cannot be opened, saying what the system said.
    init(_ name: String, asking what: String = "JSON") throws(CommandError) {
        guard name != "-" else {
            // A command that waits for what nobody has typed looks like one that hangs.
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
            throw CommandError(
                .unreachable, "\(name): \(String(cString: strerror(errno)))", try: "a file that exists, or - for stdin")
        }
    }

    deinit {
        if descriptor != STDIN_FILENO { close(descriptor) }
    }

    /// The next bytes; none at the end.
    /// - Throws: status 3 where they cannot be read.
    func chunk() throws(CommandError) -> [UInt8] {
        var fault: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: Self.chunkSize) { buffer, count in
            var read = -1
            repeat { read = Glibc.read(descriptor, buffer.baseAddress, buffer.count) } while read < 0 && errno == EINTR
            fault = read < 0 ? errno : 0
            count = max(0, read)
        }
        guard fault == 0 else { throw CommandError(.unreachable, "\(name): \(String(cString: strerror(fault)))") }
        return bytes
    }

    /// All bytes.
    /// - Parameter limit: what is larger is not read to its end.
    /// - Throws: status 3 where there are more bytes, or they cannot be read.
    func bytes(limit: Int) throws(CommandError) -> [UInt8] {
        var bytes: [UInt8] = []
        while true {
            let chunk = try chunk()
            if chunk.isEmpty { return bytes }
            bytes += chunk
            guard bytes.count <= limit else {
                throw CommandError(.unreachable, "\(name): more than \(limit) bytes", try: "a smaller file")
            }
        }
    }
}

/// Reads what a person names on the command line.
enum Input {
    /// Files larger than this are no options.
    static let limit = 1 << 20

    /// The bytes of a file, or of stdin where the name is `-`.
    /// - Parameters:
    ///   - limit: more bytes are refused.
    ///   - what: what a person at a terminal is asked for.
    /// - Throws: `CommandError` with status 3, saying what the system said.
    static func bytes(
        of name: String, limit: Int = limit, asking what: String = "JSON"
    ) throws(CommandError) -> [UInt8] {
        try InputFile(name, asking: what).bytes(limit: limit)
    }
}
