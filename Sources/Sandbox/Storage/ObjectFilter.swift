/// A condition on the JSON of stored objects.
public struct ObjectFilter: Sendable {
    enum Condition: Sendable {
        case equals(String)
        case contains(String)
        case oneOf([String])
        case from(String)
        case before(String)
    }

    /// A path of SQLite's JSON functions, such as `$.details.customer`. Never external input: it becomes part of the statement,
    /// so that its index applies.
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
}

/// An index that makes `ObjectFilter.equals` on this path fast.
public struct ObjectIndex: Sendable {
    let path: StaticString
    var text: String { "\(path)" }

    public init(_ path: StaticString) { self.path = path }
}
