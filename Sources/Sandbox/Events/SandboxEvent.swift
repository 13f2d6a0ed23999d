import ToqueEncoding

/// An event in the life of an object.
public struct SandboxEvent: Sendable, Hashable {
    /// Grows with each event in the database.
    public let cursor: Int64
    public let time: Timestamp
    /// For example `enrollment.failed`.
    public let type: String
    /// The object's kind and id.
    public let kind: String
    public let object: String
    public let data: JSON

    public var json: JSON {
        [
            "cursor": .int(cursor), "time": .string(time.description), "type": .string(type), "kind": .string(kind),
            "object": .string(object), "data": data,
        ]
    }
}
