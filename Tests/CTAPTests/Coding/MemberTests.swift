import CTAP
import Testing
import ToqueCBOR
import ToqueCrypto
import ToqueTestSupport

/// Each member of each command and response: missing, of another type, repeated, and unknown.
@Suite struct MemberTests {
    static let messages = Message.commands + Message.responses

    private static let items: [CBOR] = [
        1, .unsigned(.max), -1, .bytes([1]), "a", [], [:], true, .null, .undefined, .half(0x3C00), .float(1),
        .double(1),
    ]

    @Test("A message with all its members is read", arguments: messages)
    func completeMessagesAreRead(message: Message) {
        #expect(message.status(message.parameters) == .ok)
        for member in message.members {
            #expect(message.parameters[member.path].map(member.kind.accepts) ?? true, "\(member.path)")
        }
    }

    @Test("A missing member is refused if it is required and accepted if it is optional", arguments: messages)
    func missing(message: Message) {
        for member in message.members where message.parameters[member.path] != nil {
            let status = message.status(message.parameters.replacing(member.path, with: nil))
            #expect(status == member.missing, "\(member.path)")
        }
    }

    @Test("A member of another type is refused", arguments: messages)
    func ofAnotherType(message: Message) {
        for member in message.members {
            for item in Self.items where !member.kind.accepts(item) {
                // The message is the first level; a fifth is refused before any type check.
                let isTooDeep = member.path.count == 4 && (item.arrayValue != nil || item.mapValue != nil)
                let status = message.status(message.parameters.replacing(member.path, with: item))
                #expect(status == (isTooDeep ? .invalidCBOR : .cborUnexpectedType), "\(member.path) as \(item)")
            }
        }
    }

    @Test("A repeated map key is refused as invalid CBOR", arguments: messages)
    func repeated(message: Message) {
        for path in message.parameters.pathsOfMaps {
            let count = message.parameters[path]?.mapValue?.count ?? 0
            for index in 0..<count {
                let bytes = message.parameters.encoded(changingMapAt: path) { entries in
                    Array(entries[...index] + entries[index...])
                }
                #expect(message.status(bytes) == .invalidCBOR, "\(path), entry \(index)")
            }
        }
    }

    @Test("Map keys out of canonical order are refused as invalid CBOR", arguments: messages)
    func outOfOrder(message: Message) {
        for path in message.parameters.pathsOfMaps {
            let count = message.parameters[path]?.mapValue?.count ?? 0
            for index in 1..<max(count, 1) {
                let bytes = message.parameters.encoded(changingMapAt: path) { entries in
                    var entries = entries
                    entries.swapAt(index - 1, index)
                    return entries
                }
                #expect(message.status(bytes) == .invalidCBOR, "\(path), entry \(index)")
            }
        }
    }

    /// Section 8: unknown members are ignored, whatever their type.
    @Test("Unknown members are ignored whatever their type", arguments: messages)
    func unknown(message: Message) throws {
        let meaning = try message.decode(message.parameters)
        for path in message.parameters.pathsOfMaps where isOpen(path, of: message) {
            for key: CBOR in [99, -99, .bytes([1]), "unknown", "icon"] where isOpen(path + [key], of: message) {
                for item: CBOR in path.count == 3 ? [0, "text", .null] : [0, "text", [:], [1], .null, .double(1)] {
                    let spoiled = message.parameters.replacing(path + [key], with: item)
                    #expect(spoiled?[path + [key]] == item)
                    #expect(try message.decode(spoiled) == meaning, "\(path + [key])")
                }
            }
        }
    }

    /// Whether unknown members of the map are ignored. They are not in subCommandParams, which are kept as received, in
    /// a credential's COSE_Key, or in a list of names.
    private func isOpen(_ path: [CBOR], of message: Message) -> Bool {
        switch message.name {
        case "authenticatorCredentialManagement 10", "authenticatorCredentialManagement 65", "authenticatorConfig":
            path.first != 2
        case "authenticatorBioEnrollment 9", "authenticatorBioEnrollment 64": path.first != 3
        case "response of authenticatorMakeCredential": path.first != 3 && path.first != 6
        case "response of authenticatorGetAssertion": path.first != 8
        case "response of authenticatorGetInfo": path.first != 4 && path.first != 19
        case "response of authenticatorCredentialManagement": path.first != 8
        default: true
        }
    }

    @Test("A message that is read and written again reads the same", arguments: messages)
    func writtenAgain(message: Message) throws {
        var messages = [message.parameters]
        messages += message.members.compactMap { message.parameters.replacing($0.path, with: nil) }
        for parameters in messages where message.status(parameters) == .ok {
            let meaning = try message.decode(parameters)
            let encoded = meaning.encoded
            #expect(encoded.first == message.head)
            if encoded.count > 1 {
                #expect(try CBOR(decoding: Array(encoded[1...])).encoded == Array(encoded[1...]))
            }
            #expect(withoutBytesAsSent(try message.decode(Array(encoded[1...]))) == withoutBytesAsSent(meaning))
        }
    }

    /// A descriptor's transports are not kept, so subCommandParams with transports are written differently.
    private func withoutBytesAsSent(_ meaning: Message.Meaning) -> Message.Meaning {
        switch meaning {
        case .command(.credentialManagement(var command)):
            command.encodedParameters = nil
            return .command(.credentialManagement(command))
        case .command(.bioEnrollment(var command)):
            command.encodedParameters = nil
            return .command(.bioEnrollment(command))
        case .command(.config(var command)):
            command.encodedParameters = nil
            return .command(.config(command))
        default: return meaning
        }
    }

    @Test("A truncated message and one with trailing bytes are refused", arguments: messages)
    func cutShort(message: Message) {
        let bytes = message.parameters.encoded
        for count in 1..<bytes.count { #expect(message.status(Array(bytes.prefix(count))) == .invalidCBOR) }
        #expect(message.status(bytes + [0]) == .invalidCBOR)
        #expect(message.status(bytes + bytes) == .invalidCBOR)
        #expect(message.status([]) == message.status([:] as CBOR))
    }

    @Test("A corrupted message is refused, or reads the same when written again", arguments: messages)
    func spoiled(message: Message) throws {
        var generator = SplitMix(seed: UInt64(message.head))
        let bytes = message.parameters.encoded
        var read = 0
        for _ in 0..<1000 {
            var spoiled = bytes
            for _ in 0...Int.random(in: 0...2, using: &generator) {
                spoiled[Int.random(in: spoiled.indices, using: &generator)] = .random(in: 0...255, using: &generator)
            }
            guard message.status(spoiled) == .ok else { continue }
            read += 1
            let meaning = try message.decode(spoiled)
            #expect(
                withoutBytesAsSent(try message.decode(Array(meaning.encoded.dropFirst())))
                    == withoutBytesAsSent(meaning))
        }
        #expect(read > 0)
    }
}
