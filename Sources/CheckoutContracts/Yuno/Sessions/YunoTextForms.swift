import ToqueEncoding

/// The limits of Yuno's texts.
extension TextForm {
    /// Order IDs, references and descriptions.
    static let yunoReference = yunoText(3...255)
    static let yunoCallbackURL = yunoText(3...526)

    /// ISO 3166-1 alpha-2.
    static let yunoCountry = TextForm(
        "the ISO 3166-1 code of a country, such as BR", .text(matching: "^[A-Z]{2}$")
    ) { text in
        text.utf8.count == 2 && text.utf8.allSatisfy { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
    }

    private static func yunoText(_ length: ClosedRange<Int>) -> TextForm {
        TextForm(
            "a string of \(length.lowerBound) to \(length.upperBound) characters without control characters",
            .text(in: length)
        ) { text in
            length.contains(text.unicodeScalars.count) && !text.unicodeScalars.contains { $0.isControl }
        }
    }
}
