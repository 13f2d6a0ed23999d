/// Parses the text of a `POSIXTimeZone`.
struct POSIXTimeZoneParser {
    private var rest: Substring.UTF8View

    init(_ text: some StringProtocol) { rest = Substring(text).utf8 }

    mutating func zone() -> POSIXTimeZone? {
        guard name(), let west = time(hours: 24) else { return nil }
        if rest.isEmpty { return POSIXTimeZone(offset: -west, daylightSaving: nil) }
        guard name() else { return nil }
        var saving = -west + 3600
        if let next = rest.first, next != UInt8(ascii: ",") {
            guard let west = time(hours: 24) else { return nil }
            saving = -west
        }
        // Without dates, the C library uses those of the United States.
        var start = POSIXTimeZone.Change(day: .weekday(month: 3, week: 2, day: 0))
        var end = POSIXTimeZone.Change(day: .weekday(month: 11, week: 1, day: 0))
        if !rest.isEmpty {
            guard let first = change(), let second = change(), rest.isEmpty else { return nil }
            (start, end) = (first, second)
        }
        return POSIXTimeZone(offset: -west, daylightSaving: .init(offset: saving, start: start, end: end))
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard rest.first == UInt8(ascii: character) else { return false }
        rest.removeFirst()
        return true
    }

    /// At least three letters, or anything in angle brackets.
    private mutating func name() -> Bool {
        if take("<") {
            guard let end = rest.firstIndex(of: UInt8(ascii: ">")) else { return false }
            rest = rest[rest.index(after: end)...]
            return true
        }
        let letters = rest.prefix { ($0 | 0x20) >= UInt8(ascii: "a") && ($0 | 0x20) <= UInt8(ascii: "z") }
        rest = rest[letters.endIndex...]
        return letters.count >= 3
    }

    private mutating func number(in range: ClosedRange<Int>) -> Int? {
        let digits = rest.prefix { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
        guard digits.count <= 3, let number = Int(Substring(digits)), range.contains(number) else { return nil }
        rest = rest[digits.endIndex...]
        return number
    }

    /// `[+-]hh[:mm[:ss]]` in seconds.
    private mutating func time(hours limit: Int) -> Int? {
        let sign = take("-") ? -1 : 1
        if sign == 1 { _ = take("+") }
        guard let hours = number(in: 0...limit) else { return nil }
        var seconds = hours * 3600
        for unit in [60, 1] where take(":") {
            guard let part = number(in: 0...59) else { return nil }
            seconds += part * unit
        }
        return sign * seconds
    }

    private mutating func change() -> POSIXTimeZone.Change? {
        guard take(","), let day = day() else { return nil }
        var change = POSIXTimeZone.Change(day: day)
        if take("/") {
            guard let time = time(hours: 167) else { return nil }
            change.time = time
        }
        return change
    }

    private mutating func day() -> POSIXTimeZone.Change.Day? {
        if take("J") { return number(in: 1...365).map { .julian($0) } }
        guard take("M") else { return number(in: 0...365).map { .ordinal($0) } }
        guard let month = number(in: 1...12), take("."), let week = number(in: 1...5), take("."),
            let day = number(in: 0...6)
        else { return nil }
        return .weekday(month: month, week: week, day: day)
    }
}
