import ToqueCBOR
import ToqueCrypto

@testable import CTAP

/// Every value must survive writing and reading again.
enum Messages {
    /// A byte with the maximum depth of the item, then the item.
    static func item(_ input: [UInt8]) {
        guard let first = input.first else { return }
        let bytes = Array(input.dropFirst())
        let depth = Int(first & 0x0F)
        let lenient = try? CBOR(decoding: bytes, rules: .init(canonical: false, depth: depth))
        if let lenient {
            require(Messages.depth(lenient) <= depth, "deeper than the rules allow")
            // Encoding sorts its keys, so the result is canonical.
            let again = try? CBOR(decoding: lenient.encoded, rules: .init(canonical: true, depth: depth))
            require(again == lenient, "what is encoded cannot be read as it was")
        }
        if let strict = try? CBOR(decoding: bytes, rules: .init(canonical: true, depth: depth)) {
            require(strict == lenient && strict.encoded == bytes, "there are two encodings of a canonical item")
            if let items = strict.arrayValue {
                require(CBOR.encodedItems(ofArray: bytes) == items.map(\.encoded), "an array is divided elsewhere")
            }
        }
        if let (item, end) = try? CBOR.decodePrefix(bytes[...], rules: .init(canonical: false, depth: depth)) {
            let alone = try? CBOR(decoding: Array(bytes[..<end]), rules: .init(canonical: false, depth: depth))
            require(alone == item, "an item is another one where nothing follows")
        }
    }

    /// The nesting depth of arrays and maps, as in RFC 8949.
    private static func depth(_ item: CBOR) -> Int {
        switch item {
        case .array(let items): 1 + (items.map(depth).max() ?? 0)
        case .map(let map): 1 + (map.flatMap { [depth($0.key), depth($0.value)] }.max() ?? 0)
        default: 0
        }
    }

    /// A byte that selects a request or a type of response, then the message.
    static func ctap(_ input: [UInt8]) {
        guard let kind = input.first else { return }
        let message = Array(input.dropFirst())
        guard kind != 0 else {
            guard let command = try? CTAPCommand(decoding: message) else { return }
            // Unknown members are not written again.
            let encoded = command.encoded
            require((try? CTAPCommand(decoding: encoded))?.encoded == encoded, "a request changes on its way")
            return
        }
        let commands = answered
        let command = commands[Int(kind) % commands.count]
        guard let response = try? CTAPResponse(decoding: message, for: command) else { return }
        let again = try? CTAPResponse(decoding: [CTAPStatus.ok.rawValue] + response.encoded, for: command)
        require(again?.encoded == response.encoded, "an answer changes on its way")
    }

    /// One command for each type of response.
    static let answered: [CTAPCommand] = [
        .makeCredential(
            AuthenticatorMakeCredential(
                clientDataHash: [], rp: .init(id: nil, name: ""), user: .init(id: [], name: "", displayName: ""),
                pubKeyCredParams: [])),
        .getAssertion(AuthenticatorGetAssertion(rpID: "", clientDataHash: [])),
        .getInfo, .clientPIN(AuthenticatorClientPIN(.getPINRetries)),
        .credentialManagement(AuthenticatorCredentialManagement(.getCredsMetadata)),
        .bioEnrollment(AuthenticatorBioEnrollment(.enumerateEnrollments)),
        .largeBlobs(AuthenticatorLargeBlobs(get: 1, offset: 0)), .reset,
    ]

    /// The key of a credential's blob, then an array in an authenticator's form.
    static func largeBlobs(_ input: [UInt8]) {
        let key = SecretBytes(copying: [UInt8](repeating: 7, count: 32))
        var bytes = input
        // With the hash of the preceding bytes, or unchanged.
        if bytes.first == 0 { bytes = SerializedLargeBlobArray.serialize(Array(bytes.dropFirst())) }
        var array = LargeBlobArray(reading: bytes)
        require(LargeBlobArray(reading: array.serialized) == array, "an array changes on its way")
        _ = array.blob(for: key)
        guard (try? array.setBlob([1, 2, 3], for: key, random: SeededRandom(seed: bytes))) != nil else {
            fatalError("three bytes cannot be stored")
        }
        require(array.blob(for: key) == [1, 2, 3], "what was stored is not what is read")
        array.removeBlob(for: key)
        require(array.blob(for: key) == nil, "what was removed is there")
    }
}
