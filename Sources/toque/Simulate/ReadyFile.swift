import Glibc
import ToqueEncoding
import ToqueFiles

/// A file that exists while a sandbox responds. It contains the keys' secrets and is private to its owner.
final class ReadyFile: Sendable {
    /// A regular file created by this process, deleted with the sandbox; nil for an existing pipe or device.
    private let made: (path: String, identity: FileIdentity)?
    /// Kept open, so that no other file gets its identity.
    private let file: FileDescriptor?
    /// Waits for a reader of a FIFO.
    private let telling: Task<Void, Never>?

    /// Returns immediately, even for a FIFO without a reader.
    /// - Throws: status 3 if it cannot be written.
    init(_ path: String, _ content: JSON) throws(CommandError) {
        let bytes = Array("\(content.serialized(pretty: true))\n".utf8)
        do throws(FileError) {
            switch try OutputPlace(path) {
            case .file(let path):
                let file = try WholeFile.replace(path, with: bytes, isDurable: false)
                made = (path, FileIdentity(try file.status()))
                self.file = consume file
                telling = nil
            case .fifo(let path):
                made = nil
                file = nil
                telling = Task { await Self.tell(bytes, path) }
            case let place:
                try place.write(bytes)
                made = nil
                file = nil
                telling = nil
            }
        } catch {
            throw CommandError(writing: error)
        }
    }

    /// Deletes the file if it is still the one created here; a device, a pipe or another sandbox's file stays.
    func remove() {
        telling?.cancel()
        if let made, FileIdentity(of: made.path) == made.identity { unlink(made.path) }
    }

    /// The interval for polling a FIFO: there is no event for a new reader.
    private static let pause = Duration.milliseconds(100)

    /// Writes into a FIFO once it has a reader, at the reader's speed.
    private static func tell(_ bytes: [UInt8], _ path: String) async {
        do {
            let file = try await reader(of: path)
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = rest.withUnsafeBytes { write(file.number, $0.baseAddress, $0.count) }
                if count > 0 {
                    rest = rest.dropFirst(count)
                } else if errno == EAGAIN {
                    try await Task.sleep(for: pause)
                } else if errno != EINTR {
                    throw FileError.system(path: path, number: errno)
                }
            }
        } catch is CancellationError {
            // The sandbox ends, and nobody has read it.
        } catch {
            Console.standard.error("--ready-file: \(error)")
        }
    }

    private static func reader(of path: String) async throws -> FileDescriptor {
        while true {
            do throws(FileError) {
                return try FileDescriptor.fifo(path, O_NONBLOCK)
            } catch {
                // No reader (fifo(7)).
                guard case .system(_, ENXIO) = error else { throw error }
            }
            try await Task.sleep(for: pause)
        }
    }
}
