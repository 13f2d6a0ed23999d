import Glibc

/// Two decimal places.
func rounded(_ value: Double) -> String {
    let hundredths = Int((value * 100).rounded())
    let cents = hundredths % 100
    return "\(hundredths / 100).\(cents < 10 ? "0" : "")\(cents)"
}

/// The text in a column; `left` pads on the left, as for numbers.
func padded(_ text: String, _ width: Int, left: Bool = false) -> String {
    let space = String(repeating: " ", count: max(0, width - text.count))
    return left ? space + text : text + space
}

/// Prints without buffering, also to a pipe: for measurements that take minutes.
func report(_ text: String) {
    print(text)
    fflush(nil)
}
