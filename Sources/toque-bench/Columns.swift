import Glibc

/// Two decimal places.
func rounded(_ value: Double) -> String {
    let hundredths = Int((value * 100).rounded())
    let cents = hundredths % 100
    return "\(hundredths / 100).\(cents < 10 ? "0" : "")\(cents)"
}

/// The text in a column; `left` sets it to the right side, as numbers are.
func padded(_ text: String, _ width: Int, left: Bool = false) -> String {
    let space = String(repeating: " ", count: max(0, width - text.count))
    return left ? space + text : text + space
}

/// Prints at once, also into a pipe: for what takes minutes.
func report(_ text: String) {
    print(text)
    fflush(nil)
}
