import ToqueCBOR
import ToqueCOSE
import ToqueCrypto
import ToqueWebAuthn

// The structures that several commands share. A member that a structure cannot do without gives `cborUnexpectedType`
// where it is missing (section 8: "SHOULD"), as `missingParameter` is said of a command's own parameters.

extension PublicKeyCredentialUserEntity {
    /// Bytes of a user handle (WebAuthn section 5.4.3).
    private static let idSizes = 1...64

    /// - Throws: `cborUnexpectedType`, and `invalidLength` for an ID that is not 1 to 64 bytes.
    init(ctap item: CBOR) throws(CTAPStatus) {
        let map = try CTAPMap(item)
        let id = try map.required("id", orThrow: .cborUnexpectedType, CTAPValue.bytes)
        guard Self.idSizes.contains(id.count) else { throw .invalidLength }
        self.init(
            id: id, name: try map.optional("name", CTAPValue.text) ?? "",
            displayName: try map.optional("displayName", CTAPValue.text) ?? "")
        // Section 6.1.2: an icon must not lead to an error, and need not be kept.
    }

    /// Names that are empty are left out.
    var ctap: CBOR {
        .map(
            CBORMap(present: [
                ("id", .bytes(id)), ("name", name.isEmpty ? nil : .text(name)),
                ("displayName", displayName.isEmpty ? nil : .text(displayName)),
            ]))
    }
}

extension PublicKeyCredentialRPEntity {
    init(ctap item: CBOR) throws(CTAPStatus) {
        let map = try CTAPMap(item)
        self.init(
            id: try map.required("id", orThrow: .cborUnexpectedType, CTAPValue.rpID),
            name: try map.optional("name", CTAPValue.text) ?? "")
    }

    var ctap: CBOR {
        .map(CBORMap(present: [("id", id.map(CBOR.text)), ("name", name.isEmpty ? nil : .text(name))]))
    }
}

extension CTAPCredentialDescriptor {
    init(_ item: CBOR) throws(CTAPStatus) {
        let map = try CTAPMap(item)
        self.init(
            id: try map.required("id", orThrow: .cborUnexpectedType, CTAPValue.bytes),
            type: try map.required("type", orThrow: .cborUnexpectedType, CTAPValue.text))
        _ = try map.optional("transports") { (item) throws(CTAPStatus) in try CTAPValue.array(item, of: CTAPValue.text)
        }
    }

    var cbor: CBOR { ["id": .bytes(id), "type": .text(type)] }
}

extension CTAPOptions {
    /// Unknown options are passed over.
    init(_ item: CBOR) throws(CTAPStatus) {
        let map = try CTAPMap(item)
        self.init(
            rk: try map.optional("rk", CTAPValue.bool), up: try map.optional("up", CTAPValue.bool),
            uv: try map.optional("uv", CTAPValue.bool))
    }

    /// nil where no option is set.
    var cbor: CBOR? {
        let map = CBORMap(present: [("rk", rk.map(CBOR.bool)), ("up", up.map(CBOR.bool)), ("uv", uv.map(CBOR.bool))])
        return map.isEmpty ? nil : .map(map)
    }
}

extension KeyAgreementKey {
    /// The label of the algorithm, ECDH-ES + HKDF-256, which is not what is computed (section 6.5.6.1).
    private static let algorithm = CBOR.int(-25)

    /// - Throws: `cborUnexpectedType` for what is no map of that shape, `invalidParameter` for another kind of key.
    init(_ item: CBOR) throws(CTAPStatus) {
        let map = try CTAPMap(item)
        let kind = try map.required(1, orThrow: .invalidParameter, CTAPValue.int)
        let algorithm = try map.required(3, orThrow: .invalidParameter, CTAPValue.int)
        let curve = try map.required(-1, orThrow: .invalidParameter, CTAPValue.int)
        self.init(
            x: try map.required(-2, orThrow: .invalidParameter, CTAPValue.bytes),
            y: try map.required(-3, orThrow: .invalidParameter, CTAPValue.bytes))
        let size = EllipticCurve.p256.size
        guard kind == 2, .int(algorithm) == Self.algorithm, curve == 1, x.count == size, y.count == size else {
            throw .invalidParameter
        }
    }

    var cbor: CBOR { [1: 2, 3: Self.algorithm, -1: 1, -2: .bytes(x), -3: .bytes(y)] }
}

extension HMACSecretInput {
    /// - Throws: `missingParameter` where a member is missing, and no type error: these are the extension's parameters,
    ///   and that is what authenticators answer and conformance tests expect.
    init(_ item: CBOR) throws(CTAPStatus) {
        let map = try CTAPMap(item)
        self.init(
            keyAgreement: try map.required(1, KeyAgreementKey.init), saltEnc: try map.required(2, CTAPValue.bytes),
            saltAuth: try map.required(3, CTAPValue.bytes),
            pinUvAuthProtocol: try map.optional(4, CTAPValue.unsigned))
    }

    var cbor: CBOR {
        .map(
            CBORMap(present: [
                (1, keyAgreement.cbor), (2, .bytes(saltEnc)), (3, .bytes(saltAuth)),
                (4, pinUvAuthProtocol.map(CBOR.unsigned)),
            ]))
    }
}

extension COSEKey {
    init(ctap item: CBOR) throws(CTAPStatus) {
        do throws(COSEError) {
            try self.init(item)
        } catch {
            throw .cborUnexpectedType
        }
    }
}

extension AAGUID {
    init(ctap item: CBOR) throws(CTAPStatus) {
        guard let aaguid = AAGUID(try CTAPValue.bytes(item)) else { throw .invalidLength }
        self = aaguid
    }
}
