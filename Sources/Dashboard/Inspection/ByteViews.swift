import Pages

/// Several values on one page, which together stay below its size.
struct ByteViews {
    private(set) var views: [ByteView] = []

    /// What all of them may take of a page, in bytes of HTML: with the style sheet, the modules and the frame, a page
    /// has at most 100 kB.
    static let budget = 30_000

    mutating func add(_ fields: ByteFields) { views += fields.views }

    /// For the template `bytes`.
    /// - Parameters:
    ///   - format: of numbers.
    ///   - only: shows this view alone, from a byte on.
    ///   - more: the URL of the page that shows a view from a byte on; nil if there is none.
    func values(
        _ format: PageFormat, only: (id: String, start: Int)? = nil, budget: Int = budget,
        more: (String, Int) -> String?
    ) -> [[String: Any]] {
        let chosen = views.filter { only == nil || $0.id == only?.id }
        let budgets = Self.shares(of: budget, needs: chosen.map(\.cost))
        return zip(chosen, budgets).map { view, budget in
            // Digits take a half at most.
            let length = min(ByteView.maximumLength, max(64, budget / 2 / ByteView.costOfByte))
            let start = min(max(only?.start ?? 0, 0), view.bytes.count)
            let shown = start..<min(start + length, view.bytes.count)
            let window = ByteView.Window(start: start, length: length, budget: budget - view.cost(of: shown))
            return view.values(window, format) { more(view.id, $0) }
        }
    }

    /// Small values get what they need, the others the same.
    private static func shares(of budget: Int, needs: [Int]) -> [Int] {
        var shares = needs
        var rest = budget
        for (done, index) in needs.indices.sorted(by: { needs[$0] < needs[$1] }).enumerated() {
            shares[index] = min(needs[index], rest / (needs.count - done))
            rest -= shares[index]
        }
        return shares
    }
}
