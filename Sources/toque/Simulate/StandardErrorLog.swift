import Logging
import ToqueEncoding

enum LogFormat: String, CaseIterable {
    case text
    case json
}

/// Writes a log to stderr, a line each.
struct StandardErrorLog: LogHandler {
    let format: LogFormat
    var logLevel = Logger.Level.warning
    var metadata: Logger.Metadata = [:]

    init(format: LogFormat) { self.format = format }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let fields = metadata.merging(event.metadata ?? [:]) { $1 }.sorted { $0.key < $1.key }
        Console.standard.progress(
            line(at: .now(), event.level, "\(event.message)", fields.map { ($0.key, "\($0.value)") }))
    }

    /// `2026-01-31T12:00:00.000000Z warning message name=value`, or the same as JSON.
    func line(
        at time: Timestamp, _ level: Logger.Level, _ message: String, _ fields: [(name: String, value: String)]
    ) -> String {
        switch format {
        case .text:
            let fields = fields.map {
                " \($0.name)=\($0.value.contains(" ") ? JSON.string($0.value).serialized() : $0.value)"
            }.joined()
            return "\(time) \(level.rawValue) \(message)\(fields)".onOneLine
        case .json:
            var object: JSONObject = [
                "time": .string(time.description), "level": .string(level.rawValue), "message": .string(message),
            ]
            for field in fields { object[field.name] = .string(field.value) }
            return JSON.object(object).serialized()
        }
    }
}
