import ToqueEncoding

/// Texts with places such as `{device}` or `{credential/response/signature}`: a name, and maybe a JSON pointer into its
/// value.
struct RouteTemplate {
    /// Places that every request has.
    static let standing = ["device", "user", "risk-signals"]

    let values: (String) -> JSON?

    /// What a place of a text lacks.
    struct Missing: Error, Hashable {
        let name: String
    }

    private enum Part {
        case text(Substring)
        case place(String, JSONPointer)
    }

    /// Text with its places filled: texts as they are, other values as JSON.
    func fill(_ text: String, _ encode: (String) -> String = { $0 }) throws(Missing) -> String {
        var result = ""
        for part in Self.parts(text) {
            switch part {
            case .text(let text): result += text
            case .place(let name, let pointer):
                let value = try value(name, pointer)
                result += encode(value.stringValue ?? value.serialized())
            }
        }
        return result
    }

    /// A document with its places filled. A text that is nothing but a place becomes the value itself.
    func fill(_ json: JSON) throws(Missing) -> JSON {
        switch json {
        case .string(let text):
            let parts = Self.parts(text)
            if parts.count == 1, case .place(let name, let pointer) = parts[0] { return try value(name, pointer) }
            return .string(try fill(text))
        case .array(let elements):
            var filled: [JSON] = []
            for element in elements { filled.append(try fill(element)) }
            return .array(filled)
        case .object(let object):
            var filled = JSONObject()
            for (name, value) in object { filled[name] = try fill(value) }
            return .object(filled)
        case .null, .bool, .number: return json
        }
    }

    private func value(_ name: String, _ pointer: JSONPointer) throws(Missing) -> JSON {
        guard let value = values(name).flatMap(pointer.value) else { throw Missing(name: name + pointer.text) }
        return value
    }

    /// The names of a text's places.
    static func names(_ text: String) -> [String] {
        parts(text).compactMap { if case .place(let name, _) = $0 { name } else { nil } }
    }

    /// The names of a document's places.
    static func names(_ json: JSON) -> [String] {
        switch json {
        case .string(let text): names(text)
        case .array(let elements): elements.flatMap(names)
        case .object(let object): object.flatMap { names($0.value) }
        case .null, .bool, .number: []
        }
    }

    /// True if a brace of a text belongs to no place.
    static func hasLooseBrace(_ text: String) -> Bool {
        parts(text).contains { part in
            if case .text(let text) = part { text.contains("{") || text.contains("}") } else { false }
        }
    }

    /// Braces around anything but a name stay text.
    private static func parts(_ text: String) -> [Part] {
        var parts: [Part] = []
        var rest = text[...]
        while let open = rest.firstIndex(of: "{") {
            guard let close = rest[open...].firstIndex(of: "}") else { break }
            let inner = rest[rest.index(after: open)..<close]
            let name = inner.prefix { $0 != "/" }
            if !name.isEmpty, name.allSatisfy(isOfAName), let pointer = JSONPointer(String(inner.dropFirst(name.count)))
            {
                if open > rest.startIndex { parts.append(.text(rest[..<open])) }
                parts.append(.place(String(name), pointer))
                rest = rest[rest.index(after: close)...]
            } else {
                let next = rest.index(after: open)
                parts.append(.text(rest[..<next]))
                rest = rest[next...]
            }
        }
        if !rest.isEmpty { parts.append(.text(rest)) }
        return parts
    }

    private static func isOfAName(_ character: Character) -> Bool {
        character.isASCII && (character.isLetter || character.isNumber || "-_".contains(character))
    }
}
