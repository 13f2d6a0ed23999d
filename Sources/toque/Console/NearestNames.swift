/// What somebody may have meant who wrote a name that is none.
enum NearestNames {
    /// The names that are a few letters away, nearest first, three at most; those that contain the text too.
    static func of(_ text: String, in names: [String]) -> [String] {
        let text = text.lowercased()
        let allowed = max(2, text.count / 3)
        return
            names
            .map { (name: $0, distance: $0.contains(text) ? 1 : distance(text, $0)) }
            .filter { $0.distance <= allowed }
            .sorted { ($0.distance, $0.name) < ($1.distance, $1.name) }
            .prefix(3).map(\.name)
    }

    /// Levenshtein's: how many letters are to be put in, left out or changed.
    private static func distance(_ left: String, _ right: String) -> Int {
        let right = Array(right.unicodeScalars)
        var row = Array(0...right.count)
        for (line, scalar) in left.unicodeScalars.enumerated() {
            var diagonal = row[0]
            row[0] = line + 1
            for column in right.indices {
                let change = diagonal + (scalar == right[column] ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = min(change, diagonal + 1, row[column] + 1)
            }
        }
        return row[right.count]
    }
}
