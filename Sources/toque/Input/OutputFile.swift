import Glibc
import ToqueFiles

/// The destination of a result with a file option.
struct OutputFile {
    private let name: String
    private let place: OutputPlace

    /// - Parameter name: a path, or `-` for stdout.
    /// - Throws: status 3 with the system's message.
    init(_ name: String) throws(CommandError) {
        self.name = name
        do throws(FileError) {
            place = name == "-" ? .descriptor(STDOUT_FILENO) : try OutputPlace(name)
        } catch {
            throw CommandError(writing: error)
        }
    }

    /// True for stdout, which must then contain nothing else.
    var isStandardOutput: Bool { place == .descriptor(STDOUT_FILENO) }

    /// Writes a file of mode 0600 atomically, or into something other than a regular file, such as a pipe or a device.
    /// - Throws: status 3 with the system's message; usage error if the result would go to a terminal, which would
    ///   interpret some bytes.
    func write(_ bytes: [UInt8]) throws(CommandError) {
        if isStandardOutput { return try Console.standard.result(bytes: bytes) }
        do throws(FileError) {
            try place.write(bytes)
        } catch {
            throw CommandError(writing: error)
        }
    }
}

extension CommandError {
    /// The error for a file that cannot be written: the system's message does not say what to do.
    init(writing error: FileError) {
        self.init(
            .unwritableFile, at: error.path, error.problem, hint: error.remedy ?? "name a place that you may write to")
    }

    /// The error for a file with a secret that cannot be read or is not private.
    init(reading error: FileError) {
        let code: ErrorCode =
            switch error {
            case .exposed, .foreign: .insecureFile
            case .system, .notRegular, .special, .exposedDirectory, .tooLarge: .unreadableFile
            }
        self.init(code, at: error.path, error.problem, hint: error.remedy ?? "name a file that you may read")
    }
}
