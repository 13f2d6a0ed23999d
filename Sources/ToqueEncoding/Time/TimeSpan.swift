/// A duration in readable form: `90s`, `2m`, `1h30m`, `250ms`, `365d`; a plain number is seconds.
package struct TimeSpan: Sendable, Hashable {
    package static let expected = "a time such as 90s, 2m, 1h30m or 365d"
    /// Longer durations exceed the calendar.
    private static let limit = 1000.0 * 366 * 86_400

    /// With microsecond precision, not negative.
    package let duration: Duration

    /// - Returns: nil for any other text.
    package init?(_ text: String) {
        var rest = text[...]
        var seconds = 0.0
        repeat {
            let digits = rest.prefix { $0.isASCII && $0.isNumber || $0 == "." }
            rest = rest.dropFirst(digits.count)
            let unit = rest.prefix { $0.isASCII && $0.isLetter }
            rest = rest.dropFirst(unit.count)
            guard let number = Double(digits), let length = Self.length(of: unit, isAlone: digits.count == text.count)
            else { return nil }
            seconds += number * length
        } while !rest.isEmpty
        guard seconds <= Self.limit else { return nil }
        duration = .microseconds((seconds * 1_000_000).rounded())
    }

    /// Seconds.
    private static func length(of unit: Substring, isAlone: Bool) -> Double? {
        switch unit {
        case "ms": 0.001
        case "s": 1
        case "m": 60
        case "h": 3600
        case "d": 86_400
        case "" where isAlone: 1
        default: nil
        }
    }
}

extension TimeSpan {
    /// Seconds.
    package var json: JSON {
        let (seconds, fraction) = duration.microseconds.quotientAndRemainder(dividingBy: 1_000_000)
        guard fraction != 0 else { return .int(seconds) }
        return JSONNumber(Double(seconds) + Double(fraction) / 1_000_000).map(JSON.number) ?? .int(seconds)
    }
}
