import SoftAuthenticator
import ToqueCBOR

@testable import CTAP

/// Resolves one-byte identifiers to the key's own, which an input cannot contain.
struct Identifiers {
    let credentials: [KnownCredential]
    let fingerprints: [Fingerprint]

    /// - Parameter message: a CTAP2 request.
    func resolve(_ message: [UInt8]) -> [UInt8] {
        guard let code = message.first, let item = try? CBOR(decoding: Array(message.dropFirst())) else {
            return message
        }
        return [code] + resolve(item).encoded
    }

    private func resolve(_ item: CBOR) -> CBOR {
        switch item {
        case .array(let items): .array(items.map(resolve))
        case .map(let map): .map(CBORMap(map.map { ($0, resolve($1, of: $0)) }))
        default: item
        }
    }

    private func resolve(_ value: CBOR, of key: CBOR) -> CBOR {
        guard let bytes = value.bytesValue, bytes.count == 1, let number = bytes.first else { return resolve(value) }
        if key == "id", !credentials.isEmpty { return .bytes(credentials[Int(number) % credentials.count].id) }
        // templateID of authenticatorBioEnrollment.
        if key == 1, !fingerprints.isEmpty { return .bytes(fingerprints[Int(number) % fingerprints.count].id) }
        return value
    }

    /// - Parameter message: a U2F request.
    func resolveU2F(_ message: [UInt8]) -> [UInt8] {
        guard case .authenticate(var request)? = try? U2FCommand(decoding: message), !credentials.isEmpty,
            request.keyHandle.count == 1, let number = request.keyHandle.first
        else { return message }
        let credential = credentials[Int(number) % credentials.count]
        request.keyHandle = credential.id
        // Zeros represent the application that it belongs to.
        if request.application.allSatisfy({ $0 == 0 }) { request.application = credential.rpIDHash }
        return U2FCommand.authenticate(request).encoded
    }
}
