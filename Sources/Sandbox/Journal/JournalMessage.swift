/// A request or response in the journal, without secrets.
public struct JournalMessage: Sendable {
    /// How much of a body was kept.
    public enum BodyState: String, Sendable, Hashable {
        /// All of it.
        case whole
        /// The first 16 KiB, or the part before it ceased to be JSON.
        case cut
        /// None: its type hides secrets from the search, it was a stream, or it contained data that must not be kept.
        case omitted
        /// None any more: it and the headers made room for newer ones.
        case dropped
    }

    /// In order; secret values are `***`.
    public private(set) var headers: [(name: String, value: String)]
    /// The masked text.
    public private(set) var body: [UInt8]
    /// The body's size in bytes; 0 for a stream.
    public let size: Int
    public private(set) var bodyState: BodyState

    init(headers: [(name: String, value: String)], body: [UInt8], size: Int, bodyState: BodyState) {
        self.headers = headers
        self.body = body
        self.size = size
        self.bodyState = bodyState
    }

    /// For a request with content that must not be kept.
    static func concealed(size: Int) -> JournalMessage {
        JournalMessage(headers: [], body: [], size: size, bodyState: .omitted)
    }

    /// The approximate memory size of the contents in bytes.
    var weight: Int { headers.reduce(body.count) { $0 + $1.name.utf8.count + $1.value.utf8.count + 64 } }

    mutating func dropContents() {
        headers = []
        body = []
        bodyState = .dropped
    }
}
