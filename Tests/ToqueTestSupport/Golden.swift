import Glibc
import ToqueEncoding

/// The guide's requests and answers with invented values: client and server must both match them.
public enum Golden {
    public struct Unreadable: Error {
        let path: String
    }

    /// Returns the file of this name, such as `charge.answer`.
    public static func load(_ name: String) throws -> JSON {
        var folder = #filePath.split(separator: "/").dropLast(2).joined(separator: "/")
        folder = "/\(folder)/PixAPITests/Golden"
        let path = "\(folder)/\(name).json"
        guard let file = fopen(path, "r") else { throw Unreadable(path: path) }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        return try JSON(parsing: Array(bytes[..<fread(&bytes, 1, bytes.count, file)]))
    }

    /// Differences from a golden value: missing members and members of another type; with `values`, also members with
    /// another value. Null in the golden value matches anything.
    public static func differences(
        of value: JSON?, from golden: JSON, values: Bool = false, at path: String = ""
    ) -> [String] {
        switch (value, golden) {
        case (_, .null): return []
        case (nil, _): return ["\(path): nothing"]
        case (.object(let object)?, .object(let members)):
            return members.flatMap { name, member in
                differences(of: object[name], from: member, values: values, at: "\(path).\(name)")
            }
        case (.array(let elements)?, .array(let goldens)):
            guard values ? elements.count == goldens.count : elements.isEmpty == goldens.isEmpty else {
                return ["\(path): \(elements.count) elements"]
            }
            return zip(elements, goldens).enumerated().flatMap { index, pair in
                differences(of: pair.0, from: pair.1, values: values, at: "\(path)[\(index)]")
            }
        case (let value?, let golden):
            if values ? value == golden : value.kind == golden.kind { return [] }
            return ["\(path): \(value.serialized())"]
        }
    }
}
