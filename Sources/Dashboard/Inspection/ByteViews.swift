/// Several values on one page, which together stay below its size.
struct ByteViews {
    private(set) var views: [ByteView] = []

    /// What all of them may take of a page, in bytes of HTML.
    private static let budget = 44_000

    mutating func add(_ fields: ByteFields) { views += fields.views }

    /// For the template `bytes`.
    /// - Parameters:
    ///   - only: shows this view alone, from a byte on.
    ///   - more: the URL of the page that shows a view from a byte on; nil if there is none.
    func values(only: (id: String, start: Int)? = nil, more: (String, Int) -> String?) -> [[String: Any]] {
        var rest = Self.budget
        let chosen = views.filter { only == nil || $0.id == only?.id }
        return chosen.enumerated().map { index, view in
            var window = ByteView.Window(start: only?.start ?? 0)
            let share = rest / (chosen.count - index)
            // Digits take a half at most.
            window.length = min(window.length, max(64, share / 12))
            window.budget = share - view.cost(window)
            let (values, cost) = view.values(window) { more(view.id, $0) }
            rest -= cost
            return values
        }
    }
}
