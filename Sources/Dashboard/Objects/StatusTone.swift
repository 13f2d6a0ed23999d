/// The color of a status of any provider, by the word's stem.
enum StatusTone: String, Sendable {
    case ok
    case bad
    case off
    case wait

    private static let stems: [(stem: String, tone: StatusTone)] = [
        ("partial", .wait), ("fail", .bad), ("declin", .bad), ("reject", .bad), ("error", .bad), ("fraud", .bad),
        ("den", .bad), ("cancel", .off), ("expir", .off), ("refund", .off), ("revok", .off), ("success", .ok),
        ("succeed", .ok), ("approv", .ok), ("captur", .ok), ("authorized", .ok), ("consum", .ok),
        ("chargeable", .ok), ("verif", .ok), ("deliver", .ok), ("valid", .ok),
    ]

    init(_ status: String) {
        let word = status.lowercased()
        self = Self.stems.first { word.contains($0.stem) }?.tone ?? .wait
    }
}
