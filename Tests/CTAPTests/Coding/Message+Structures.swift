import CTAP
import ToqueCBOR

/// Structures that several messages share, with all members.
enum Structure {
    static let key: CBOR = [
        1: 2, 3: -25, -1: 1, -2: .bytes([UInt8](repeating: 0x11, count: 32)),
        -3: .bytes([UInt8](repeating: 0x22, count: 32)),
    ]
    static let keyMembers = [
        Member(1, is: .integer, missing: .invalidParameter), Member(3, is: .integer, missing: .invalidParameter),
        Member(-1, is: .integer, missing: .invalidParameter), Member(-2, is: .bytes, missing: .invalidParameter),
        Member(-3, is: .bytes, missing: .invalidParameter),
    ]

    static let descriptor: CBOR = ["id": .bytes([1, 2, 3]), "type": "public-key", "transports": ["usb", "nfc"]]
    static let descriptorMembers =
        shortDescriptorMembers + [Member("transports", is: .array), Member("transports", 1, is: .text)]

    static let shortDescriptor: CBOR = ["id": .bytes([4, 5]), "type": "public-key"]
    static let shortDescriptorMembers = [
        Member("id", is: .bytes, missing: .cborUnexpectedType), Member("type", is: .text, missing: .cborUnexpectedType),
    ]

    static let user: CBOR = ["id": .bytes([7, 8]), "name": "ada", "displayName": "Ada"]
    static let userMembers = [
        Member("id", is: .bytes, missing: .cborUnexpectedType), Member("name", is: .text),
        Member("displayName", is: .text),
    ]

    static let hmacSecret: CBOR = [
        1: key, 2: .bytes([UInt8](repeating: 0x33, count: 32)), 3: .bytes([UInt8](repeating: 0x44, count: 16)), 4: 1,
    ]
    static let hmacSecretMembers =
        [
            Member(1, is: .map, missing: .missingParameter), Member(2, is: .bytes, missing: .missingParameter),
            Member(3, is: .bytes, missing: .missingParameter), Member(4, is: .unsigned),
        ] + Member.structure(keyMembers, at: 1)

    static let hash = CBOR.bytes([UInt8](repeating: 0x55, count: 32))
}
