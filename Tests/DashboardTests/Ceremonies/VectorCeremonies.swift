import CeremonyDocuments
import Foundation
import ToqueEncoding

/// The ceremonies of the vectors.
enum VectorCeremonies {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")

    /// - Parameter names: of files of the set `biometric-pix`.
    static func load(_ names: String...) throws -> [JSON] {
        try names.flatMap { name in
            let bytes = [UInt8](
                try Data(contentsOf: root.appending(path: "vectors/biometric-pix/\(name).json")))
            return try JSON(parsing: bytes, limits: .init(size: bytes.count))["ceremonies"]?.arrayValue ?? []
        }
    }

    /// One valid ceremony of a kind, whose attestation is over every byte.
    static func valid(_ kind: String) throws -> JSON? {
        try load("profiles").first {
            $0["kind"]?.stringValue == kind && $0["expected"]?["verdict"]?.stringValue == "valid"
                && $0["id"]?.stringValue?.hasPrefix("windows-es256-packed/") == true
        }
    }

    /// As the control API gives it.
    static func entry(_ document: JSON) -> JSON {
        [
            "id": document["id"] ?? "", "object": "7", "type": document["kind"] ?? "", "time": "2026-01-01T00:00:00Z",
            "verdict": CeremonyVerdict(judging: document).json, "document": document,
        ]
    }

    static func documentation(_ name: String) throws -> String {
        try String(contentsOf: root.appending(path: "docs/\(name)"), encoding: .utf8)
    }
}
