import Pages
import ToqueEncoding

/// Times, numbers and statuses as views show them, in the visitor's language. All times are in UTC, as the control bar
/// says once for the page.
struct Shown: Sendable {
    let format: PageFormat

    init(_ language: PageLanguage) { format = PageFormat(language) }

    /// For the template `time`.
    func time(_ time: Timestamp) -> [String: Any] {
        ["exact": time.description, "shown": format.moment(time)]
    }

    /// For the template `time`.
    /// - Parameter time: in RFC 3339.
    func time(_ time: String) -> [String: Any] { ["exact": time, "shown": text(time)] }

    /// A time to the second.
    /// - Parameter time: in RFC 3339.
    func text(_ time: String) -> String { Timestamp(time).map(format.moment) ?? time }

    /// Such as `4.2 ms`.
    func milliseconds(_ microseconds: Int) -> String { format.milliseconds(microseconds) }

    /// Such as `10,000`.
    func count(_ number: Int) -> String { format.number(number) }

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
