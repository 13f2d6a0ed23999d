import ToqueEncoding

/// The envelope of every list.
public struct Page<Item: JSONModel>: JSONModel {
    /// The number of items on all pages.
    public var count: Int
    /// URL of the next page.
    public var next: String?
    /// URL of the previous page.
    public var previous: String?
    public var results: [Item]

    public init(count: Int, next: String? = nil, previous: String? = nil, results: [Item]) {
        self.count = count
        self.next = next
        self.previous = previous
        self.results = results
    }
}

extension Page: JSONStructure {
    package static var blank: Self { Self(count: 0, results: []) }

    package mutating func members(_ coder: inout JSONCoder) { members(&coder, of: .freeObject) }

    private mutating func members(_ coder: inout JSONCoder, of item: @autoclosure () -> JSONSchema) {
        coder.required("count", &count, .integer(0...Int(Int32.max)).about("Items on all pages together"))
        coder.nullable("next", &next, .url)
        coder.nullable("previous", &previous, .url)
        coder.member(
            "results", &results, .required, { .array(of: item()) }, expecting: { "an array" },
            read: { (reader) throws(JSONMemberError) in
                try reader.map { (element) throws(JSONMemberError) in try Item(element) }
            }, write: { .array($0.map(\.json)) })
    }

    /// - Parameter item: the schema of a result.
    package static func schema(of item: JSONSchema) -> JSONSchema {
        var (copy, coder) = (blank, JSONCoder.describing(isRequest: isRequest))
        copy.members(&coder, of: item)
        return coder.schema
    }
}
