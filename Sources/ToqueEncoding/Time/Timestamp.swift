import Glibc

/// An instant in UTC to the microsecond, with its ISO 8601 text (the profile of RFC 3339).
public struct Timestamp: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// Microseconds since 1970-01-01T00:00:00Z.
    public let microseconds: Int64

    public init(microseconds: Int64) { self.microseconds = microseconds }

    /// 1970-01-01T00:00:00Z.
    package static let epoch = Timestamp(microseconds: 0)

    /// Whole seconds since 1970-01-01T00:00:00Z, rounded down.
    public var seconds: Int64 { microseconds.flooredDivision(by: 1_000_000).quotient }

    /// Reads `2024-11-26T11:20:57.389056Z`. The fraction may have 1 to 9 digits, truncated to microseconds, or be
    /// absent, and an offset such as `-03:00` may replace `Z`.
    /// - Returns: nil for any other text, for a date that does not exist, and for an instant outside the years 0000 to
    ///   9999 in UTC.
    public init?(_ text: String) {
        var scanner = Scanner(text: Array(text.utf8))
        guard let year = scanner.digits(4), scanner.skip("-"), let month = scanner.digits(2), scanner.skip("-"),
            let day = scanner.digits(2), scanner.skip("T") || scanner.skip("t"), let hour = scanner.digits(2),
            scanner.skip(":"), let minute = scanner.digits(2), scanner.skip(":"), let second = scanner.digits(2),
            let date = CivilDate(year: year, month: month, day: day), hour < 24, minute < 60, second < 60,
            let fraction = scanner.fraction(), let offset = scanner.offset(), scanner.isAtEnd
        else { return nil }
        let seconds = date.daysSinceEpoch * 86_400 + hour * 3600 + minute * 60 + second - offset
        guard (Self.firstSecond...Self.lastSecond).contains(seconds) else { return nil }
        microseconds = Int64(seconds) * 1_000_000 + Int64(fraction)
    }

    private static let firstSecond = CivilDate.firstDay(of: 0) * 86_400
    private static let lastSecond = CivilDate.firstDay(of: 10_000) * 86_400 - 1

    /// With six digits of fraction and `Z`.
    public var description: String {
        let (seconds, fraction) = Int(microseconds).flooredDivision(by: 1_000_000)
        let (days, ofDay) = seconds.flooredDivision(by: 86_400)
        let date = CivilDate(daysSinceEpoch: days)
        // Every stored or displayed object has several.
        var text = Array("\(date.year.padded(to: 4))-00-00T00:00:00.000000Z".utf8)
        var end = text.count - 1
        for (value, width) in [
            (fraction, 6), (ofDay % 60, 2), (ofDay / 60 % 60, 2), (ofDay / 3600, 2), (date.day, 2), (date.month, 2),
        ] {
            var value = value
            for index in (end - width..<end).reversed() {
                text[index] += UInt8(value % 10)
                value /= 10
            }
            end -= width + 1
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The system's wall clock.
    public static func now() -> Timestamp {
        var time = timespec()
        // CLOCK_REALTIME and a valid pointer: this cannot fail.
        clock_gettime(CLOCK_REALTIME, &time)
        return Timestamp(microseconds: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000)
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

        /// Microseconds; 0 if there is no fraction.
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
    /// Whole microseconds, rounded toward zero.
    public var microseconds: Int64 {
        let (seconds, attoseconds) = components
        return seconds * 1_000_000 + attoseconds / 1_000_000_000_000
    }
}
