import CLibFIDO2
import ToqueWebAuthn

/// Lists of credentials that may exceed one message.
struct CredentialLists {
    let info: KeyInfo

    /// The CBOR of a descriptor around its ID: the keys `id` and `type`, `public-key`, and the heads.
    private static let descriptorOverhead = 24
    /// The CBOR of authenticatorGetAssertion besides the list and the RP ID: hash, options, pinUvAuthParam and heads.
    private static let searchOverhead = 160

    /// The IDs that the key could have; libfido2 does not accept an empty one.
    func possible(_ credentials: [PublicKeyCredentialDescriptor]) -> [[UInt8]] {
        credentials.map(\.id).filter { !$0.isEmpty && $0.count <= info.maxCredentialIDLength ?? .max }
    }

    /// True if a list fits into a message whose other parts have `otherBytes`.
    func fits(_ ids: [[UInt8]], besides otherBytes: Int) -> Bool {
        ids.count <= info.maxCredentialCountInList ?? .max
            && ids.reduce(otherBytes) { $0 + Self.size($1) } <= info.maxMsgSize
    }

    /// Splits a list into parts that fit into a search message. An ID that fits into none is omitted: the key cannot
    /// have made it.
    func chunks(_ ids: [[UInt8]], rpID: String) -> [[[UInt8]]] {
        let overhead = Self.searchOverhead + rpID.utf8.count
        var chunks: [[[UInt8]]] = []
        for id in ids where fits([id], besides: overhead) {
            if let last = chunks.last, fits(last + [id], besides: overhead) {
                chunks[chunks.count - 1].append(id)
            } else {
                chunks.append([id])
            }
        }
        return chunks
    }

    private static func size(_ id: [UInt8]) -> Int { id.count + descriptorOverhead }
}

extension Ceremony {
    /// The first of the credentials on the key, found without a touch (CTAP 2.3 section 6.2, `up` false).
    func find(
        _ ids: [[UInt8]], rpID: String, isolation: isolated (any Actor)? = #isolation
    ) async throws(WebAuthnError) -> [UInt8]? {
        for chunk in CredentialLists(info: info).chunks(ids, rpID: rpID) {
            var found: [UInt8]?
            // Nobody sees the signature, so there is no client data.
            let status = try await send(expecting: [.noCredentials, .invalidCredential]) {
                (device, _, pin) throws(FIDOFailure) in
                let assertion = try FIDOAssertion(
                    rpID: rpID, clientDataHash: [UInt8](repeating: 0, count: 32), allowed: chunk)
                try assertion.setSilent()
                let code = fido_dev_get_assert(device, assertion.pointer, pin)
                if code == FIDO_OK { found = assertion.credentialID ?? chunk.first }
                return code
            }
            if status == .ok, let found { return found }
        }
        return nil
    }
}
