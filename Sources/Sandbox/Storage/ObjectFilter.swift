import ToqueEncoding

/// A condition on the JSON of stored objects.
public struct ObjectFilter: Sendable {
    enum Condition: Sendable {
        case equals(String)
        case contains(String)
        case oneOf([String])
        case from(String)
        case before(String)
    }

    /// SQLite's JSON path, such as `$.details.customer`. Never external input: it becomes part of the statement, so
    /// that an index on the same expression applies.
    let path: StaticString
    let condition: Condition

    public static func equals(_ path: StaticString, _ value: String) -> ObjectFilter {
        ObjectFilter(path: path, condition: .equals(value))
    }

    /// Ignores the case of ASCII letters.
    public static func contains(_ path: StaticString, _ part: String) -> ObjectFilter {
        ObjectFilter(path: path, condition: .contains(part))
    }

    public static func oneOf(_ path: StaticString, _ values: [String]) -> ObjectFilter {
        ObjectFilter(path: path, condition: .oneOf(values))
    }

    /// Not less than this text; timestamps sort as their texts do.
    public static func from(_ path: StaticString, _ value: String) -> ObjectFilter {
        ObjectFilter(path: path, condition: .from(value))
    }

    /// Less than this text.
    public static func before(_ path: StaticString, _ value: String) -> ObjectFilter {
        ObjectFilter(path: path, condition: .before(value))
    }

    /// SQL with placeholders, and their values.
    var sql: (condition: String, arguments: [String]) {
        let value = "json_extract(body, '\(path)')"
        switch condition {
        case .equals(let text): return ("\(value) = ?", [text])
        case .contains(let part): return ("instr(lower(\(value)), lower(?)) > 0", [part])
        case .oneOf(let texts):
            // One statement for any number of values, because each prepared statement is kept.
            let list = JSON.array(texts.map(JSON.string)).serialized()
            return ("\(value) IN (SELECT value FROM json_each(?))", [list])
        case .from(let text): return ("\(value) >= ?", [text])
        case .before(let text): return ("\(value) < ?", [text])
        }
    }
}

/// An index that makes `ObjectFilter.equals` on this path fast.
public struct ObjectIndex: Sendable {
    let path: StaticString
    public init(_ path: StaticString) { self.path = path }
}
