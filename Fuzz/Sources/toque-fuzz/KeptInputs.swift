import Foundation

/// Inputs of earlier runs as the repository keeps them: a file for each target, with one in Base64 on each line.
enum KeptInputs {
    /// - Returns: none where there is no such file.
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

    /// Writes the inputs of a folder, in an order that does not depend on their names.
    /// - Throws: where there are none, for then what was to leave some has failed.
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
