import ToqueEncoding

/// Times, numbers and amounts in a language's form.
package struct PageFormat: Sendable {
    private let language: PageLanguage

    package init(_ language: PageLanguage) { self.language = language }

    /// A day, such as `24/11/2026`, or `Nov 24, 2026` in English.
    package func date(_ time: Timestamp) -> String {
        let date = CivilDate(seconds: time.seconds)
        switch language {
        case .english: return "\(Self.months[date.month - 1]) \(date.day), \(date.year)"
        case .portuguese, .spanish: return "\(Self.padded(date.day))/\(Self.padded(date.month))/\(date.year)"
        }
    }

    /// Hours and minutes in UTC, such as `16:43 UTC`.
    package func time(_ time: Timestamp) -> String {
        let minutes = Self.secondOfDay(time) / 60
        return "\(Self.padded(minutes / 60)):\(Self.padded(minutes % 60)) UTC"
    }

    /// Day and time in UTC, such as `24/11/2026 16:43:05`, or `Nov 24, 2026, 16:43:05` in English.
    package func moment(_ time: Timestamp) -> String {
        let second = Self.secondOfDay(time)
        let parts = [second / 3600, second / 60 % 60, second % 60].map(Self.padded)
        return "\(date(time))\(language == .english ? "," : "") \(parts.joined(separator: ":"))"
    }

    /// A whole number, such as `12.345`, or `12,345` in English.
    package func number(_ number: Int) -> String {
        "\(number < 0 ? "-" : "")\(grouped("\(number.magnitude)"))"
    }

    /// Such as `4,2 ms`, or `4.2 ms` in English.
    package func milliseconds(_ microseconds: Int) -> String {
        let tenths = microseconds / 100
        return "\(number(tenths / 10))\(point)\((tenths % 10).magnitude) ms"
    }

    /// An amount such as `R$ 1.234,56`, or `R$1,234.56` in English. A fraction has all of the currency's decimals.
    /// - Parameters:
    ///   - amount: a decimal number with a point. Other texts are shown as they are.
    ///   - currency: its code (ISO 4217).
    package func amount(_ amount: String, _ currency: String) -> String {
        let symbol = Self.symbols[currency] ?? currency
        guard ExactDecimal(amount) != nil, amount.utf8.allSatisfy({ Self.digits.contains($0) }) else {
            return "\(amount) \(currency)"
        }
        let (isNegative, digits) = (amount.hasPrefix("-"), amount.drop { $0 == "-" })
        let parts = digits.split(separator: ".", maxSplits: 1)
        var number = grouped(String(parts[0]))
        if parts.count > 1 {
            let missing = (Currency(currency)?.exponent ?? 0) - parts[1].count
            number += point + parts[1] + String(repeating: "0", count: max(0, missing))
        }
        // A code, and every symbol but in English, is apart, without a line break between.
        let space = language == .english && symbol != currency ? "" : "\u{A0}"
        return "\(isNegative ? "-" : "")\(symbol)\(space)\(number)"
    }

    private static let digits = Set("-.0123456789".utf8)
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    /// Unambiguous symbols only; other currencies keep their codes.
    private static let symbols = ["BRL": "R$", "USD": "US$", "EUR": "€", "GBP": "£", "JPY": "¥"]

    private var point: String { language == .english ? "." : "," }

    private static func secondOfDay(_ time: Timestamp) -> Int {
        Int(time.seconds.flooredDivision(by: 86_400).remainder)
    }

    private static func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

    /// In groups of three digits.
    private func grouped(_ digits: String) -> String {
        var groups: [Substring] = []
        var rest = digits[...]
        while rest.count > 3 {
            groups.append(rest.suffix(3))
            rest = rest.dropLast(3)
        }
        return ([rest] + groups.reversed()).joined(separator: language == .english ? "," : ".")
    }
}
