import CTAP
import ToqueCBOR
import ToqueCOSE
import ToqueWebAuthn

extension Message {
    static let responses = [
        Message(
            "response of authenticatorMakeCredential",
            .response(
                to: .makeCredential(
                    .init(
                        clientDataHash: [], rp: .init(id: "", name: ""), user: .init(id: [], name: "", displayName: ""),
                        pubKeyCredParams: []))), head: 0,
            [
                1: "packed", 2: .bytes([1, 2]), 3: ["alg": -7, "sig": .bytes([3]), "x5c": [.bytes([4])]], 4: true,
                5: Structure.hash,
            ],
            [
                Member(1, is: .text, missing: .missingParameter), Member(2, is: .bytes, missing: .missingParameter),
                Member(3, is: .map), Member(4, is: .bool), Member(5, is: .bytes),
            ]),
        Message(
            "response of authenticatorGetAssertion",
            .response(to: .getAssertion(.init(rpID: "", clientDataHash: []))), head: 0,
            [
                1: Structure.shortDescriptor, 2: .bytes([1, 2]), 3: .bytes([3]), 4: Structure.user, 5: 2, 6: true,
                7: Structure.hash,
            ],
            [
                Member(1, is: .map, missing: .missingParameter), Member(2, is: .bytes, missing: .missingParameter),
                Member(3, is: .bytes, missing: .missingParameter), Member(4, is: .map), Member(5, is: .unsigned),
                Member(6, is: .bool), Member(7, is: .bytes),
            ] + Member.structure(Structure.shortDescriptorMembers, at: 1)
                + Member.structure(Structure.userMembers, at: 4)),
        Message(
            "response of authenticatorGetInfo", .response(to: .getInfo), head: 0,
            [
                1: ["FIDO_2_0", "FIDO_2_1"], 2: ["credProtect", "hmac-secret"],
                3: .bytes([UInt8](repeating: 9, count: 16)), 4: ["rk": true, "up": true, "clientPin": false], 5: 2048,
                6: [2, 1], 7: 8, 8: 255, 9: ["usb"], 10: [["alg": -7, "type": "public-key"]], 12: false, 13: 4,
                14: 256, 20: 100,
            ],
            [
                Member(1, is: .array, missing: .missingParameter), Member(1, 0, is: .text), Member(2, is: .array),
                Member(2, 0, is: .text), Member(3, is: .bytes, missing: .missingParameter), Member(4, is: .map),
                Member(4, "rk", is: .bool), Member(5, is: .unsigned), Member(6, is: .array),
                Member(6, 0, is: .unsigned),
                Member(7, is: .unsigned), Member(8, is: .unsigned), Member(9, is: .array), Member(9, 0, is: .text),
                Member(10, is: .array), Member(10, 0, is: .map),
                Member(10, 0, "alg", is: .integer, missing: .cborUnexpectedType), Member(12, is: .bool),
                Member(13, is: .unsigned), Member(14, is: .unsigned), Member(20, is: .unsigned),
            ]),
        Message(
            "response of authenticatorClientPIN", .response(to: .clientPIN(.init(.getPINRetries))), head: 0,
            [1: Structure.key, 2: .bytes([1]), 3: 8, 4: false, 5: 3],
            [
                Member(1, is: .map), Member(2, is: .bytes), Member(3, is: .unsigned), Member(4, is: .bool),
                Member(5, is: .unsigned),
            ] + Member.structure(Structure.keyMembers, at: 1)),
        Message(
            "response of authenticatorCredentialManagement",
            .response(to: .credentialManagement(.init(.getCredsMetadata))), head: 0,
            [
                1: 3, 2: 97, 3: ["id": "example.com"], 4: Structure.hash, 5: 2, 6: Structure.user,
                7: Structure.shortDescriptor, 8: publicKey, 9: 4, 10: 3, 11: Structure.hash, 12: true,
            ],
            [
                Member(1, is: .unsigned), Member(2, is: .unsigned), Member(3, is: .map),
                Member(3, "id", is: .text, missing: .cborUnexpectedType), Member(4, is: .bytes),
                Member(5, is: .unsigned), Member(6, is: .map), Member(7, is: .map), Member(8, is: .map),
                Member(8, 1, is: .integer, missing: .cborUnexpectedType),
                Member(8, 3, is: .integer, missing: .cborUnexpectedType),
                Member(8, -2, is: .bytes, missing: .cborUnexpectedType), Member(9, is: .unsigned),
                Member(10, is: .unsigned), Member(11, is: .bytes), Member(12, is: .bool),
            ] + Member.structure(Structure.userMembers, at: 6)
                + Member.structure(Structure.shortDescriptorMembers, at: 7)),
    ]

    private static let publicKey: CBOR = [
        1: 1, 3: -8, -1: 6, -2: .bytes([UInt8](repeating: 0x88, count: 32)),
    ]
}
