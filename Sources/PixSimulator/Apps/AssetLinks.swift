import ToqueEncoding

/// `assetlinks.json`, the list of statements of Digital Asset Links
/// (https://developers.google.com/digital-asset-links/v1/statements).
struct AssetLinks {
    /// The relation that Android's Credential Manager requires before an app may use a domain's passkeys
    /// (https://developer.android.com/identity/credential-manager/prerequisites).
    private static let relation = "delegate_permission/common.get_login_creds"

    private struct Statement {
        let path: String
        let relations: [String]
        /// nil for a site.
        let package: String?
        let fingerprints: [String]
    }

    private let statements: [Statement]

    init(_ reader: JSONReader) throws(JSONMemberError) {
        statements = try reader.map { (statement) throws(JSONMemberError) in try Self.statement(statement) }
    }

    private static func statement(_ reader: JSONReader) throws(JSONMemberError) -> Statement {
        let relations = try reader.member("relation", expected: #"an array, ["\#(relation)"]"#).strings()
        let target = try reader.member("target", expected: "an object with a namespace")
        let namespace = try target.member("namespace", expected: "android_app or web")
        switch try namespace.string() {
        case "web":
            _ = try target.member("site", expected: "an origin, such as https://shop.example").string()
            return Statement(path: reader.path, relations: relations, package: nil, fingerprints: [])
        case "android_app":
            let name = try target.member("package_name", expected: "a package, such as com.example.shop")
            let package = try name.string()
            guard RegisteredApp.isPackage(package) else { throw name.mismatch(expected: RegisteredApp.package) }
            let list = try target.member("sha256_cert_fingerprints", expected: "an array of SHA-256 fingerprints")
            let fingerprints = try list.map { (fingerprint) throws(JSONMemberError) in
                let text = try fingerprint.string()
                // Android compares texts: uppercase, with colons.
                guard APKKeyHash(text)?.fingerprint == text else {
                    throw fingerprint.mismatch(
                        expected: "a SHA-256 as keytool prints it: 32 pairs of upper-case digits with colons")
                }
                return text
            }
            return Statement(path: reader.path, relations: relations, package: package, fingerprints: fingerprints)
        default: throw namespace.mismatch(expected: "android_app or web")
        }
    }

    /// - Returns: nil if the app, signed by any of its certificates, may use the domain's credentials.
    func problem(with app: RegisteredApp) -> String? {
        let own = statements.filter { $0.package == app.id }
        guard let first = own.first else { return "[].target.package_name: \(app.id) is missing" }
        for hash in app.keyHashes {
            let signed = own.filter { $0.fingerprints.contains(hash.fingerprint) }
            guard let place = signed.first else {
                return "\(first.path).target.sha256_cert_fingerprints: \(hash.fingerprint) is missing"
            }
            guard signed.contains(where: { $0.relations.contains(Self.relation) }) else {
                return "\(place.path).relation: \(Self.relation) is missing"
            }
        }
        return nil
    }
}
