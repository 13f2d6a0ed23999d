/// The last elements, oldest first.
struct Ring<Element> {
    private let capacity: Int
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
        let ordered = Array(elements[start...] + elements[..<start])
        elements = ordered.filter { !condition($0) }
        start = 0
        return ordered.filter(condition)
    }
}
