import Dispatch
import RelyingParty
import ToqueEncoding

/// Reads ceremonies from one JSON document (a ceremony, an array of them, or an object with an array `ceremonies`) or
/// from JSON Lines, and detects which. If the first line is a whole JSON text and another line follows, the input is
/// JSON Lines. If the first line ends too early, the following text decides between a malformed line and a document
/// over several lines.
///
/// JSON Lines are read and judged a few at a time, so that memory does not grow with their number.
public struct CeremonyReader {
    /// The maximum size of a document and of a line, in bytes.
    public static let limit = 16 << 20

    private let limit: Int
    private let judge: CeremonyJudge
    private var lines: LineReader
    /// Lines read ahead, the next one last.
    private var ahead: [Member] = []
    private var hasStarted = false
    private var isDocument = false

    /// The subject of one verdict.
    fileprivate enum Member: Sendable {
        case json(JSON)
        case line(LineReader.Line)
        case unreadable([UInt8], String)
    }

    /// The maximum number of members judged at a time.
    private static let batchSize = 256

    /// - Parameters:
    ///   - base: applies where a document's own policy says nothing.
    ///   - limit: the maximum size of a document or a line in bytes; larger ones are malformed.
    ///   - chunk: the next bytes of the input; none at its end.
    public init(
        over base: VerificationPolicy = CeremonyDocument.basePolicy, limit: Int = Self.limit,
        chunk: @escaping () throws -> [UInt8]
    ) {
        judge = CeremonyJudge(over: base)
        self.limit = limit
        lines = LineReader(limit: limit, chunk: chunk)
    }

    /// Judges the next ceremonies on all processors: as many as are available without waiting for more input, so that
    /// the writer can wait for each verdict. Unreadable ceremonies get a verdict too.
    /// - Parameter transform: converts a verdict; called on several threads at once.
    /// - Returns: one value for each ceremony, in the order of the input; nil at its end.
    /// - Throws: only errors from `chunk`.
    public mutating func next<Value: Sendable>(
        _ transform: @Sendable (CeremonyVerdict) -> Value
    ) throws -> [Value]? {
        let members = try nextMembers()
        guard !members.isEmpty else { return nil }
        let (judge, limit) = (judge, limit)
        return [Value](unsafeUninitializedCapacity: members.count) { buffer, count in
            // Each iteration has its own element.
            nonisolated(unsafe) let values = buffer
            DispatchQueue.concurrentPerform(iterations: members.count) { index in
                let verdict = members[index].verdict(by: judge, limit: limit)
                values.initializeElement(at: index, to: transform(verdict))
            }
            count = members.count
        }
    }

    private mutating func nextMembers() throws -> [Member] {
        if !hasStarted {
            hasStarted = true
            try start()
        }
        var members: [Member] = []
        while members.count < Self.batchSize {
            if let member = ahead.popLast() {
                members.append(member)
            } else if !isDocument, members.isEmpty || lines.hasLine, let line = try lines.next() {
                if !line.isBlank { members.append(.line(line)) }
            } else {
                break
            }
        }
        return members
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
        switch Self.parse(first.bytes) {
        case .success(let json):
            if let second = try nextLine() {
                ahead = [.line(second), .json(json)]
            } else {
                take(json)
            }
        // A document can continue on the next line only if a line ends too early.
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
        let parsed = Self.parse(text)
        if case .failure(let error) = parsed, isBetweenLines(error.offset, text, firstLine: first.bytes.count) {
            ahead = read.filter { !$0.isBlank }.reversed().map(Member.line)
        } else if text.count > limit {
            refuse(text, "more than \(limit) bytes in one document")
        } else {
            switch parsed {
            case .success(let json): take(json)
            case .failure(let error) where isDocument(text.prefix(error.offset)):
                refuse(text, "\(error); write several ceremonies one per line, or in an array")
            case .failure(let error): refuse(text, "\(error)")
            }
        }
    }

    private func isDocument(_ text: ArraySlice<UInt8>) -> Bool {
        if case .success = Self.parse(Array(text)) { true } else { false }
    }

    /// The limit on what is read bounds the bytes.
    fileprivate static func parse(_ text: [UInt8]) -> Result<JSON, JSONSyntaxError> {
        Result { () throws(JSONSyntaxError) in try JSON(parsing: text, limits: JSON.Limits(size: .max)) }
    }

    /// True if an error shows that the lines do not form one document: it is in the first line, or where another line
    /// starts a value of its own, unless the text before it is whole.
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
        ahead = [.unreadable(text, reason)]
    }
}

extension CeremonyReader.Member {
    func verdict(by judge: CeremonyJudge, limit: Int) -> CeremonyVerdict {
        switch self {
        case .json(let json): return judge.verdict(on: json)
        case .unreadable(let text, let reason): return CeremonyVerdict(unreadable: text, reason)
        case .line(let line) where line.isTooLong:
            return CeremonyVerdict(unreadable: line.bytes, "line \(line.number): more than \(limit) bytes")
        case .line(let line):
            switch CeremonyReader.parse(line.bytes) {
            case .success(let json): return judge.verdict(on: json)
            case .failure(let error):
                return CeremonyVerdict(
                    unreadable: line.bytes, "line \(line.number), column \(error.column): \(error.reason)")
            }
        }
    }
}
