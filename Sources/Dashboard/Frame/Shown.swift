import ToqueEncoding

/// Times, durations and statuses as views show them.
enum Shown {
    static func time(_ time: Timestamp) -> [String: Any] { self.time(time.description) }

    /// `exact` for programs, `shown` for people: `2026-01-31 12:00:00`.
    /// - Parameter time: in RFC 3339.
    static func time(_ time: String) -> [String: Any] {
        ["exact": time, "shown": text(time)]
    }

    /// `2026-01-31 12:00:00`.
    /// - Parameter time: in RFC 3339.
    static func text(_ time: String) -> String { String(time.prefix(19)).replacing("T", with: " ") }

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

    /// The time that is left, such as `4:12`, `1:04:12` or `365 d`.
    static func left(_ duration: Duration) -> String {
        let seconds = max(0, duration.components.seconds)
        let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
        func padded(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
        if hours >= 48 { return "\(hours / 24) d" }
        if hours > 0 { return "\(hours):\(padded(minutes)):\(padded(seconds % 60))" }
        return "\(minutes):\(padded(seconds % 60))"
    }
}
