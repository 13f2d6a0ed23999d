import ToqueEncoding

/// The query of a control request, of which every part has to be understood.
struct ControlQuery: Sendable {
    private let values: [String: String]

    /// - Parameter names: of the parameters that the endpoint takes, besides `tenant`.
    /// - Throws: `SandboxError` that names a parameter which is none of them, or stands twice.
    init(_ query: [(name: String, value: String)], names: [String]) throws(SandboxError) {
        var values: [String: String] = [:]
        for (name, value) in query {
            guard name == "tenant" || names.contains(name) else {
                throw .invalid(name.escaped, "This endpoint takes no such parameter; it takes \(Self.list(names)).")
            }
            guard values.updateValue(value, forKey: name) == nil else {
                throw .invalid(name, "The parameter stands more than once.")
            }
        }
        self.values = values
    }

    private static func list(_ names: [String]) -> String { (["tenant"] + names).joined(separator: ", ") }

    /// The parameter; nil where it is absent or empty.
    func text(_ name: String) -> String? { values[name].flatMap { $0.isEmpty ? nil : $0 } }

    /// An integer in the range; nil where it is absent or empty.
    func int<Value: FixedWidthInteger>(_ name: String, in range: ClosedRange<Value>) throws(SandboxError) -> Value? {
        guard let text = text(name) else { return nil }
        guard let value = Value(text), range.contains(value) else {
            throw .invalid(name, "Expected an integer from \(range.lowerBound) to \(range.upperBound).")
        }
        return value
    }

    /// `after`: the cursor behind which a list begins; 0 where none is named.
    func after() throws(SandboxError) -> Int64 { try int("after", in: 0...Int64.max) ?? 0 }

    /// `limit`: the length of a list; 100 where none is named.
    func limit() throws(SandboxError) -> Int { try int("limit", in: 1...1000) ?? 100 }
}
