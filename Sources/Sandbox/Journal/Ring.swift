/// The last elements, oldest first.
struct Ring<Element> {
    private var capacity: Int
    private var elements: [Element] = []
    /// Where the oldest element stands once the ring is full.
    private var start = 0

    init(capacity: Int) { self.capacity = max(1, capacity) }

    var count: Int { elements.count }

    /// - Parameter index: 0 is the oldest one; less than `count`.
    subscript(index: Int) -> Element {
        get { elements[place(index)] }
        set { elements[place(index)] = newValue }
    }

    private func place(_ index: Int) -> Int { (start + index) % elements.count }

    private var ordered: [Element] { Array(elements[start...] + elements[..<start]) }

    /// - Returns: the element that made room.
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

    /// - Returns: the oldest elements, for which there is no room any more.
    mutating func setCapacity(_ capacity: Int) -> [Element] {
        let all = ordered
        self.capacity = max(1, capacity)
        elements = all.suffix(self.capacity)
        start = 0
        return Array(all.dropLast(elements.count))
    }

    /// The first index for which the condition holds, given that it holds for all after it; `count` where it holds for
    /// none.
    func firstIndex(where condition: (Element) -> Bool) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if condition(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }

    /// - Returns: the elements that were removed.
    mutating func removeAll(where condition: (Element) -> Bool) -> [Element] {
        let all = ordered
        elements = all.filter { !condition($0) }
        start = 0
        return all.filter(condition)
    }
}
