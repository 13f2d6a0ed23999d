import Foundation
import ToqueEncoding

/// Checks values against JSON Schemas, as far as the document uses them. An unknown keyword is a problem, so that no
/// keyword goes unchecked.
public struct SchemaChecker: Sendable {
    /// The document that references point into.
    public let document: JSON

    public init(document: JSON) { self.document = document }

    /// The value's problems, each with its path; empty if the value matches the schema.
    public func problems(of value: JSON, in schema: JSON, at path: String = "$") -> [String] {
        guard let keywords = schema.objectValue else { return ["\(path): no schema"] }
        return keywords.flatMap { name, argument in
            problem(of: value, name, argument, keywords, at: path)
        }
    }

    private func problem(
        of value: JSON, _ keyword: String, _ argument: JSON, _ schema: JSONObject, at path: String
    ) -> [String] {
        func expect(_ isRight: Bool) -> [String] {
            isRight ? [] : ["\(path): \(value.serialized()) against \(keyword) \(argument.serialized())"]
        }
        switch (keyword, value) {
        case ("description", _): return []
        case ("$ref", _): return problems(of: value, in: resolve(argument), at: path)
        case ("allOf", _):
            return (argument.arrayValue ?? []).flatMap { problems(of: value, in: $0, at: path) }
        case ("anyOf", _):
            return expect((argument.arrayValue ?? []).contains { problems(of: value, in: $0).isEmpty })
        case ("const", _): return expect(value == argument)
        case ("enum", _): return expect(argument.arrayValue?.contains(value) == true)
        case ("type", _):
            return expect((argument.arrayValue ?? [argument]).contains { Self.type($0, takes: value) })
        case ("pattern", .string(let text)):
            return expect(text.range(of: argument.stringValue ?? "", options: .regularExpression) != nil)
        case ("format", .string(let text)): return expect(Self.isFormatted(text, argument.stringValue ?? ""))
        case ("minLength", .string(let text)): return expect(text.unicodeScalars.count >= argument.intValue ?? 0)
        case ("maxLength", .string(let text)): return expect(text.unicodeScalars.count <= argument.intValue ?? 0)
        case ("minimum", .number(let number)): return expect(number.double ?? .nan >= argument.double)
        case ("maximum", .number(let number)): return expect(number.double ?? .nan <= argument.double)
        case ("exclusiveMinimum", .number(let number)): return expect(number.double ?? .nan > argument.double)
        case ("items", .array(let items)):
            return items.enumerated().flatMap { problems(of: $1, in: argument, at: "\(path)[\($0)]") }
        case ("minItems", .array(let items)): return expect(items.count >= argument.intValue ?? 0)
        case ("maxItems", .array(let items)): return expect(items.count <= argument.intValue ?? 0)
        case ("contains", .array(let items)):
            return expect(items.contains { problems(of: $0, in: argument).isEmpty })
        case ("required", .object(let object)):
            return expect((argument.arrayValue ?? []).allSatisfy { object[$0.stringValue ?? ""] != nil })
        case ("properties", .object(let object)):
            return (argument.objectValue ?? [:]).flatMap { name, schema in
                object[name].map { problems(of: $0, in: schema, at: "\(path).\(name)") } ?? []
            }
        case ("additionalProperties", .object(let object)):
            let known = schema["properties"]?.objectValue?.names ?? []
            let others = object.filter { !known.contains($0.name) }
            if argument == false { return expect(others.isEmpty) }
            return others.flatMap { problems(of: $0.value, in: argument, at: "\(path).\($0.name)") }
        case ("pattern", _), ("format", _), ("minLength", _), ("maxLength", _), ("minimum", _), ("maximum", _),
            ("exclusiveMinimum", _), ("items", _), ("minItems", _), ("maxItems", _), ("contains", _),
            ("required", _), ("properties", _), ("additionalProperties", _):
            // A keyword for another type does not apply.
            return []
        default: return ["\(path): unknown keyword \(keyword)"]
        }
    }

    private func resolve(_ reference: JSON) -> JSON {
        let parts = (reference.stringValue ?? "").split(separator: "/").dropFirst()
        return parts.reduce(document) { $0[String($1)] ?? .null }
    }

    private static func type(_ type: JSON, takes value: JSON) -> Bool {
        switch (type.stringValue, value) {
        case ("null", .null), ("boolean", .bool), ("number", .number), ("string", .string), ("array", .array),
            ("object", .object):
            true
        case ("integer", .number(let number)): number.int != nil
        default: false
        }
    }

    private static func isFormatted(_ text: String, _ format: String) -> Bool {
        switch format {
        case "uuid": UUID(uuidString: text) != nil
        case "date-time": Timestamp(text) != nil
        case "date": Timestamp("\(text)T00:00:00Z") != nil
        case "email": text.split(separator: "@", omittingEmptySubsequences: false).count == 2
        case "uri": URL(string: text)?.scheme != nil
        default: false
        }
    }
}

extension JSON {
    fileprivate var double: Double {
        guard case .number(let number) = self else { return .nan }
        return number.double ?? .nan
    }
}
