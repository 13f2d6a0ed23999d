import ToqueEncoding

/// Times, durations and statuses as the logs show them.
enum LogTime {
    /// The instant for programs, and `2026-01-31 12:00:00` for people.
    static func values(_ time: Timestamp) -> [String: Any] { values(time.description) }

    /// - Parameter time: in RFC 3339.
    static func values(_ time: String) -> [String: Any] {
        ["exact": time, "shown": String(time.prefix(19)).replacing("T", with: " ")]
    }

    /// Such as `4.2 ms`.
    static func milliseconds(_ microseconds: Int) -> String {
        let tenths = microseconds / 100
        return "\(tenths / 10).\(tenths % 10) ms"
    }

    /// The tone of an HTTP status.
    static func tone(ofStatus status: Int) -> String {
        switch status {
        case 200..<300: "ok"
        case 400...: "bad"
        default: "info"
        }
    }
}
