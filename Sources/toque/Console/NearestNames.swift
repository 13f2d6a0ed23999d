import ToqueEncoding

/// Suggestions for an unknown name.
enum NearestNames {
    /// The names within a few letters, nearest first, at most three; also those that contain the text.
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

    /// The hint for an unknown name: use a similar one, or look them up.
    /// - Parameter list: the command that lists them.
    static func hint(_ near: [String], list: String) -> String {
        let meant = near.isEmpty ? "" : "did you mean \(near.map { "`\($0)`" }.joined(separator: " or "))? "
        return meant + "see `\(list)`"
    }

    private static func distance(_ text: String, _ name: String) -> Double {
        name.contains(text) ? 1 : EditDistance.between(text.unicodeScalars, name.unicodeScalars)
    }
}
