import CeremonyDocuments
import RelyingParty
import ToqueCBOR
import ToqueEncoding

/// The verdict on one vector.
public struct VectorVerdict: Sendable, Hashable {
    /// nil if it cannot be read.
    public let id: String?
    public let isAsExpected: Bool
    /// The actual and the expected result, in one line.
    public let summary: String

    public init(_ verdict: CeremonyVerdict) {
        id = verdict.id
        isAsExpected = verdict.isAsExpected
        let found = verdict.failure.map { "invalid, \($0)" } ?? "valid"
        let expected =
            switch verdict.expected ?? .valid {
            case .valid: "valid"
            case .invalid(let code): "invalid" + (code.map { ", \($0.escaped)" } ?? "")
            }
        summary = "found \(found); expected \(expected)"
    }

    /// - Parameter input: an input for a CBOR decoder.
    init(input reader: JSONReader) {
        do throws(JSONMemberError) {
            let vector = try CBORVector(reader)
            id = vector.id
            isAsExpected = vector.isAsExpected
            summary =
                vector.reason.map { "found canonical form; expected none: \($0.escaped)" }
                ?? "found none; expected canonical form"
        } catch {
            id = reader.value["id"]?.stringValue
            isAsExpected = false
            summary = "\(error)"
        }
    }

    /// Verifies the vectors of a document in order.
    /// - Returns: false for a document without vectors, such as options or a schema.
    public static func judge(_ json: JSON, _ body: (VectorVerdict) throws -> Void) rethrows -> Bool {
        if let inputs = json["inputs"]?.arrayValue {
            for (index, input) in inputs.enumerated() {
                try body(VectorVerdict(input: JSONReader(input, path: "inputs[\(index)]")))
            }
            return true
        }
        guard let ceremonies = ceremonies(in: json) else { return false }
        for ceremony in ceremonies { try body(VectorVerdict(CeremonyVerdict(judging: ceremony))) }
        return true
    }

    private static func ceremonies(in json: JSON) -> [JSON]? {
        if let ceremonies = json["ceremonies"]?.arrayValue { return ceremonies }
        let candidates = json.arrayValue ?? [json]
        return candidates.contains { $0["kind"] != nil } ? candidates : nil
    }
}
