import SandboxKit
import ToqueEncoding

/// An app known to the bank: the origin of its ceremonies and the domain of its callback URLs.
struct RegisteredApp: StoredModel, Hashable {
    enum Platform: String, JSONChoice {
        case ios = "IOS"
        case android = "ANDROID"
    }

    static let kind = "app"
    /// The readable id: `TEAMID.BUNDLEID` or the package.
    var id: String
    var platform: Platform
    /// The callback URLs of its enrollments have this domain or a subdomain.
    var domain: String
    /// For Android: the SHA-256 of each signing certificate.
    var keyHashes: [APKKeyHash]

    init(id: String, platform: Platform, domain: String, keyHashes: [APKKeyHash] = []) {
        self.id = id
        self.platform = platform
        self.domain = domain
        self.keyHashes = keyHashes
    }

    /// The valid origins in its client data. An iOS app has the RP ID's web origin, because its domain is associated
    /// with it.
    func origins(rpID: String) -> [String] {
        switch platform {
        case .ios: ["https://\(rpID)"]
        case .android: keyHashes.map { "android:apk-key-hash:\($0.text)" }
        }
    }

    /// The form in control's responses.
    func shown(rpID: String) -> JSON {
        [
            "id": .string(id), "platform": .string(platform.rawValue), "domain": .string(domain),
            "origins": .array(origins(rpID: rpID).map(JSON.string)),
        ]
    }
}

extension RegisteredApp: JSONStructure {
    static let blank = RegisteredApp(id: "", platform: .ios, domain: "")

    mutating func members(_ coder: inout JSONCoder) {
        coder.required("id", &id)
        coder.required("platform", &platform)
        coder.required("domain", &domain)
        coder.required("key_hashes", &keyHashes)
    }
}
