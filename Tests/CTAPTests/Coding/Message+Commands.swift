import CTAP
import ToqueCBOR

extension Message {
    static let commands = [
        makeCredential, getAssertion, clientPIN, credentialManagement(head: 0x0A), credentialManagement(head: 0x41),
        bioEnrollment(head: 0x09), bioEnrollment(head: 0x40), largeBlobs, config,
    ]

    static let makeCredential = Message(
        "authenticatorMakeCredential", .command, head: 0x01,
        [
            1: Structure.hash, 2: ["id": "example.com", "name": "Example"], 3: Structure.user,
            4: [["alg": -7, "type": "public-key"], ["alg": -8, "type": "public-key"]],
            5: [Structure.shortDescriptor, Structure.descriptor],
            6: [
                "credProtect": 2, "hmac-secret": true, "hmac-secret-mc": Structure.hmacSecret,
                "thirdPartyPayment": true, "credBlob": .bytes([8]), "largeBlobKey": true, "minPinLength": true,
                "pinComplexityPolicy": true,
            ],
            7: ["rk": true, "up": true, "uv": false], 8: .bytes([UInt8](repeating: 0x66, count: 16)), 9: 1, 10: 1,
            11: ["packed", "none"],
        ],
        [
            Member(1, is: .bytes, missing: .missingParameter), Member(2, is: .map, missing: .missingParameter),
            Member(2, "id", is: .text, missing: .cborUnexpectedType), Member(2, "name", is: .text),
            Member(3, is: .map, missing: .missingParameter), Member(4, is: .array, missing: .missingParameter),
            Member(4, 0, is: .map), Member(4, 0, "alg", is: .integer, missing: .invalidCBOR),
            Member(4, 0, "type", is: .text, missing: .invalidCBOR),
            // After the entry that is used.
            Member(4, 1, is: .map), Member(4, 1, "alg", is: .integer, missing: .invalidCBOR),
            Member(4, 1, "type", is: .text, missing: .invalidCBOR),
            Member(5, is: .array), Member(5, 0, is: .map), Member(5, 1, is: .map), Member(6, is: .map),
            Member(6, "credProtect", is: .unsigned), Member(6, "hmac-secret", is: .bool),
            Member(6, "hmac-secret-mc", is: .map), Member(6, "thirdPartyPayment", is: .bool), Member(7, is: .map),
            Member(7, "rk", is: .bool), Member(7, "up", is: .bool), Member(7, "uv", is: .bool),
            Member(6, "credBlob", is: .bytes), Member(6, "largeBlobKey", is: .bool),
            Member(6, "minPinLength", is: .bool), Member(6, "pinComplexityPolicy", is: .bool),
            Member(8, is: .bytes), Member(9, is: .unsigned), Member(10, is: .unsigned), Member(11, is: .array),
            Member(11, 0, is: .text),
        ] + Member.structure(Structure.userMembers, at: 3)
            + Member.structure(Structure.shortDescriptorMembers, at: 5, 0)
            + Member.structure(Structure.descriptorMembers, at: 5, 1)
            + Member.structure(Structure.hmacSecretMembers, at: 6, "hmac-secret-mc"))

    static let getAssertion = Message(
        "authenticatorGetAssertion", .command, head: 0x02,
        [
            1: "example.com", 2: Structure.hash, 3: [Structure.shortDescriptor, Structure.descriptor],
            4: [
                "hmac-secret": Structure.hmacSecret, "thirdPartyPayment": false, "credBlob": true, "largeBlobKey": true,
            ], 5: ["up": true, "uv": true],
            6: .bytes([]), 7: 2,
        ],
        [
            Member(1, is: .text, missing: .missingParameter), Member(2, is: .bytes, missing: .missingParameter),
            Member(3, is: .array), Member(3, 0, is: .map), Member(3, 1, is: .map), Member(4, is: .map),
            Member(4, "hmac-secret", is: .map), Member(4, "thirdPartyPayment", is: .bool),
            Member(4, "credBlob", is: .bool), Member(4, "largeBlobKey", is: .bool), Member(5, is: .map),
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

    static func bioEnrollment(head: UInt8) -> Message {
        Message(
            "authenticatorBioEnrollment \(head)", .command, head: head,
            [
                1: 1, 2: 5, 3: [1: .bytes([7]), 2: "thumb", 3: 10_000], 4: 2,
                5: .bytes([UInt8](repeating: 0x77, count: 32)), 6: false,
            ],
            [
                Member(1, is: .unsigned), Member(2, is: .unsigned), Member(3, is: .map), Member(3, 1, is: .bytes),
                Member(3, 2, is: .text), Member(3, 3, is: .unsigned), Member(4, is: .unsigned), Member(5, is: .bytes),
                Member(6, is: .bool),
            ])
    }

    static let largeBlobs = Message(
        "authenticatorLargeBlobs", .command, head: 0x0C,
        [1: 960, 2: .bytes([1, 2, 3]), 3: 0, 4: 17, 5: .bytes([UInt8](repeating: 0x77, count: 32)), 6: 2],
        [
            Member(1, is: .unsigned), Member(2, is: .bytes), Member(3, is: .unsigned), Member(4, is: .unsigned),
            Member(5, is: .bytes), Member(6, is: .unsigned),
        ])

    static let config = Message(
        "authenticatorConfig", .command, head: 0x0D,
        [
            1: 3, 2: [1: 6, 2: ["example.com"], 3: true, 4: false], 3: 2,
            4: .bytes([UInt8](repeating: 0x77, count: 32)),
        ],
        [
            Member(1, is: .unsigned), Member(2, is: .map), Member(2, 1, is: .unsigned), Member(2, 2, is: .array),
            Member(2, 2, 0, is: .text), Member(2, 3, is: .bool), Member(2, 4, is: .bool), Member(3, is: .unsigned),
            Member(4, is: .bytes),
        ])

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
