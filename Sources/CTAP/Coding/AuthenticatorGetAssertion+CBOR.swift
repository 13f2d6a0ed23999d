import ToqueCBOR
import ToqueWebAuthn

extension AuthenticatorGetAssertion {
    init(_ map: CTAPMap) throws(CTAPStatus) {
        self.init(
            rpID: try map.required(1, CTAPValue.rpID),
            clientDataHash: try map.required(2, CTAPValue.bytes),
            // Platforms send no empty list; one names no credential, as if there were none.
            allowList: try map.optional(3) { (item) throws(CTAPStatus) in
                try CTAPValue.array(item, of: CTAPCredentialDescriptor.init)
            } ?? [],
            extensions: try map.optional(4, Extensions.init) ?? Extensions(),
            options: try map.optional(5, CTAPOptions.init) ?? CTAPOptions(),
            pinUvAuthParam: try map.optional(6, CTAPValue.bytes),
            pinUvAuthProtocol: try map.optional(7, CTAPValue.unsigned))
        guard clientDataHash.count == 32 else { throw .invalidLength }
    }

    var cbor: CBOR {
        .map(
            CBORMap(present: [
                (1, .text(rpID)), (2, .bytes(clientDataHash)),
                (3, allowList.isEmpty ? nil : .array(allowList.map(\.cbor))), (4, extensions.cbor),
                (5, options.cbor), (6, pinUvAuthParam.map(CBOR.bytes)), (7, pinUvAuthProtocol.map(CBOR.unsigned)),
            ]))
    }
}

extension AuthenticatorGetAssertion.Extensions {
    fileprivate init(_ item: CBOR) throws(CTAPStatus) {
        let map = try CTAPMap(item)
        self.init(
            hmacSecret: try map.optional("hmac-secret", HMACSecretInput.init),
            thirdPartyPayment: try map.optional("thirdPartyPayment", CTAPValue.bool),
            credBlob: try map.optional("credBlob", CTAPValue.bool),
            largeBlobKey: try map.optional("largeBlobKey", CTAPValue.bool),
            largeBlob: try map.optional("largeBlob", LargeBlobExtension.Input.init(ctap:)) ?? nil)
    }

    /// nil where no extension is asked for.
    fileprivate var cbor: CBOR? {
        let map = CBORMap(present: [
            ("hmac-secret", hmacSecret?.cbor), ("thirdPartyPayment", thirdPartyPayment.map(CBOR.bool)),
            ("credBlob", credBlob.map(CBOR.bool)), ("largeBlobKey", largeBlobKey.map(CBOR.bool)),
            ("largeBlob", largeBlob?.ctap),
        ])
        return map.isEmpty ? nil : .map(map)
    }
}

extension AuthenticatorGetAssertion.Response {
    init(_ map: CTAPMap) throws(CTAPStatus) {
        self.init(
            credential: try map.required(1, CTAPCredentialDescriptor.init),
            authenticatorData: try map.required(2, CTAPValue.bytes), signature: try map.required(3, CTAPValue.bytes),
            user: try map.optional(4, PublicKeyCredentialUserEntity.init(ctap:)),
            numberOfCredentials: try map.optional(5, CTAPValue.count),
            userSelected: try map.optional(6, CTAPValue.bool), largeBlobKey: try map.optional(7, CTAPValue.bytes),
            unsignedExtensionOutputs: try map.optional(8, CTAPValue.map))
    }

    var cbor: CBOR {
        .map(
            CBORMap(present: [
                (1, credential.cbor), (2, .bytes(authenticatorData)), (3, .bytes(signature)), (4, user?.ctap),
                (5, numberOfCredentials.map(CBOR.int)), (6, userSelected.map(CBOR.bool)),
                (7, largeBlobKey.map(CBOR.bytes)), (8, unsignedExtensionOutputs.map(CBOR.map)),
            ]))
    }
}
