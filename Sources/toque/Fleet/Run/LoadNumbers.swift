import ToqueEncoding

/// Numbers as a report prints them.
enum LoadNumbers {
    /// `1 journey`, `2 journeys`.
    static func journeys(_ count: Int) -> String { "\(count) \(count == 1 ? "journey" : "journeys")" }

    /// With one decimal.
    static func milliseconds(_ microseconds: Int) -> String { fixed(Double(microseconds) / 1000) }

    /// With one decimal, from a share of 1.
    static func percent(_ share: Double) -> String { fixed(share * 100) }

    /// With one decimal.
    static func rate(_ rate: Double) -> String { fixed(rate) }

    /// `1h2m3s`, `10.5s`.
    static func span(_ duration: Duration) -> String {
        let seconds = duration / .seconds(1)
        guard seconds >= 60 else { return "\(fixed(seconds))s" }
        let whole = Int(seconds.rounded())
        let hours = whole >= 3600 ? "\(whole / 3600)h" : ""
        return "\(hours)\(whole % 3600 / 60)m\(whole % 60)s"
    }

    private static func fixed(_ value: Double) -> String {
        let tenths = Int((min(max(value, 0), 1e15) * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }
}
