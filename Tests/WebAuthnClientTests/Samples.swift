import Foundation
import ToqueEncoding

/// The project's vectors, and variations of them.
enum Samples {
    static let userID = "a5bd0ef9-f8ab-41a2-b968-489761a91de6"

    static func guide(_ name: String) throws -> [UInt8] {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        return Array(try Data(contentsOf: root.appending(path: "vectors/belvo-guide/\(name).json")))
    }

    /// W3C's form, with each member that the client supports.
    static let registration: JSON = [
        "rp": ["id": "example.com", "name": "Example"],
        "user": ["id": "AQIDBA", "name": "ana", "displayName": "Ana"],
        "challenge": "AAECAwQFBgcICQoLDA0ODw",
        "pubKeyCredParams": [["type": "public-key", "alg": -7], ["type": "public-key", "alg": -8]],
        "timeout": 60000,
        "excludeCredentials": [["type": "public-key", "id": "AQ", "transports": ["usb", "carrier-pigeon"]]],
        "authenticatorSelection": [
            "authenticatorAttachment": "cross-platform", "residentKey": "preferred", "requireResidentKey": false,
            "userVerification": "required",
        ],
        "hints": ["security-key"],
        "attestation": "direct",
        "attestationFormats": ["packed"],
        "extensions": ["credProps": true],
    ]

    static let signing: JSON = [
        "challenge": "AAECAwQFBgcICQoLDA0ODw", "timeout": 60000, "rpId": "example.com",
        "allowCredentials": [["type": "public-key", "id": "AQ"]], "userVerification": "discouraged",
        "hints": [], "extensions": [:],
    ]
}

extension JSON {
    var bytes: [UInt8] { Array(serialized().utf8) }

    /// The same value with the member at the dotted path set, or removed if the new value is nil.
    func setting(_ path: String, to value: JSON?) -> JSON {
        guard case .object(var object) = self else { return self }
        let parts = path.split(separator: ".", maxSplits: 1).map(String.init)
        guard let name = parts.first else { return self }
        object[name] = parts.count == 1 ? value : (object[name] ?? [:]).setting(parts[1], to: value)
        return .object(object)
    }
}

/// The text of the error that an expression throws; nil if it does not throw.
func failure<Value>(_ body: @autoclosure () throws -> Value) -> String? {
    do {
        _ = try body()
        return nil
    } catch {
        return "\(error)"
    }
}
