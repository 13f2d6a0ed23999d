/// An instant in UTC to the microsecond, with its ISO 8601 text (the profile of RFC 3339).
public struct Timestamp: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// Microseconds since 1970-01-01T00:00:00Z.
    public let microseconds: Int64

    public init(microseconds: Int64) { self.microseconds = microseconds }

    /// Reads `2024-11-26T11:20:57.389056Z`; the fraction may have 1 to 9 digits (what is finer than a microsecond is
    /// cut off) or be absent, and an offset such as `-03:00` may stand in place of `Z`.
    /// - Returns: nil for any other text, for a date that does not exist and for an instant that is outside of the
    ///   years 0000 to 9999 in UTC.
    public init?(_ text: String) {
        var scanner = Scanner(text: Array(text.utf8))
        guard let year = scanner.digits(4), scanner.skip("-"), let month = scanner.digits(2), scanner.skip("-"),
            let day = scanner.digits(2), scanner.skip("T") || scanner.skip("t"), let hour = scanner.digits(2),
            scanner.skip(":"), let minute = scanner.digits(2), scanner.skip(":"), let second = scanner.digits(2),
            (1...12).contains(month), day >= 1, day <= Self.days(in: month, of: year), hour < 24, minute < 60,
            second < 60, let fraction = scanner.fraction(), let offset = scanner.offset(), scanner.isAtEnd
        else { return nil }
        let days = Self.daysSinceEpoch(year: year, month: month, day: day)
        let seconds = days * 86_400 + hour * 3600 + minute * 60 + second - offset
        guard (Self.firstSecond...Self.lastSecond).contains(seconds) else { return nil }
        microseconds = Int64(seconds) * 1_000_000 + Int64(fraction)
    }

    private static let firstSecond = daysSinceEpoch(year: 0, month: 1, day: 1) * 86_400
    private static let lastSecond = daysSinceEpoch(year: 10_000, month: 1, day: 1) * 86_400 - 1

    /// With six digits of fraction and `Z`.
    public var description: String {
        let (seconds, fraction) = Int(microseconds).flooredDivision(by: 1_000_000)
        let (days, ofDay) = seconds.flooredDivision(by: 86_400)
        let (year, month, day) = Self.civil(daysSinceEpoch: days)
        return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
            + "T\(padded(ofDay / 3600, 2)):\(padded(ofDay / 60 % 60, 2)):\(padded(ofDay % 60, 2))"
            + ".\(padded(fraction, 6))Z"
    }

    /// The day in UTC, `yyyy-MM-dd`.
    public var date: String { String(description.prefix(10)) }

    public static func < (left: Timestamp, right: Timestamp) -> Bool { left.microseconds < right.microseconds }

    public static func + (instant: Timestamp, duration: Duration) -> Timestamp {
        Timestamp(microseconds: instant.microseconds + duration.microseconds)
    }

    public static func - (left: Timestamp, right: Timestamp) -> Duration {
        .microseconds(left.microseconds - right.microseconds)
    }

    // Dates by Howard Hinnant's algorithm: years start on 1 March, so that the leap day comes last.

    private static func daysSinceEpoch(year: Int, month: Int, day: Int) -> Int {
        let year = month <= 2 ? year - 1 : year
        let (era, ofEra) = year.flooredDivision(by: 400)
        let ofYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        return era * 146_097 + ofEra * 365 + ofEra / 4 - ofEra / 100 + ofYear - 719_468
    }

    private static func civil(daysSinceEpoch: Int) -> (year: Int, month: Int, day: Int) {
        let days = daysSinceEpoch + 719_468
        let (era, ofEra) = days.flooredDivision(by: 146_097)
        let yearOfEra = (ofEra - ofEra / 1460 + ofEra / 36_524 - ofEra / 146_096) / 365
        let ofYear = ofEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted = (5 * ofYear + 2) / 153
        let month = shifted < 10 ? shifted + 3 : shifted - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return (year, month, ofYear - (153 * shifted + 2) / 5 + 1)
    }

    private static func days(in month: Int, of year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    private struct Scanner {
        let text: [UInt8]
        var position = 0

        init(text: [UInt8]) { self.text = text }

        var isAtEnd: Bool { position == text.count }

        mutating func digit() -> Int? {
            guard position < text.count, (0x30...0x39).contains(text[position]) else { return nil }
            defer { position += 1 }
            return Int(text[position]) - 0x30
        }

        mutating func digits(_ count: Int) -> Int? {
            var value = 0
            for _ in 0..<count {
                guard let digit = digit() else { return nil }
                value = value * 10 + digit
            }
            return value
        }

        mutating func skip(_ character: Unicode.Scalar) -> Bool {
            guard position < text.count, text[position] == UInt8(ascii: character) else { return false }
            position += 1
            return true
        }

        /// Microseconds; 0 where there is no fraction.
        mutating func fraction() -> Int? {
            guard skip(".") else { return 0 }
            var value = 0
            var count = 0
            while let digit = digit() {
                if count < 6 { value = value * 10 + digit }
                count += 1
            }
            guard (1...9).contains(count) else { return nil }
            for _ in min(count, 6)..<6 { value *= 10 }
            return value
        }

        /// Seconds east of UTC.
        mutating func offset() -> Int? {
            if skip("Z") || skip("z") { return 0 }
            let isEast = skip("+")
            guard isEast || skip("-"), let hours = digits(2), skip(":"), let minutes = digits(2), hours < 24,
                minutes < 60
            else { return nil }
            return (hours * 3600 + minutes * 60) * (isEast ? 1 : -1)
        }
    }
}

extension Duration {
    /// Whole microseconds, cut off towards zero.
    public var microseconds: Int64 {
        let (seconds, attoseconds) = components
        return seconds * 1_000_000 + attoseconds / 1_000_000_000_000
    }
}

extension Int {
    /// The quotient rounded down, so that the remainder is never negative.
    fileprivate func flooredDivision(by divisor: Int) -> (quotient: Int, remainder: Int) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}

private func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
}
