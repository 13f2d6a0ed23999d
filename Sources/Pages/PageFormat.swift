import ToqueEncoding

/// Times and amounts in a language's form.
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
        let minutes = Int(time.seconds.flooredDivision(by: 86_400).remainder) / 60
        return "\(Self.padded(minutes / 60)):\(Self.padded(minutes % 60)) UTC"
    }

    /// An amount such as `R$ 1.234,56`, or `R$1,234.56` in English.
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
        let (group, point) = language == .english ? (",", ".") : (".", ",")
        var number = Self.grouped(parts[0], by: group)
        if parts.count > 1 { number += point + parts[1] }
        // A code, and every symbol but in English, is apart, without a line break between.
        let space = language == .english && symbol != currency ? "" : "\u{A0}"
        return "\(isNegative ? "-" : "")\(symbol)\(space)\(number)"
    }

    private static let digits = Set("-.0123456789".utf8)
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    /// Unambiguous symbols only; other currencies keep their codes.
    private static let symbols = ["BRL": "R$", "USD": "US$", "EUR": "€", "GBP": "£", "JPY": "¥"]

    private static func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

    private static func grouped(_ digits: Substring, by separator: String) -> String {
        var groups: [Substring] = []
        var rest = digits
        while rest.count > 3 {
            groups.append(rest.suffix(3))
            rest = rest.dropLast(3)
        }
        return ([rest] + groups.reversed()).joined(separator: separator)
    }
}
