import Glibc
import ToqueFiles

/// Where a result goes that a person names a file for.
struct OutputFile {
    private let name: String
    private let place: OutputPlace

    /// - Parameter name: a path, or `-` for stdout.
    /// - Throws: status 3, saying what the system said.
    init(_ name: String) throws(CommandError) {
        self.name = name
        do throws(FileError) {
            place = name == "-" ? .descriptor(STDOUT_FILENO) : try OutputPlace(name)
        } catch {
            throw CommandError(error)
        }
    }

    /// Whether it is stdout, where nothing else may then stand.
    var isStandardOutput: Bool { place == .descriptor(STDOUT_FILENO) }

    /// Writes a file of mode 0600, whole or not at all, or into what is no regular file, such as a pipe or a device.
    /// - Throws: status 3, saying what the system said; usage where the result would go to a terminal, which would act
    ///   on some bytes.
    func write(_ bytes: [UInt8]) throws(CommandError) {
        if isStandardOutput { return try Console.standard.result(bytes: bytes) }
        do throws(FileError) {
            try place.write(bytes)
        } catch {
            throw CommandError(error)
        }
    }
}

extension CommandError {
    /// A file that cannot be written. The system's errors alone do not say what to do.
    init(_ error: FileError) {
        guard case .system = error else {
            self.init(.unreachable, error.description)
            return
        }
        self.init(.unreachable, error.description, try: "a place that you may write to")
    }
}
