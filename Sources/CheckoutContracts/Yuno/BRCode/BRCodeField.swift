/// A data object of EMV's merchant-presented QR codes: a two-digit ID, a two-digit length, and the value.
struct BRCodeField: Sendable, Hashable {
    let id: String
    let value: String

    init(_ id: String, _ value: String) { (self.id, self.value) = (id, value) }

    /// - Throws: `BRCodeError` for a value that is empty, longer than 99 characters, or not ASCII.
    func text() throws(BRCodeError) -> String {
        let count = value.utf8.count
        guard (1...99).contains(count), value.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else {
            throw .field(id, problem: "has to be 1 to 99 printable ASCII characters")
        }
        return "\(id)\(count < 10 ? "0" : "")\(count)\(value)"
    }

    /// Returns all fields of a text, in order.
    /// - Parameter outer: the ID of the enclosing field, for errors; empty for the whole code.
    static func all(in text: Substring.UTF8View, within outer: String = "") throws(BRCodeError) -> [BRCodeField] {
        var rest = text
        var fields: [BRCodeField] = []
        while !rest.isEmpty {
            let (id, length) = (rest.prefix(2), rest.dropFirst(2).prefix(2))
            let digits = Array(id) + Array(length)
            guard digits.count == 4, digits.allSatisfy({ (0x30...0x39).contains($0) }) else {
                throw .malformed(outer)
            }
            let count = Int(digits[2] - 0x30) * 10 + Int(digits[3] - 0x30)
            rest = rest.dropFirst(4)
            guard count > 0, rest.count >= count else { throw .malformed(outer) }
            let field = BRCodeField(
                outer + String(decoding: id, as: UTF8.self), String(decoding: rest.prefix(count), as: UTF8.self))
            guard !fields.contains(where: { $0.id == field.id }) else {
                throw .field(field.id, problem: "occurs twice")
            }
            fields.append(field)
            rest = rest.dropFirst(count)
        }
        return fields
    }
}

/// Why a text is not a BR Code, or a BR Code cannot be written.
public enum BRCodeError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Not a sequence of fields, in the field with this ID or as a whole.
    case malformed(String)
    /// The expected checksum.
    case checksum(expected: String)
    /// A field by ID, such as `54`, or `2625` for field 25 in field 26.
    case field(String, problem: String)

    public var description: String {
        switch self {
        case .malformed(let id): "\(id.isEmpty ? "the code" : "field \(id)") is not made of ids, lengths and values"
        case .checksum(let expected): "the checksum is wrong; the text before it has \(expected)"
        case .field(let id, let problem): "field \(id) \(problem)"
        }
    }
}
