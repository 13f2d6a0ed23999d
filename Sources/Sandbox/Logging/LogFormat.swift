/// How a log line looks.
public enum LogFormat: String, Sendable, Hashable, CaseIterable {
    /// `2026-03-01T12:00:00.000000Z info request method=GET path=/things/ status=200`
    case text
    /// One JSON object a line, with the members `time`, `level`, `message` and those of the metadata.
    case json
}
