import ToqueEncoding

/// The text forms in ecommpay's documentation.
extension TextForm {
    /// `DD-MM-YYYY`, an existing day.
    static let date = TextForm("a date, DD-MM-YYYY", .text(matching: #"^\d\d-\d\d-\d{4}$"#)) {
        CivilDate(dayMonthYear: Array($0.utf8)[...]) != nil
    }

    /// `DD-MM-YYYYhh:mm`, without a separator between date and time.
    static let dateAndTime = TextForm(
        "a date and time, DD-MM-YYYYhh:mm", .text(matching: #"^\d\d-\d\d-\d{6}:\d\d$"#)
    ) { text in
        let bytes = Array(text.utf8)
        return bytes.count == 15 && CivilDate(dayMonthYear: bytes.prefix(10)) != nil
            && isTime(bytes.suffix(5), limits: [24, 60])
    }

    /// `hh:mm:ss`.
    static let time = TextForm("a time, hh:mm:ss", .text(matching: #"^\d\d:\d\d:\d\d$"#)) {
        isTime(Array($0.utf8)[...], limits: [24, 60, 60])
    }

    /// ISO 3166-1 alpha-2.
    static let country = TextForm("a country's code of two capital letters", .text(matching: "^[A-Z]{2}$")) {
        $0.utf8.count == 2 && $0.utf8.allSatisfy(isCapital)
    }

    /// The part of an ISO 3166-2 code after the country.
    static let region = TextForm(
        "1 to 3 capital letters or digits of a region's code", .text(matching: "^[A-Z0-9]{1,3}$")
    ) { (1...3).contains($0.utf8.count) && $0.utf8.allSatisfy { isCapital($0) || isDigit($0) } }

    /// ISO 4217.
    static let currency = TextForm("a currency's code of ISO 4217", .text(matching: "^[A-Z]{3}$")) {
        Currency($0) != nil
    }

    /// Digits only.
    static func digits(_ count: ClosedRange<Int>) -> TextForm {
        let length =
            count.lowerBound == count.upperBound ? "\(count.lowerBound)" : "\(count.lowerBound) to \(count.upperBound)"
        return TextForm("\(length) digits", .text(matching: "^[0-9]{\(count.lowerBound),\(count.upperBound)}$")) {
            count.contains($0.utf8.count) && $0.utf8.allSatisfy(isDigit)
        }
    }

    /// A number with exactly this many digits, including leading zeros.
    static func number(_ range: ClosedRange<Int>, digits: Int) -> TextForm {
        TextForm(
            "\(digits) digits of a number from \(range.lowerBound) to \(range.upperBound)",
            .text(matching: "^[0-9]{\(digits)}$")
        ) { $0.utf8.count == digits && $0.utf8.allSatisfy(isDigit) && Int($0).map(range.contains) ?? false }
    }

    /// Base64 of JSON; white space is ignored, as in printed examples.
    static let encodedJSON = TextForm("base64 of JSON", .text) { text in
        let encoded = String(text.filter { !$0.isWhitespace })
        guard !encoded.isEmpty, let bytes = Base64.decode(encoded) else { return false }
        return (try? JSON(parsing: bytes)) != nil
    }

    private static func isTime(_ text: ArraySlice<UInt8>, limits: [Int]) -> Bool {
        let parts = text.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        return parts.count == limits.count
            && zip(parts, limits).allSatisfy { part, limit in
                part.count == 2 && part.allSatisfy(isDigit) && value(of: part) < limit
            }
    }
}

extension CivilDate {
    /// `DD-MM-YYYY`.
    fileprivate init?(dayMonthYear text: ArraySlice<UInt8>) {
        let parts = text.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard parts.map(\.count) == [2, 2, 4], parts.allSatisfy({ $0.allSatisfy(isDigit) }) else { return nil }
        self.init(year: value(of: parts[2]), month: value(of: parts[1]), day: value(of: parts[0]))
    }
}

private func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
private func isCapital(_ byte: UInt8) -> Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) }
/// At most four digits.
private func value(of digits: ArraySlice<UInt8>) -> Int { digits.reduce(0) { $0 * 10 + Int($1 & 15) } }
