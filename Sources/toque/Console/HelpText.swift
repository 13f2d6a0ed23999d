/// The argument parser's help.
enum HelpText {
    /// Removes the parser's defaults, such as `(default: soft)` and `(values: soft, usb; default: soft)`: the options'
    /// own texts state all defaults in the same form, including those unknown to the parser.
    static func withoutAddedDefaults(_ help: String) -> String {
        help.replacing(/\s+\(default:\s[^)]*\)/, with: "").replacing(/;\s+default:\s[^)]*\)/, with: ")")
    }
}
