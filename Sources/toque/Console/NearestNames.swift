import ToqueEncoding

/// What somebody may have meant who wrote a name that is none.
enum NearestNames {
    /// The names that are a few letters away, nearest first, three at most; those that contain the text too.
    static func of(_ text: String, in names: [String]) -> [String] {
        let text = text.lowercased()
        let allowed = Double(max(2, text.count / 3))
        return
            names
            .map { (name: $0, distance: distance(text, $0)) }
            .filter { $0.distance <= allowed }
            .sorted { ($0.distance, $0.name) < ($1.distance, $1.name) }
            .prefix(3).map(\.name)
    }

    private static func distance(_ text: String, _ name: String) -> Double {
        name.contains(text) ? 1 : EditDistance.between(text.unicodeScalars, name.unicodeScalars)
    }
}
