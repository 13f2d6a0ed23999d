import Foundation

/// Inputs of earlier runs, stored in the repository: one file per target, with one input in Base64 per line.
enum KeptInputs {
    /// - Returns: an empty list if the file does not exist.
    static func read(_ file: String) throws -> [[UInt8]] {
        guard FileManager.default.fileExists(atPath: file) else { return [] }
        let lines = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
        return try lines.map { line in
            guard let input = Data(base64Encoded: String(line)) else {
                throw CocoaError(.fileReadCorruptFile, userInfo: [NSFilePathErrorKey: file])
            }
            return [UInt8](input)
        }
    }

    /// Writes the inputs of a folder, in an order independent of their names.
    /// - Throws: if there are none, because then the previous step has failed.
    static func write(from directory: String, to file: String) throws {
        let lines = try FileManager.default.contentsOfDirectory(atPath: directory).map { name in
            try Data(contentsOf: URL(fileURLWithPath: "\(directory)/\(name)")).base64EncodedString()
        }
        guard !lines.isEmpty else {
            throw CocoaError(.fileReadNoSuchFile, userInfo: [NSFilePathErrorKey: directory])
        }
        let text = Set(lines).sorted { ($0.utf8.count, $0) < ($1.utf8.count, $1) }.map { $0 + "\n" }.joined()
        try Data(text.utf8).write(to: URL(fileURLWithPath: file), options: .atomic)
    }
}
