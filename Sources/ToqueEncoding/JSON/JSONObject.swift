/// The members of a JSON object, in order and with unique names.
public struct JSONObject: Sendable, Hashable, Sequence, ExpressibleByDictionaryLiteral {
    public private(set) var members: [(name: String, value: JSON)] = []

    public init() {}

    /// The members in the given order; the last one of a repeated name counts.
    public init(dictionaryLiteral elements: (String, JSON)...) { self.init(elements) }

    init(_ elements: [(String, JSON)]) {
        members.reserveCapacity(elements.count)
        for (name, value) in elements { self[name] = value }
    }

    /// The parser has already checked for duplicates.
    init(uniqueMembers members: [(name: String, value: JSON)]) { self.members = members }

    public var count: Int { members.count }
    public var isEmpty: Bool { members.isEmpty }
    public var names: [String] { members.map(\.name) }

    /// Setting nil removes the member; setting a known name keeps its place.
    public subscript(name: String) -> JSON? {
        get { index(of: name).map { members[$0].value } }
        set {
            let index = self.index(of: name)
            switch (index, newValue) {
            case (let index?, let value?): members[index].value = value
            case (let index?, nil): members.remove(at: index)
            case (nil, let value?): members.append((name, value))
            case (nil, nil): break
            }
        }
    }

    /// - Parameter position: where to look first, then the position after the match: members are mostly read in the
    ///   order in which they were written.
    func value(of name: String, near position: inout Int) -> JSON? {
        let isThere = position < members.count && members[position].name.isIdentical(to: name)
        guard let index = isThere ? position : index(of: name) else { return nil }
        position = index + 1
        return members[index].value
    }

    private func index(of name: String) -> Int? {
        members.indices.first { members[$0].name.isIdentical(to: name) }
    }

    public func makeIterator() -> IndexingIterator<[(name: String, value: JSON)]> { members.makeIterator() }

    /// The same members in any order.
    public static func == (left: JSONObject, right: JSONObject) -> Bool {
        // Sorted first, so that large objects do not take quadratic time.
        left.count == right.count
            && left.sortedMembers.elementsEqual(right.sortedMembers) {
                $0.name.isIdentical(to: $1.name) && $0.value == $1.value
            }
    }

    private var sortedMembers: [(name: String, value: JSON)] {
        members.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(Set(names)) }
}
