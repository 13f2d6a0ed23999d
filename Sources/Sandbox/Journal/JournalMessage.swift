import ToqueEncoding

/// A request or an answer as it is remembered: without secrets.
public struct JournalMessage: Sendable {
    /// What became of a body.
    public enum BodyState: String, Sendable, Hashable {
        /// It is all here.
        case whole
        /// Its first 16 KiB are here, or what stood before it ceased to be JSON.
        case cut
        /// It was of a type in which secrets cannot be found, or a stream, or had in it what must not be kept.
        case omitted
        /// It was kept and made room for younger ones, as did the headers.
        case dropped
    }

    /// In their order; the values of secret ones are `***`.
    public private(set) var headers: [(name: String, value: String)]
    /// The masked text.
    public private(set) var body: [UInt8]
    /// Bytes that the body had; 0 for a stream.
    public let size: Int
    public private(set) var bodyState: BodyState

    init(headers: [(name: String, value: String)], body: [UInt8], size: Int, bodyState: BodyState) {
        self.headers = headers
        self.body = body
        self.size = size
        self.bodyState = bodyState
    }

    /// Of a request that has in it what must not be kept.
    static func concealed(size: Int) -> JournalMessage {
        JournalMessage(headers: [], body: [], size: size, bodyState: .omitted)
    }

    /// Bytes of memory that go with the contents, about.
    var weight: Int { headers.reduce(body.count) { $0 + $1.name.utf8.count + $1.value.utf8.count + 64 } }

    mutating func dropContents() {
        headers = []
        body = []
        bodyState = .dropped
    }

    /// `{"headers": {}, "body": ..., "body_state": "whole", "size": 12}`; a body of JSON is JSON here too, any other
    /// one a string; null where there is none.
    public var json: JSON {
        var fields = JSONObject()
        for (name, value) in headers {
            let earlier = fields[name]?.stringValue.map { "\($0), " } ?? ""
            fields[name] = .string(earlier + value)
        }
        let text: JSON = body.isEmpty ? .null : .string(String(decoding: body, as: UTF8.self))
        return [
            "headers": .object(fields), "body": (try? JSON(parsing: body)) ?? text,
            "body_state": .string(bodyState.rawValue), "size": .int(size),
        ]
    }
}
