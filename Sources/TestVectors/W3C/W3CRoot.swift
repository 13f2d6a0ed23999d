import ToqueCrypto

/// The trust root of the attestation certificates in WebAuthn Level 3, section "Test Vectors".
struct W3CRoot {
    let authority: VectorAuthority
    let derivations: [Derivation]

    init() throws {
        var values = W3CSection.values(info: "Attestation CA")
        authority = try VectorAuthority(
            subject: W3CSection.name(unit: "Authenticator Attestation CA"),
            key: try VectorKey(
                type: .ec(.p256), secret: values.next("attestation_ca_key", count: 32), algorithm: .es256),
            serialNumber: values.next("attestation_ca_serial_number", count: 16), validity: W3CSection.validity)
        derivations = values.takeDerivations()
    }
}
