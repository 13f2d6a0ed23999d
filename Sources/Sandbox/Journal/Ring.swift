/// The latest elements, oldest first.
struct Ring<Element> {
    private var capacity: Int
    private var elements: [Element] = []
    /// The index of the oldest element once the ring is full.
    private var start = 0

    init(capacity: Int) { self.capacity = max(1, capacity) }

    var count: Int { elements.count }
    var indices: Range<Int> { elements.indices }

    /// - Parameter index: 0 for the oldest; less than `count`.
    subscript(index: Int) -> Element {
        get { elements[place(index)] }
        set { elements[place(index)] = newValue }
    }

    private func place(_ index: Int) -> Int { (start + index) % elements.count }

    private var ordered: [Element] { Array(elements[start...] + elements[..<start]) }

    /// - Returns: the displaced element.
    mutating func append(_ element: Element) -> Element? {
        guard elements.count == capacity else {
            elements.append(element)
            return nil
        }
        let oldest = elements[start]
        elements[start] = element
        start = (start + 1) % capacity
        return oldest
    }

    /// - Returns: the oldest elements, which no longer fit.
    mutating func setCapacity(_ capacity: Int) -> [Element] {
        let all = ordered
        self.capacity = max(1, capacity)
        elements = all.suffix(self.capacity)
        start = 0
        return Array(all.dropLast(elements.count))
    }

    /// The first index for which the condition holds, or `count`. The condition must hold for all later ones too.
    func firstIndex(where condition: (Element) -> Bool) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if condition(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }

    /// - Returns: the removed elements.
    mutating func removeAll(where condition: (Element) -> Bool) -> [Element] {
        let all = ordered
        elements = all.filter { !condition($0) }
        start = 0
        return all.filter(condition)
    }
}
