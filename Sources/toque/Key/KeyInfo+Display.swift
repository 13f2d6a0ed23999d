import SecurityKey
import ToqueEncoding
import ToqueWebAuthn

extension KeyInfo {
    /// Uses the names of authenticatorGetInfo (CTAP 2.3 section 6.4); absent members are omitted.
    var json: JSON {
        var object: JSONObject = [
            "name": .string(name),
            "versions": .array(versions.map(JSON.string)),
            "extensions": .array(extensions.map(JSON.string)),
            "aaguid": .string(aaguid.description),
        ]
        var options = JSONObject()
        for (name, value) in self.options.sorted(by: { $0.key < $1.key }) { options[name] = .bool(value) }
        object["options"] = .object(options)
        object["maxMsgSize"] = .int(maxMsgSize)
        object["pinUvAuthProtocols"] = .array(pinUvAuthProtocols.map { .int($0) })
        object["maxCredentialCountInList"] = maxCredentialCountInList.map { .int($0) }
        object["maxCredentialIdLength"] = maxCredentialIDLength.map { .int($0) }
        object["transports"] = .array(transports.map { .string($0.rawValue) })
        object["algorithms"] = .array(algorithms.map { .int($0.rawValue) })
        object["maxSerializedLargeBlobArray"] = maxSerializedLargeBlobArray.map { .int($0) }
        object["forcePINChange"] = .bool(forcePINChange)
        object["minPINLength"] = .int(minPINLength)
        object["firmwareVersion"] = firmwareVersion.map { .int($0) }
        object["maxCredBlobLength"] = maxCredBlobLength.map { .int($0) }
        object["maxRPIDsForSetMinPINLength"] = maxRPIDsForSetMinPINLength.map { .int($0) }
        object["preferredPlatformUvAttempts"] = preferredPlatformUVAttempts.map { .int($0) }
        object["uvModality"] = uvModality.map { .int($0) }
        if !self.certifications.isEmpty {
            var certifications = JSONObject()
            for (name, level) in self.certifications.sorted(by: { $0.key < $1.key }) {
                certifications[name] = .int(level)
            }
            object["certifications"] = .object(certifications)
        }
        object["remainingDiscoverableCredentials"] = remainingDiscoverableCredentials.map { .int($0) }
        object["pinRetries"] = pinRetries.map { .int($0) }
        object["uvRetries"] = uvRetries.map { .int($0) }
        return .object(object)
    }

    /// The same for people, one line each; empty lists are omitted.
    var lines: [(name: String, value: String)] {
        (json.objectValue ?? [:]).compactMap { name, value in
            let text = Self.text(name == "algorithms" ? .array(algorithms.map { .string($0.description) }) : value)
            return text.isEmpty ? nil : (name, text)
        }
    }

    private static func text(_ value: JSON) -> String {
        switch value {
        case .array(let values): values.map(text).joined(separator: ", ")
        case .object(let members):
            members.map { name, value in
                switch value {
                case .bool(true): name
                // A false option is supported but off, which differs from an absent one.
                case .bool(false): "\(name) (off)"
                case .null, .number, .string, .array, .object: "\(name) \(text(value))"
                }
            }.joined(separator: ", ")
        case .string(let text): text
        case .null, .bool, .number: value.serialized()
        }
    }
}
