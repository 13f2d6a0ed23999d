import RelyingParty
import ToqueEncoding

/// Reads an input of ceremonies, which is one JSON document (a ceremony, an array of them, or an object whose member
/// `ceremonies` is one) or JSON Lines, and finds out which. A first line that is a whole JSON text with another line
/// behind it is the first of JSON Lines. One that is cut short is either a malformed one, or the start of a document
/// over several lines: what follows tells.
///
/// JSON Lines are read one by one, so that memory does not grow with their number.
public struct CeremonyReader {
    /// Bytes of a document, and of each of the JSON Lines.
    public static let limit = 16 << 20

    private let limit: Int
    private let base: VerificationPolicy
    private var lines: LineReader
    /// What has been read ahead, the next one last.
    private var ahead: [Member] = []
    private var hasStarted = false
    private var isDocument = false

    private enum Member {
        case json(JSON)
        case line(LineReader.Line)
        case verdict(CeremonyVerdict)
    }

    /// - Parameters:
    ///   - base: what holds where a document's own policy says nothing.
    ///   - limit: bytes of a document or a line; what is larger is malformed.
    ///   - chunk: the next bytes of the input; none at its end.
    public init(
        over base: VerificationPolicy = CeremonyDocument.basePolicy, limit: Int = Self.limit,
        chunk: @escaping () throws -> [UInt8]
    ) {
        self.base = base
        self.limit = limit
        lines = LineReader(limit: limit, chunk: chunk)
    }

    /// The verdict on the next ceremony, in the order of the input; nil at its end. What cannot be read has a verdict
    /// too.
    /// - Throws: what `chunk` throws, and nothing else.
    public mutating func next() throws -> CeremonyVerdict? {
        if !hasStarted {
            hasStarted = true
            try start()
        }
        if let member = ahead.popLast() { return verdict(on: member) }
        guard !isDocument, let line = try nextLine() else { return nil }
        return verdict(on: .line(line))
    }

    private mutating func nextLine() throws -> LineReader.Line? {
        while let line = try lines.next() {
            if !line.isBlank { return line }
        }
        return nil
    }

    // MARK: One document or lines

    private mutating func start() throws {
        guard let first = try nextLine() else { return }
        guard !first.isTooLong else {
            ahead = [.line(first)]
            return
        }
        switch parse(first.bytes) {
        case .success(let json):
            if let second = try nextLine() {
                ahead = [.line(second), .json(json)]
            } else {
                take(json)
            }
        // Only where a line ends too early can a document go on in the next one.
        case .failure(let error) where error.offset == first.bytes.count:
            try takeDocument(from: first)
        case .failure:
            ahead = [.line(first)]
        }
    }

    private mutating func takeDocument(from first: LineReader.Line) throws {
        var read = [first]
        var text = first.bytes
        while text.count <= limit, let line = try lines.next() {
            read.append(line)
            text.append(0x0A)
            text += line.bytes
        }
        let parsed = parse(text)
        if case .failure(let error) = parsed, isBetweenLines(error.offset, text, firstLine: first.bytes.count) {
            ahead = read.filter { !$0.isBlank }.reversed().map(Member.line)
        } else if text.count > limit {
            refuse(text, "more than \(limit) bytes in one document")
        } else {
            switch parsed {
            case .success(let json): take(json)
            case .failure(let error) where isDocument(text.prefix(error.offset)):
                refuse(text, "\(error); of several ceremonies, each is on a line of its own, or all are in an array")
            case .failure(let error): refuse(text, "\(error)")
            }
        }
    }

    private func isDocument(_ text: ArraySlice<UInt8>) -> Bool {
        if case .success = parse(Array(text)) { true } else { false }
    }

    /// What holds the bytes back is the limit on what is read.
    private func parse(_ text: [UInt8]) -> Result<JSON, JSONSyntaxError> {
        Result { () throws(JSONSyntaxError) in try JSON(parsing: text, limits: JSON.Limits(size: .max)) }
    }

    /// Whether an error tells of lines that belong to no document: it is in the first of them, or where another one
    /// starts a value of its own; but not where what stands before it is whole.
    private func isBetweenLines(_ offset: Int, _ text: [UInt8], firstLine: Int) -> Bool {
        if offset <= firstLine { return true }
        guard offset < text.count, text[offset - 1] == 0x0A, !isDocument(text.prefix(offset)) else { return false }
        return ![UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: "\"")].contains(text[offset])
    }

    /// The ceremonies of one document.
    private mutating func take(_ json: JSON) {
        isDocument = true
        let ceremonies = json.arrayValue ?? json["ceremonies"]?.arrayValue ?? [json]
        ahead = ceremonies.reversed().map(Member.json)
    }

    private mutating func refuse(_ text: [UInt8], _ reason: String) {
        isDocument = true
        ahead = [.verdict(CeremonyVerdict(unreadable: text, reason))]
    }

    // MARK: Verdicts

    private func verdict(on member: Member) -> CeremonyVerdict {
        switch member {
        case .json(let json): CeremonyVerdict(judging: json, over: base)
        case .line(let line): verdict(on: line)
        case .verdict(let verdict): verdict
        }
    }

    private func verdict(on line: LineReader.Line) -> CeremonyVerdict {
        guard !line.isTooLong else {
            return CeremonyVerdict(unreadable: line.bytes, "line \(line.number): more than \(limit) bytes")
        }
        switch parse(line.bytes) {
        case .success(let json): return CeremonyVerdict(judging: json, over: base)
        case .failure(let error):
            return CeremonyVerdict(
                unreadable: line.bytes, "line \(line.number), column \(error.column): \(error.reason)")
        }
    }
}
