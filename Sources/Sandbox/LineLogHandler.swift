import Glibc
import Logging
import ToqueEncoding

/// Writes each log message as one line in a single write, so that lines of several threads do not mix.
public struct LineLogHandler: LogHandler {
    private let format: LogFormat
    private let write: @Sendable ([UInt8]) -> Void
    private let now: @Sendable () -> Timestamp
    public var metadata: Logger.Metadata = [:]
    public var logLevel: Logger.Level

    /// - Parameters:
    ///   - write: receives whole lines; standard error by default.
    public init(
        format: LogFormat, level: Logger.Level = .info, now: @escaping @Sendable () -> Timestamp = Timestamp.now,
        write: @escaping @Sendable ([UInt8]) -> Void = Self.standardError
    ) {
        self.format = format
        self.write = write
        self.now = now
        logLevel = level
    }

    public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    public func log(event: LogEvent) {
        let members = metadata.merging(event.metadata ?? [:]) { $1 }.sorted {
            (Self.rank($0.key), $0.key) < (Self.rank($1.key), $1.key)
        }
        let line =
            switch format {
            case .text: text(event, members)
            case .json: json(event, members)
            }
        write(Array((line + "\n").utf8))
    }

    /// The order of a request's metadata for readers; other keys follow by name.
    private static let order = [
        "method", "path", "status", "duration_us", "error", "scenario", "tenant", "request_id",
    ]

    private static func rank(_ name: String) -> Int { order.firstIndex(of: name) ?? order.count }

    private func text(_ event: LogEvent, _ members: [Logger.Metadata.Element]) -> String {
        let fields = members.map { name, value in
            let text = "\(value)"
            return " \(name)=\(Self.isPlain(text) ? text : JSON.string(text).serialized())"
        }
        // The program's own text, but it may quote the system's.
        let message = event.message.description.unicodeScalars.reduce(into: "") { shown, scalar in
            shown.unicodeScalars.append(scalar.properties.generalCategory == .control ? " " : scalar)
        }
        return "\(now()) \(event.level) \(message)\(fields.joined())"
    }

    private func json(_ event: LogEvent, _ members: [Logger.Metadata.Element]) -> String {
        var line: JSONObject = [
            "time": .string("\(now())"), "level": .string("\(event.level)"), "message": .string("\(event.message)"),
        ]
        for (name, value) in members { line[name] = Self.json(value) }
        return JSON.object(line).serialized()
    }

    /// A number if the value was logged as one.
    private static func json(_ value: Logger.Metadata.Value) -> JSON {
        switch value {
        case .stringConvertible(let value as Int): .int(value)
        case .stringConvertible(let value as Int64): .int(value)
        default: .string("\(value)")
        }
    }

    /// Removes everything that would end the value or control a terminal.
    private static func isPlain(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { $0.isVisibleASCII && $0 != UInt8(ascii: "\"") }
    }

    /// Writes to the process's standard error and ignores failures.
    public static let standardError: @Sendable ([UInt8]) -> Void = { line in
        var rest = line[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
            if count < 0, errno != EINTR { return }
            rest = rest.dropFirst(max(0, count))
        }
    }
}

/// The format of log lines.
public enum LogFormat: String, Sendable, Hashable, CaseIterable {
    /// `2026-03-01T12:00:00.000000Z info request method=GET path=/things/ status=200`
    case text
    /// One JSON object per line, with the members `time`, `level`, `message` and those of the metadata.
    case json
}
