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
                5: Structure.hash, 6: ["largeBlob": true],
            ],
            [
                Member(1, is: .text, missing: .missingParameter), Member(2, is: .bytes, missing: .missingParameter),
                Member(3, is: .map), Member(4, is: .bool), Member(5, is: .bytes), Member(6, is: .map),
            ]),
        Message(
            "response of authenticatorGetAssertion",
            .response(to: .getAssertion(.init(rpID: "", clientDataHash: []))), head: 0,
            [
                1: Structure.shortDescriptor, 2: .bytes([1, 2]), 3: .bytes([3]), 4: Structure.user, 5: 2, 6: true,
                7: Structure.hash, 8: ["largeBlob": true],
            ],
            [
                Member(1, is: .map, missing: .missingParameter), Member(2, is: .bytes, missing: .missingParameter),
                Member(3, is: .bytes, missing: .missingParameter), Member(4, is: .map), Member(5, is: .unsigned),
                Member(6, is: .bool), Member(7, is: .bytes), Member(8, is: .map),
            ] + Member.structure(Structure.shortDescriptorMembers, at: 1)
                + Member.structure(Structure.userMembers, at: 4)),
        Message(
            "response of authenticatorGetInfo", .response(to: .getInfo), head: 0,
            [
                1: ["FIDO_2_0", "FIDO_2_1"], 2: ["credProtect", "hmac-secret"],
                3: .bytes([UInt8](repeating: 9, count: 16)), 4: ["rk": true, "up": true, "clientPin": false], 5: 2048,
                6: [2, 1], 7: 8, 8: 255, 9: ["usb"], 10: [["alg": -7, "type": "public-key"]], 11: 1024, 12: false,
                13: 4,
                14: 256, 15: 32, 16: 8, 17: 3, 18: 2, 19: ["FIDO": 1], 20: 100, 21: [1], 22: ["packed"], 23: 0,
                24: true,
                25: Structure.hash, 26: ["usb"], 27: true, 28: .bytes([0x68]), 29: 63, 30: Structure.hash, 31: [1, 3],
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
                Member(11, is: .unsigned), Member(15, is: .unsigned), Member(16, is: .unsigned),
                Member(17, is: .unsigned), Member(18, is: .unsigned), Member(19, is: .map),
                Member(19, "FIDO", is: .unsigned), Member(21, is: .array), Member(21, 0, is: .unsigned),
                Member(22, is: .array), Member(22, 0, is: .text), Member(23, is: .unsigned), Member(24, is: .bool),
                Member(25, is: .bytes), Member(26, is: .array), Member(26, 0, is: .text), Member(27, is: .bool),
                Member(28, is: .bytes), Member(29, is: .unsigned), Member(30, is: .bytes), Member(31, is: .array),
                Member(31, 0, is: .unsigned),
            ]),
        Message(
            "response of authenticatorBioEnrollment", .response(to: .bioEnrollment(.init(.enrollBegin))), head: 0,
            [
                1: 1, 2: 1, 3: 4, 4: .bytes([7]), 5: 0, 6: 3, 7: [[1: .bytes([7]), 2: "thumb"], [1: .bytes([8])]],
                8: 64,
            ],
            [
                Member(1, is: .unsigned), Member(2, is: .unsigned), Member(3, is: .unsigned), Member(4, is: .bytes),
                Member(5, is: .unsigned), Member(6, is: .unsigned), Member(7, is: .array), Member(7, 0, is: .map),
                Member(7, 0, 1, is: .bytes, missing: .cborUnexpectedType), Member(7, 0, 2, is: .text),
                Member(8, is: .unsigned),
            ]),
        Message(
            "response of authenticatorLargeBlobs", .response(to: .largeBlobs(.init(get: 1, offset: 0))), head: 0,
            [1: .bytes([1, 2])], [Member(1, is: .bytes, missing: .missingParameter)]),
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
