import ToqueCBOR
import ToqueCrypto
import ToqueEncoding
import ToqueWebAuthn

extension InspectionNode {
    /// Authenticator data (section 6.1), as far as it can be read.
    public init(
        authenticatorData bytes: [UInt8], context: InspectionContext = InspectionContext(),
        label: String = "authenticatorData"
    ) {
        self.init(label, Self.count(bytes.count), range: bytes.indices)
        do throws(AuthenticatorDataError) {
            _ = try AuthenticatorData(decoding: bytes)
        } catch {
            problem = "\(error)"
        }
        guard bytes.count >= 37 else { return }
        let flags = AuthenticatorData.Flags(rawValue: bytes[32])
        children = [
            Self.rpIDHash(Array(bytes[..<32]), rpID: context.rpID), Self.flags(flags),
            InspectionNode("signCount", "\(bytes[33..<37].reduce(UInt32(0)) { $0 << 8 | UInt32($1) })", range: 33..<37),
        ]
        var position = 37
        if flags.contains(.attestedCredentialData), position < bytes.count {
            let node = Self.attestedCredentialData(bytes, from: position)
            children.append(node)
            position = node.range?.upperBound ?? position
        }
        if flags.contains(.extensionData), position < bytes.count {
            let located = LocatedCBOR(bytes, from: position)
            children.append(Self.extensions(located, label: "extensions"))
            position = located.range.upperBound
        }
        addTrailing(bytes, after: position)
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
    private static func attestedCredentialData(_ bytes: [UInt8], from start: Int) -> InspectionNode {
        var node = InspectionNode("attestedCredentialData", range: start..<bytes.count)
        guard bytes.count - start >= 18, let aaguid = AAGUID(bytes[start..<start + 16]) else {
            node.problem = "cut short: \(count(bytes.count - start)), expected 18 at least"
            return node
        }
        let length = Int(bytes[start + 16]) << 8 | Int(bytes[start + 17])
        let idStart = start + 18
        let keyStart = min(idStart + length, bytes.count)
        var id = InspectionNode("credentialId", Hex.encode(bytes[idStart..<keyStart]), range: idStart..<keyStart)
        if keyStart - idStart < length {
            id.add(problem: "the input ends after \(keyStart - idStart) of \(length) bytes")
        }
        if length == 0 { id.add(problem: "empty, expected at least 1 byte") }
        if length > 1023 { id.add(problem: "longer than 1023 bytes") }
        node.children = [
            InspectionNode("aaguid", "\(aaguid)", range: start..<start + 16),
            InspectionNode("credentialIdLength", "\(length)", range: start + 16..<idStart), id,
        ]
        guard keyStart < bytes.count else { return node }
        let end = LocatedCBOR(bytes, from: keyStart).range.upperBound
        node.children.append(InspectionNode(publicKey: Array(bytes[keyStart..<end])).moved(by: keyStart))
        node.range = start..<end
        node.value = count(end - start)
        return node
    }

    /// The outputs of extensions by their names (sections 9.5 and 10; CTAP 2.3 section 12).
    static func extensions(_ located: LocatedCBOR, label: String) -> InspectionNode {
        var node = InspectionNode(label, located)
        node.children = located.entries.map { key, value in
            var member = InspectionNode(keyLabel(key), value)
            if key.textValue == "credProtect", let number = value.intValue.flatMap(UInt8.init(exactly:)),
                let policy = CredentialProtectionPolicy(rawValue: number)
            {
                member.value = "\(number) = \(policy.identifier)"
            }
            return member
        }
        return node
    }
}
