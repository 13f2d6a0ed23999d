import ToqueEncoding

/// Dates and times in Checkout's forms.
public enum PlacetoPayDate {
    /// To the second, with Colombia's offset, such as `2026-01-31T07:00:00-05:00`.
    public static func text(_ instant: Timestamp) -> String {
        "\((instant + offset).description.prefix(19))-05:00"
    }

    private static let offset = Duration.seconds(-5 * 3600)

    /// Reads RFC 3339's form, `2026-01-31T07:00:00-05:00` or with `Z`, and the form without seconds and without the
    /// offset's colon, `2026-01-31T07:00-0500`: the documentation prints both. The two can be mixed.
    /// - Returns: nil for any other text.
    public static func instant(_ text: String) -> Timestamp? {
        let minutes = Array(text.utf8.prefix(16))
        var rest = Array(text.utf8.dropFirst(16))
        guard minutes.count == 16 else { return nil }
        if rest.first != UInt8(ascii: ":") { rest = Array(":00".utf8) + rest }
        let sign = rest.lastIndex { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") }
        if let sign, rest.count - sign == 5 { rest.insert(UInt8(ascii: ":"), at: sign + 3) }
        return Timestamp(String(decoding: minutes + rest, as: UTF8.self))
    }
}

extension JSONCoder {
    /// A date and time in Checkout's form.
    mutating func date(_ name: String, _ value: inout Timestamp?) {
        member(
            name, &value, .optional, { .text(matching: Self.datePattern) },
            expecting: { Timestamp.expectation },
            read: { (reader) throws(JSONMemberError) in
                guard let instant = PlacetoPayDate.instant(try reader.string()) else {
                    throw reader.mismatch(expected: Timestamp.expectation)
                }
                return instant
            }, write: { .text($0.map(PlacetoPayDate.text)) })
    }

    private static let datePattern =
        #"^[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt][0-9]{2}:[0-9]{2}(:[0-9]{2}(\.[0-9]{1,9})?)?([Zz]|[+-][0-9]{2}:?[0-9]{2})$"#
}
