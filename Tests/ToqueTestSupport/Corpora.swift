import Glibc
import ToqueEncoding

/// Published vectors outside this repository: the files in the folder of `TOQUE_CORPORA`. Without the variable, tests
/// that read them are skipped.
public enum Corpora {
    public static var folder: String? { getenv("TOQUE_CORPORA").map { String(cString: $0) } }
    public static var isAvailable: Bool { folder != nil }

    public struct Unreadable: Error {
        let path: String
    }

    /// The folder's file as JSON.
    public static func load(_ name: String) throws -> JSON {
        let path = "\(folder ?? ".")/\(name)"
        guard let file = fopen(path, "r") else { throw Unreadable(path: path) }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = fread(&chunk, 1, chunk.count, file)
            guard count > 0 else { break }
            bytes += chunk[..<count]
        }
        return try JSON(parsing: bytes, limits: .init(size: 16 << 20))
    }
}

extension JSONReader {
    /// A member with bytes as hexadecimal text.
    public func hex(_ name: String) throws -> [UInt8] {
        let member = try member(name)
        guard let bytes = Hex.decode(try member.string()) else { throw member.mismatch(expected: "hexadecimal digits") }
        return bytes
    }
}
