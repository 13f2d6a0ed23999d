import SecurityKey
import ToqueEncoding

extension KeyInfo {
    /// The settings of authenticatorConfig, with the names of authenticatorGetInfo (CTAP 2.3 section 6.4); those that
    /// the key does not support are omitted.
    var configuration: JSON {
        var object = JSONObject()
        object["alwaysUv"] = options["alwaysUv"].map { .bool($0) }
        object["ep"] = options["ep"].map { .bool($0) }
        object["minPINLength"] = .int(minPINLength)
        object["maxRPIDsForSetMinPINLength"] = maxRPIDsForSetMinPINLength.map { .int($0) }
        object["forcePINChange"] = .bool(forcePINChange)
        return .object(object)
    }

    /// The same for people, with the names of the commands.
    var configurationLines: [String] {
        func word(_ isOn: Bool?) -> String { isOn.map { $0 ? "on" : "off" } ?? "not supported" }
        let length = options["setMinPINLength"] == true ? "" : ", which cannot be changed"
        return [
            "always-uv: \(word(options["alwaysUv"]))",
            "enterprise-attestation: \(word(options["ep"]))",
            "min-pin-length: \(minPINLength)\(length)",
            "force-pin-change: \(word(forcePINChange))",
        ]
    }
}
