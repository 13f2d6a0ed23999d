extension String {
    /// The start of outside text, safe for a message: on one line, with everything that a terminal would act on
    /// (controls, directions, line separators) escaped.
    public var escaped: String {
        harmless(unicodeScalars.prefix(60), keeping: "'") + (unicodeScalars.count > 60 ? "..." : "")
    }

    /// The whole text, escaped likewise, for places without quotes, such as a code that a person copies.
    public var harmless: String { harmless(unicodeScalars[...], keeping: "'\"") }

    private func harmless(_ scalars: Substring.UnicodeScalarView, keeping quotes: String) -> String {
        var shown = ""
        for scalar in scalars {
            let isPlain =
                switch scalar.properties.generalCategory {
                case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: false
                default: true
                }
            shown += quotes.unicodeScalars.contains(scalar) ? String(scalar) : scalar.escaped(asASCII: !isPlain)
        }
        return shown
    }

    /// The start of the text in quotes.
    public var quoted: String { "\"\(escaped)\"" }
}

extension UInt8 {
    /// ASCII that is neither a control nor the space (VCHAR of RFC 5234, appendix B.1).
    public var isVisibleASCII: Bool { (0x21...0x7E).contains(self) }
}

extension Unicode.Scalar {
    /// True for the general category Cc, which consists of these characters forever (Unicode standard, section 23.1).
    public var isControl: Bool { value < 0x20 || (0x7F...0x9F).contains(value) }
}
