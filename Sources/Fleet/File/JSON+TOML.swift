import TOMLKit
import ToqueEncoding

extension JSON {
    /// Reads TOML. Dates and times become texts.
    /// - Throws: an error with the text's line, or with the path of a value that JSON has not.
    init(toml bytes: [UInt8]) throws(FleetInputError) {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw FleetInputError("", "the file is not UTF-8")
        }
        // The parser would end there, and ignore the rest.
        if let end = bytes.firstIndex(of: 0) {
            throw Self.problem("it has a NUL character", line: 1 + bytes[..<end].count { $0 == 0x0A })
        }
        let table: TOMLTable
        do {
            table = try TOMLTable(string: text)
        } catch let error as TOMLParseError {
            throw Self.problem(error.description, line: error.source.begin.line)
        } catch {
            throw FleetInputError("", "the file is not TOML (\(error))")
        }
        // Without the options for hexadecimal, octal and binary numbers, all integers are decimal.
        let converted = Array(
            table.convert(to: .json, options: [.allowUnicodeStrings, .quoteInfinitesAndNaNs]).utf8)
        do {
            let (json, span) = try JSON.locating(converted, limits: .init(size: Self.convertedLimit))
            if let offset = Self.firstNotFinite(in: converted, of: table) {
                throw FleetInputError(Self.path(ofOffset: offset, json, span), "found nan or inf, expected a number")
            }
            self = json.withShortFloats
        } catch let error as JSONSyntaxError {
            // Its line is one of the converted text, which nobody has seen.
            throw FleetInputError("", "the file's values are \(error.reason)")
        } catch let error as FleetInputError {
            throw error
        } catch {
            throw FleetInputError("", "\(error)")
        }
    }

    /// The document with fractions as people write them: 0.1 for the converted 0.10000000000000001.
    private var withShortFloats: JSON {
        switch self {
        case .number(let number):
            guard let short = number.double.flatMap({ JSONNumber($0) }), short.int == nil else { return self }
            return .number(short)
        case .array(let elements): return .array(elements.map(\.withShortFloats))
        case .object(let object):
            return .object(
                object.reduce(into: JSONObject()) { short, member in
                    short[member.name] = member.value.withShortFloats
                })
        case .null, .bool, .string: return self
        }
    }

    /// Line breaks and escapes make a text longer.
    private static let convertedLimit = 8 * JourneyFile.sizeLimit

    private static func problem(_ reason: String, line: Int) -> FleetInputError {
        FleetInputError("", "line \(line): the file is not TOML (\(reason))")
    }

    /// Where the first number stands that is infinite or none: there, the converted text has quotes only if told to.
    private static func firstNotFinite(in converted: [UInt8], of table: TOMLTable) -> Int? {
        let bare = table.convert(to: .json, options: [.allowUnicodeStrings]).utf8
        return zip(converted, bare).enumerated().first { $0.element.0 != $0.element.1 }?.offset
    }

    /// The path of the value at an offset.
    private static func path(ofOffset offset: Int, _ json: JSON, _ span: JSONSpan, within path: String = "") -> String {
        guard let index = span.parts.firstIndex(where: { $0.range.contains(offset) }) else { return path }
        let part = span.parts[index]
        switch json {
        case .object(let object):
            let (name, value) = object.members[index]
            let inner = JSONReader(json, path: path).path(of: name.escaped)
            return Self.path(ofOffset: offset, value, part, within: inner)
        case .array(let elements):
            return Self.path(ofOffset: offset, elements[index], part, within: "\(path)[\(index)]")
        case .null, .bool, .number, .string: return path
        }
    }
}
