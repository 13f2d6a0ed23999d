import ToqueCBOR
import ToqueCOSE
import ToqueWebAuthn

extension AuthenticatorMakeCredential {
    init(_ map: CTAPMap) throws(CTAPStatus) {
        self.init(
            clientDataHash: try map.required(1, CTAPValue.bytes),
            rp: try map.required(2, PublicKeyCredentialRPEntity.init(ctap:)),
            user: try map.required(3, PublicKeyCredentialUserEntity.init(ctap:)),
            pubKeyCredParams: try map.required(4) { (item) throws(CTAPStatus) in
                try CTAPValue.array(item, of: Parameter.init)
            },
            // Platforms send no empty list; one excludes nothing, so that it is no error.
            excludeList: try map.optional(5) { (item) throws(CTAPStatus) in
                try CTAPValue.array(item, of: CTAPCredentialDescriptor.init)
            } ?? [],
            extensions: try map.optional(6, Extensions.init) ?? Extensions(),
            options: try map.optional(7, CTAPOptions.init) ?? CTAPOptions(),
            pinUvAuthParam: try map.optional(8, CTAPValue.bytes),
            pinUvAuthProtocol: try map.optional(9, CTAPValue.unsigned),
            enterpriseAttestation: try map.optional(10, CTAPValue.unsigned),
            attestationFormatsPreference: try map.optional(11) { (item) throws(CTAPStatus) in
                try CTAPValue.array(item, of: CTAPValue.text)
            })
        // Step 1 of section 6.1.2 takes a SHA-256 for granted.
        guard clientDataHash.count == 32 else { throw .invalidLength }
    }

    var cbor: CBOR {
        .map(
            CBORMap(present: [
                (1, .bytes(clientDataHash)), (2, rp.ctap), (3, user.ctap),
                (4, .array(pubKeyCredParams.map(\.cbor))),
                (5, excludeList.isEmpty ? nil : .array(excludeList.map(\.cbor))), (6, extensions.cbor),
                (7, options.cbor), (8, pinUvAuthParam.map(CBOR.bytes)), (9, pinUvAuthProtocol.map(CBOR.unsigned)),
                (10, enterpriseAttestation.map(CBOR.unsigned)),
                (11, attestationFormatsPreference.map { .array($0.map(CBOR.text)) }),
            ]))
    }
}

extension AuthenticatorMakeCredential.Parameter {
    /// Every entry is checked, also those behind the one that is taken (section 6.1.2, step 3). That step leaves the
    /// status for a missing member open; `invalidCBOR` is what other authenticators say.
    fileprivate init(_ item: CBOR) throws(CTAPStatus) {
        let map = try CTAPMap(item)
        let algorithm = try map.required("alg", orThrow: .invalidCBOR, CTAPValue.int)
        self.init(
            type: try map.required("type", orThrow: .invalidCBOR, CTAPValue.text),
            algorithm: COSEAlgorithm(rawValue: algorithm))
    }

    fileprivate var cbor: CBOR { ["alg": .int(algorithm.rawValue), "type": .text(type)] }
}

extension AuthenticatorMakeCredential.Extensions {
    fileprivate init(_ item: CBOR) throws(CTAPStatus) {
        let map = try CTAPMap(item)
        self.init(
            credProtect: try map.optional("credProtect", CTAPValue.unsigned),
            hmacSecret: try map.optional("hmac-secret", CTAPValue.bool),
            hmacSecretMC: try map.optional("hmac-secret-mc", HMACSecretInput.init),
            thirdPartyPayment: try map.optional("thirdPartyPayment", CTAPValue.bool),
            credBlob: try map.optional("credBlob", CTAPValue.bytes),
            largeBlobKey: try map.optional("largeBlobKey", CTAPValue.bool),
            largeBlob: try map.optional("largeBlob", LargeBlobSupport.init(ctap:)),
            minPinLength: try map.optional("minPinLength", CTAPValue.bool),
            pinComplexityPolicy: try map.optional("pinComplexityPolicy", CTAPValue.bool))
    }

    /// nil where no extension is asked for.
    fileprivate var cbor: CBOR? {
        let map = CBORMap(present: [
            ("credProtect", credProtect.map(CBOR.unsigned)), ("hmac-secret", hmacSecret.map(CBOR.bool)),
            ("hmac-secret-mc", hmacSecretMC?.cbor), ("thirdPartyPayment", thirdPartyPayment.map(CBOR.bool)),
            ("credBlob", credBlob.map(CBOR.bytes)), ("largeBlobKey", largeBlobKey.map(CBOR.bool)),
            ("largeBlob", largeBlob?.ctap), ("minPinLength", minPinLength.map(CBOR.bool)),
            ("pinComplexityPolicy", pinComplexityPolicy.map(CBOR.bool)),
        ])
        return map.isEmpty ? nil : .map(map)
    }
}

extension AuthenticatorMakeCredential.Response {
    init(_ map: CTAPMap) throws(CTAPStatus) {
        self.init(
            attestationObject: AttestationObject(
                format: AttestationFormat(rawValue: try map.required(1, CTAPValue.text)),
                statement: try map.optional(3, CTAPValue.map) ?? CBORMap(),
                authenticatorData: try map.required(2, CTAPValue.bytes)),
            epAtt: try map.optional(4, CTAPValue.bool), largeBlobKey: try map.optional(5, CTAPValue.bytes),
            unsignedExtensionOutputs: try map.optional(6, CTAPValue.map))
    }

    var cbor: CBOR {
        .map(
            CBORMap(present: [
                (1, .text(attestationObject.format.rawValue)), (2, .bytes(attestationObject.authenticatorData)),
                (3, attestationObject.statement), (4, epAtt.map(CBOR.bool)),
                (5, largeBlobKey.map(CBOR.bytes)), (6, unsignedExtensionOutputs.map(CBOR.map)),
            ]))
    }
}
