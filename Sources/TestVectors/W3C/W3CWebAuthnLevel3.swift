import CeremonyDocuments
import RelyingParty
import ToqueCrypto
import ToqueEncoding
import ToqueWebAuthn

/// The set `w3c-webauthn-l3`: the cases of WebAuthn Level 3, section "Test Vectors", made again by the section's rules
/// of derivation.
public enum W3CWebAuthnLevel3 {
    /// Of each case a registration and an authentication that are valid, and, for each rule of a strict policy that it
    /// breaks, the ones that such a policy refuses.
    public static func ceremonies() throws -> [CeremonyDocument] {
        let root = try W3CRoot()
        return try W3CCase.all.flatMap { try W3CCeremonies(W3CVector($0, root: root), root: root).all }
    }

    /// A file for each case, with its keys and derivations.
    public static func files() throws -> [VectorFile] {
        let root = try W3CRoot()
        return try W3CCase.all.map { try W3CVector($0, root: root).file(root: root) }
    }
}

extension W3CVector {
    func file(root: W3CRoot) throws -> VectorFile {
        var keys: JSONObject = ["credential": try credentialKey.json()]
        keys["attestation"] = try attestationKey?.json()
        var derivations: JSONObject = [
            "registration": registration.derivations.json, "authentication": authentication.derivations.json,
        ]
        if definition.hasCertificate {
            keys["attestationRoot"] = try root.authority.key.json()
            derivations["attestationRoot"] = root.derivations.json
        }
        return VectorFile(
            name: "\(definition.name).json", description: "WebAuthn Level 3, section Test Vectors: \(definition.title)",
            derivations: derivations, keys: keys,
            vectors: .ceremonies(W3CCeremonies(self, root: root).all.map(\.json)))
    }
}
