import ToqueEncoding

/// The envelope of every list.
public struct Page<Item: JSONModel>: JSONModel {
    /// Items on all pages together.
    public var count: Int
    /// URL of the following page.
    public var next: String?
    /// URL of the preceding page.
    public var previous: String?
    public var results: [Item]

    public init(count: Int, next: String? = nil, previous: String? = nil, results: [Item]) {
        self.count = count
        self.next = next
        self.previous = previous
        self.results = results
    }

    public init(_ reader: JSONReader) throws(JSONMemberError) {
        count = try reader.member("count", expected: "an integer").int()
        next = try reader.optionalText("next")
        previous = try reader.optionalText("previous")
        results = try reader.member("results", expected: "an array").models(Item.self)
    }

    public var json: JSON {
        [
            "count": .int(count), "next": .text(next), "previous": .text(previous),
            "results": .array(results.map(\.json)),
        ]
    }
}
