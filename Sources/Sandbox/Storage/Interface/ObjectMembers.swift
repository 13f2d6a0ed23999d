import ToqueCrypto
import ToqueEncoding

/// The texts of a document by their paths, such as `{"$.details.customer": "…"}`: what filters find, for databases that
/// cannot look into each document.
enum ObjectMembers {
    /// Longer texts are represented by their digest, which equals only itself.
    private static let longest = 512

    /// The form in which a text is stored and looked for.
    static func stored(_ text: String) -> String {
        text.utf8.count <= longest ? text : "sha-256 \(Hex.encode(Digest.sha256(text)))"
    }

    /// Without the elements of arrays, which no path reaches.
    static func json(of document: JSON) -> JSON {
        var members = JSONObject()
        add(document, at: "$", to: &members)
        return .object(members)
    }

    private static func add(_ value: JSON, at path: String, to members: inout JSONObject) {
        if let text = value.stringValue {
            members[path] = .string(escaped(stored(text)))
        } else if let object = value.objectValue {
            for (name, value) in object { add(value, at: "\(path).\(escaped(name))", to: &members) }
        }
    }

    /// Binary JSON of PostgreSQL cannot hold U+0000. This is the form in which its texts hold it: U+0001 followed by 0,
    /// and U+0001 itself as U+0001 followed by 1.
    private static func escaped(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 <= 1 }) else { return text }
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0: escaped += "\u{1}0"
            case 1: escaped += "\u{1}1"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
