import ToqueCBOR
import ToqueCrypto
import ToqueEncoding
import ToqueWebAuthn

extension InspectionNode {
    /// Authenticator data (section 6.1). What stands in fixed places is shown even where the rest is malformed.
    /// - Parameter rpID: the RP ID that the hash is compared with.
    public init(authenticatorData bytes: [UInt8], rpID: String? = nil, label: String = "authenticatorData") {
        self.init(label, Self.count(bytes.count), range: bytes.indices)
        let data: AuthenticatorData?
        do throws(AuthenticatorDataError) {
            data = try AuthenticatorData(decoding: bytes)
        } catch {
            data = nil
            problem = "\(error)"
        }
        guard bytes.count >= 37 else { return }
        children = [
            Self.rpIDHash(Array(bytes[..<32]), rpID: rpID), Self.flags(AuthenticatorData.Flags(rawValue: bytes[32])),
            InspectionNode("signCount", "\(bytes[33..<37].reduce(UInt32(0)) { $0 << 8 | UInt32($1) })", range: 33..<37),
        ]
        guard let data else {
            if bytes.count > 37 {
                children.append(InspectionNode("rest", Self.describe(bytes[37...]), range: 37..<bytes.count))
            }
            return
        }
        var position = 37
        if let attested = data.attestedCredentialData {
            let node = InspectionNode(attested).moved(by: position)
            children.append(node)
            position = node.range?.upperBound ?? position
        }
        if data.extensions != nil, let located = try? LocatedCBOR(bytes, from: position) {
            children.append(InspectionNode("extensions", located))
        }
    }

    private static func rpIDHash(_ hash: [UInt8], rpID: String?) -> InspectionNode {
        var node = InspectionNode("rpIdHash", Hex.encode(hash), range: 0..<32)
        if let rpID {
            if hash == Digest.sha256(rpID) {
                node.value? += " = SHA-256(\(rpID))"
            } else {
                node.problem = "not the SHA-256 of \(rpID)"
            }
        }
        return node
    }

    /// `5d = UP UV BE BS AT`.
    private static func flags(_ flags: AuthenticatorData.Flags) -> InspectionNode {
        let names = flags.description
        let problem: String? =
            if flags.contains(.backupState), !flags.contains(.backupEligible) {
                "BS is set without BE"
            } else if flags.rawValue & 0x22 != 0 {
                "a reserved bit is set"
            } else {
                nil
            }
        return InspectionNode(
            "flags", "\(Hex.encode([flags.rawValue])) = \(names.isEmpty ? "none" : names)", range: 32..<33,
            problem: problem)
    }

    /// Section 6.5.1.
    private init(_ attested: AttestedCredentialData) {
        let keyStart = 18 + attested.credentialID.count
        let end = keyStart + attested.credentialPublicKey.count
        self.init(
            "attestedCredentialData", Self.count(end), range: 0..<end,
            children: [
                InspectionNode("aaguid", "\(attested.aaguid)", range: 0..<16),
                InspectionNode("credentialIdLength", "\(attested.credentialID.count)", range: 16..<18),
                InspectionNode(
                    "credentialId", Hex.encode(attested.credentialID), range: 18..<keyStart,
                    problem: attested.credentialID.count > 1023 ? "longer than 1023 bytes" : nil),
                InspectionNode(publicKey: attested.credentialPublicKey).moved(by: keyStart),
            ])
    }
}
