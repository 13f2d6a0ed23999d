/// The Levenshtein distance: how many elements to insert, remove or change to turn one sequence into another.
public enum EditDistance {
    /// - Parameter cost: the cost of replacing an element by another, 0 to 1. Inserting or removing one costs 1.
    @inlinable
    public static func between<Left, Right>(
        _ left: some Collection<Left>, _ right: some Collection<Right>, replacing cost: (Left, Right) -> Double
    ) -> Double {
        var row = (0...right.count).map(Double.init)
        for (line, element) in left.enumerated() {
            var diagonal = row[0]
            row[0] = Double(line + 1)
            for (column, other) in right.enumerated() {
                let replaced = diagonal + cost(element, other)
                diagonal = row[column + 1]
                row[column + 1] = min(replaced, diagonal + 1, row[column] + 1)
            }
        }
        return row[right.count]
    }

    /// Each change costs 1.
    @inlinable
    public static func between<Element: Equatable>(
        _ left: some Collection<Element>, _ right: some Collection<Element>
    ) -> Double {
        between(left, right) { $0 == $1 ? 0 : 1 }
    }
}
