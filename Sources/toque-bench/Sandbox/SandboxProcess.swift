import Glibc
import ToqueEncoding

/// A server in a separate process.
final class SandboxProcess {
    private let process: ServerProcess
    let port: UInt16
    /// The time from its start to the ready file.
    let readyFile: Duration
    /// The time from its start to the first response.
    let firstAnswer: Duration

    /// Starts it and waits until it responds.
    /// - Parameters:
    ///   - command: the server's command, without `--ready-file`.
    ///   - folder: for the ready file.
    init(_ command: [String], folder: String) throws {
        let clock = ContinuousClock()
        let path = "\(folder)/ready.json"
        unlink(path)
        let start = clock.now
        process = try ServerProcess(command + ["--ready-file", path], quiet: true)
        var ready: [UInt8] = []
        while ready.last != UInt8(ascii: "\n") {
            guard clock.now - start < .seconds(60), kill(process.id, 0) == 0 else {
                throw Processes.Failure(description: "\(command.joined(separator: " ")) does not start")
            }
            usleep(100)
            ready = Self.content(path)
        }
        readyFile = clock.now - start
        let url = try JSON(parsing: ready)["url"]?.stringValue ?? ""
        guard let port = url.split(separator: ":").last.flatMap({ UInt16($0) }) else {
            throw Processes.Failure(description: "\(url) has no port")
        }
        self.port = port
        let health = try HTTPConnection(port: port).send("GET", "/_toque/health")
        firstAnswer = clock.now - start
        guard health.status == 200 else { throw Processes.Failure(description: "health is \(health.status)") }
    }

    var id: pid_t { process.id }

    /// Resident memory in MB.
    var memory: Double { Processes.memory("VmRSS", of: "\(id)") }

    /// Seconds of processor time since it started.
    var processorTime: Double {
        // proc(5): after the name, utime and stime are the 12th and 13th fields.
        let text = String(decoding: Self.content("/proc/\(id)/stat"), as: UTF8.self)
        let fields = text.split(separator: ")").last?.split(separator: " ") ?? []
        let ticks = fields.dropFirst(11).prefix(2).compactMap { Double($0) }.reduce(0, +)
        return ticks / Double(sysconf(Int32(_SC_CLK_TCK)))
    }

    /// The value of a metric.
    func metric(_ name: String) throws -> Double {
        let text = String(decoding: try HTTPConnection(port: port).send("GET", "/_toque/metrics").body, as: UTF8.self)
        return text.split(separator: "\n").first { $0.hasPrefix("\(name) ") }.flatMap {
            Double($0.dropFirst(name.utf8.count + 1))
        } ?? 0
    }

    /// Ends it gracefully and waits for that.
    func stop() { process.stop() }

    private static func content(_ path: String) -> [UInt8] {
        guard let file = fopen(path, "r") else { return [] }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 16 << 10)
        return Array(bytes[..<fread(&bytes, 1, bytes.count, file)])
    }
}
