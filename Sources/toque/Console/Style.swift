import Glibc

/// How a terminal shows a text (ECMA-48 section 8.3.117).
enum Style: String, CaseIterable, Sendable {
    case bold = "1"
    case red = "31"
    case green = "32"
    case yellow = "33"

    func applied(to text: String) -> String { "\u{1B}[\(rawValue)m\(text)\u{1B}[0m" }

    /// Green for good ends, red for bad ones, yellow for what may still change; nil for anything else.
    static func ofStatus(_ status: String) -> Style? {
        let words = Set(status.lowercased().split { !$0.isLetter }.map(String.init))
        if !words.isDisjoint(with: bad) { return .red }
        if !words.isDisjoint(with: pending) { return .yellow }
        return words.isDisjoint(with: good) ? nil : .green
    }

    /// Green for an HTTP status of success, red for a refusal or a fault.
    static func ofHTTPStatus(_ status: Int) -> Style? {
        switch status {
        case 200...299: .green
        case 400...599: .red
        default: nil
        }
    }

    private static let good: Set = [
        "succeeded", "success", "delivered", "valid", "approved", "completed", "settled", "active", "ok",
    ]
    private static let bad: Set = [
        "failed", "error", "invalid", "declined", "rejected", "refused", "revoked", "expired", "cancelled", "canceled",
    ]
    private static let pending: Set = ["pending", "awaiting", "waiting", "created", "processing", "scheduled"]
}
