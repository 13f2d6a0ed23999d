import SoftAuthenticator
import ToqueCOSE
import ToqueCrypto
import ToqueEncoding
import ToqueWebAuthn

extension VirtualAuthenticator {
    /// The credentials in the form of WebDriver's Get Credentials (WebAuthn section 11.6).
    /// - Parameter withKeys: adds the private keys, which only WebDriver's clients may see. A key that is not on P-256
    ///   has no form there and is empty.
    func credentialsJSON(withKeys: Bool) throws -> JSON {
        let stored = try storage.credentials(rpID: nil).reversed().map { source -> JSON in
            var members = try json(of: source.id, rpID: source.rpID, isResident: source.isDiscoverable, withKeys)
            members["userHandle"] = .base64URL(source.user.id)
            members["signCount"] = .int(try signCount(of: source))
            if let blob = try? soft.storedLargeBlob(of: source) { members["largeBlob"] = .base64URL(blob) }
            let flags = (options.profile.overrides.backup ?? source.backup).flags
            members["backupEligibility"] = .bool(flags.contains(.backupEligible))
            members["backupState"] = .bool(flags.contains(.backupState))
            members["userName"] = .string(source.user.name)
            members["userDisplayName"] = .string(source.user.displayName)
            return .object(members)
        }
        let sealed = try sealedCredentials.map { credential -> JSON in
            var members = try json(of: credential.id, rpID: credential.rpID, isResident: false, withKeys)
            members["signCount"] = .int(try storage.signCount())
            return .object(members)
        }
        return .array(stored + sealed)
    }

    private func json(
        of id: [UInt8], rpID: String, isResident: Bool, _ withKeys: Bool
    ) throws -> JSONObject {
        var members: JSONObject = [
            "credentialId": .base64URL(id), "isResidentCredential": .bool(isResident), "rpId": .string(rpID),
        ]
        if withKeys {
            var text = ""
            if let key = try soft.privateKey(of: id, rpID: rpID), key.keyType == .ec(.p256) {
                text = Base64URL.encode(
                    try PrivateKeyInfo.encode(key.secret.withUnsafeBytes { Array($0) }))
            }
            members["privateKey"] = .string(text)
        }
        return members
    }

    private func signCount(of source: PublicKeyCredentialSource) throws -> UInt32 {
        switch source.counter {
        case .none: 0
        case .shared: try storage.signCount()
        case .own: try storage.updateCounter(of: source.id) { $0?.value ?? 0 }
        }
    }

    /// Adds a credential (WebAuthn section 11.5).
    func addCredential(_ reader: JSONReader) throws {
        let id = try reader.member("credentialId", expected: "base64url").withoutPadding().base64URL()
        guard (1...1023).contains(id.count) else {
            throw JSONMemberError(path: "credentialId", found: "\(id.count) bytes", expected: "1 to 1023")
        }
        let rpID = try reader.member("rpId", expected: "an RP ID").string()
        guard !rpID.isEmpty, !rpID.utf8.contains(0) else {
            throw JSONMemberError(path: "rpId", found: rpID.quoted, expected: "an RP ID")
        }
        let isResident = try reader.member("isResidentCredential", expected: "true or false").bool()
        guard !isResident || options.hasResidentKey else {
            throw JSONMemberError(
                path: "isResidentCredential", found: "true", expected: "false: this authenticator has no resident keys")
        }
        let userHandle = try reader.optional("userHandle")?.withoutPadding().base64URL() ?? []
        guard userHandle.count <= 64, !isResident || !userHandle.isEmpty else {
            throw JSONMemberError(path: "userHandle", found: "\(userHandle.count) bytes", expected: "1 to 64")
        }
        let keyMember = try reader.member("privateKey", expected: "base64url")
        let privateKey = try keyMember.withoutPadding().base64URL()
        let pair: KeyPair
        do throws(PrivateKeyInfo.Problem) {
            pair = try PrivateKeyInfo.decode(privateKey)
        } catch {
            throw JSONMemberError(
                path: keyMember.path, found: "\(error)", expected: "a private key on P-256 as PKCS #8")
        }
        let countMember = try reader.member("signCount", expected: "a number")
        guard let signCount = UInt32(exactly: try countMember.int()) else {
            throw countMember.mismatch(expected: "a number from 0 to 4294967295")
        }
        let backup = BackupState(
            try reader.optional("backupEligibility")?.bool() ?? false,
            try reader.optional("backupState")?.bool() ?? false)
        let blob = try reader.optional("largeBlob")?.withoutPadding().base64URL()
        let source = PublicKeyCredentialSource(
            id: id, rpID: rpID,
            user: PublicKeyCredentialUserEntity(
                id: userHandle, name: try reader.optional("userName")?.string() ?? "",
                displayName: try reader.optional("userDisplayName")?.string() ?? ""),
            publicKey: try COSEKey(algorithm: .es256, parameters: pair.publicKey), isDiscoverable: isResident,
            backup: backup, counter: .own, largeBlobs: options.profile.largeBlobs, createdAt: .now())
        try storage.updateCounter(of: id) { $0 = CredentialCounter(.perCredential(start: signCount)) }
        try storage.save(source, privateKey: pair.secret)
        if let blob { _ = try soft.setStoredLargeBlob(blob, of: source) }
    }

    /// Changes a credential's backup flags (WebAuthn section 11.10).
    /// - Returns: false if it does not exist.
    func setBackup(of id: [UInt8], _ reader: JSONReader) throws -> Bool {
        guard let source = try storage.credentials(rpID: nil).first(where: { $0.id == id }) else { return false }
        let flags = source.backup.flags
        var changed = source
        changed.backup = BackupState(
            try reader.optional("backupEligibility")?.bool() ?? flags.contains(.backupEligible),
            try reader.optional("backupState")?.bool() ?? flags.contains(.backupState))
        guard changed.backup != source.backup else { return true }
        // Stored anew: nothing else of a credential changes.
        let key = try storage.privateKey(of: source)
        let credBlob = try storage.credBlob(of: source)
        let blob = try? soft.storedLargeBlob(of: source)
        let counter = try storage.updateCounter(of: id) { $0 }
        try storage.delete(rpID: source.rpID, id: id)
        try storage.updateCounter(of: id) { $0 = counter }
        try storage.save(changed, privateKey: key, credBlob: credBlob)
        if let blob { _ = try soft.setStoredLargeBlob(blob, of: changed) }
        return true
    }
}

extension VirtualAuthenticator {
    /// Removes the credential with an ID, whatever its RP ID.
    /// - Returns: false if there was none.
    func removeCredential(_ id: [UInt8]) throws -> Bool {
        let stored = try storage.credentials(rpID: nil).first { $0.id == id }?.rpID
        guard let rpID = stored ?? sealedCredentials.first(where: { $0.id == id })?.rpID else { return false }
        return try remove(id, rpID: rpID)
    }

    func removeAllCredentials() throws {
        for source in try storage.credentials(rpID: nil) { _ = try remove(source.id, rpID: source.rpID) }
        // A new wrapping key voids the sealed ones.
        for credential in sealedCredentials { _ = try remove(credential.id, rpID: credential.rpID) }
    }
}

extension JSONReader {
    /// base64url has no padding in WebAuthn, but Selenium for Python adds it.
    func withoutPadding() throws(JSONMemberError) -> JSONReader {
        JSONReader(.string(try string().withoutPadding), path: path)
    }
}

extension String {
    var withoutPadding: String { String(self[..<(lastIndex { $0 != "=" }.map(index(after:)) ?? startIndex)]) }
}
