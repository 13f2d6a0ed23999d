import CTAP
import ToqueCBOR

extension Message {
    static let commands = [
        makeCredential, getAssertion, clientPIN, credentialManagement(head: 0x0A), credentialManagement(head: 0x41),
    ]

    static let makeCredential = Message(
        "authenticatorMakeCredential", .command, head: 0x01,
        [
            1: Structure.hash, 2: ["id": "example.com", "name": "Example"], 3: Structure.user,
            4: [["alg": -7, "type": "public-key"], ["alg": -8, "type": "public-key"]],
            5: [Structure.shortDescriptor, Structure.descriptor],
            6: [
                "credProtect": 2, "hmac-secret": true, "hmac-secret-mc": Structure.hmacSecret,
                "thirdPartyPayment": true,
            ],
            7: ["rk": true, "up": true, "uv": false], 8: .bytes([UInt8](repeating: 0x66, count: 16)), 9: 1, 10: 1,
        ],
        [
            Member(1, is: .bytes, missing: .missingParameter), Member(2, is: .map, missing: .missingParameter),
            Member(2, "id", is: .text, missing: .cborUnexpectedType), Member(2, "name", is: .text),
            Member(3, is: .map, missing: .missingParameter), Member(4, is: .array, missing: .missingParameter),
            Member(4, 0, is: .map), Member(4, 0, "alg", is: .integer, missing: .invalidCBOR),
            Member(4, 0, "type", is: .text, missing: .invalidCBOR),
            // Behind the entry that is taken.
            Member(4, 1, is: .map), Member(4, 1, "alg", is: .integer, missing: .invalidCBOR),
            Member(4, 1, "type", is: .text, missing: .invalidCBOR),
            Member(5, is: .array), Member(5, 0, is: .map), Member(5, 1, is: .map), Member(6, is: .map),
            Member(6, "credProtect", is: .unsigned), Member(6, "hmac-secret", is: .bool),
            Member(6, "hmac-secret-mc", is: .map), Member(6, "thirdPartyPayment", is: .bool), Member(7, is: .map),
            Member(7, "rk", is: .bool), Member(7, "up", is: .bool), Member(7, "uv", is: .bool),
            Member(8, is: .bytes), Member(9, is: .unsigned), Member(10, is: .unsigned),
        ] + Member.structure(Structure.userMembers, at: 3)
            + Member.structure(Structure.shortDescriptorMembers, at: 5, 0)
            + Member.structure(Structure.descriptorMembers, at: 5, 1)
            + Member.structure(Structure.hmacSecretMembers, at: 6, "hmac-secret-mc"))

    static let getAssertion = Message(
        "authenticatorGetAssertion", .command, head: 0x02,
        [
            1: "example.com", 2: Structure.hash, 3: [Structure.shortDescriptor, Structure.descriptor],
            4: ["hmac-secret": Structure.hmacSecret, "thirdPartyPayment": false], 5: ["up": true, "uv": true],
            6: .bytes([]), 7: 2,
        ],
        [
            Member(1, is: .text, missing: .missingParameter), Member(2, is: .bytes, missing: .missingParameter),
            Member(3, is: .array), Member(3, 0, is: .map), Member(3, 1, is: .map), Member(4, is: .map),
            Member(4, "hmac-secret", is: .map), Member(4, "thirdPartyPayment", is: .bool), Member(5, is: .map),
            Member(5, "rk", is: .bool), Member(5, "up", is: .bool), Member(5, "uv", is: .bool), Member(6, is: .bytes),
            Member(7, is: .unsigned),
        ] + Member.structure(Structure.shortDescriptorMembers, at: 3, 0)
            + Member.structure(Structure.descriptorMembers, at: 3, 1)
            + Member.structure(Structure.hmacSecretMembers, at: 4, "hmac-secret"))

    static let clientPIN = Message(
        "authenticatorClientPIN", .command, head: 0x06,
        [
            1: 2, 2: 9, 3: Structure.key, 4: .bytes([1]), 5: .bytes([2]), 6: .bytes([3]), 9: 3, 10: "example.com",
        ],
        [
            Member(1, is: .unsigned), Member(2, is: .unsigned, missing: .missingParameter), Member(3, is: .map),
            Member(4, is: .bytes), Member(5, is: .bytes), Member(6, is: .bytes), Member(9, is: .unsigned),
            Member(10, is: .text),
        ] + Member.structure(Structure.keyMembers, at: 3))

    static func credentialManagement(head: UInt8) -> Message {
        Message(
            "authenticatorCredentialManagement \(head)", .command, head: head,
            [
                1: 7, 2: [1: Structure.hash, 2: Structure.descriptor, 3: Structure.user], 3: 2,
                4: .bytes([UInt8](repeating: 0x77, count: 32)),
            ],
            [
                Member(1, is: .unsigned, missing: .missingParameter), Member(2, is: .map), Member(2, 1, is: .bytes),
                Member(2, 2, is: .map), Member(2, 3, is: .map), Member(3, is: .unsigned), Member(4, is: .bytes),
            ] + Member.structure(Structure.descriptorMembers, at: 2, 2)
                + Member.structure(Structure.userMembers, at: 2, 3))
    }
}
