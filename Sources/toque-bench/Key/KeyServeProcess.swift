import Glibc

/// `toque key serve` in a separate process, approving every touch.
final class KeyServeProcess {
    /// Its socket or device path.
    let path: String
    private let process: ServerProcess

    /// - Parameter arguments: its location and its store.
    init(_ binary: String, _ arguments: [String]) throws {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw Processes.Failure(description: "no pipe") }
        defer { close(ends[0]) }
        process = try ServerProcess(
            [binary, "key", "serve", "--gesture", "approve"] + arguments, output: ends[1])
        close(ends[1])
        var line: [UInt8] = []
        var byte: UInt8 = 0
        while read(ends[0], &byte, 1) == 1, byte != UInt8(ascii: "\n") { line.append(byte) }
        path = String(decoding: line, as: UTF8.self)
        guard !path.isEmpty else { throw Processes.Failure(description: "\(binary) key serve does not start") }
    }

    deinit { process.stop() }
}
