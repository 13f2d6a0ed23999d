import ToqueEncoding

/// `apple-app-site-association`, limited to credentials
/// (https://developer.apple.com/documentation/xcode/supporting-associated-domains). Other members belong to other
/// services.
struct SiteAssociation {
    private let apps: [String]

    init(_ reader: JSONReader) throws(JSONMemberError) {
        let service = try reader.member("webcredentials", expected: #"an object, {"apps": ["TEAMID.BUNDLEID"]}"#)
        let list = try service.member("apps", expected: #"an array, ["TEAMID.BUNDLEID"]"#)
        apps = try list.map { (app) throws(JSONMemberError) in
            let text = try app.string()
            let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 2, RegisteredApp.isTeamID(parts[0]), RegisteredApp.isBundleID(parts[1]) else {
                throw app.mismatch(expected: "TEAMID.BUNDLEID, such as ABCDE12345.com.example.shop")
            }
            return text
        }
    }

    /// - Returns: nil if the app may use the domain's credentials.
    func problem(with app: RegisteredApp) -> String? {
        apps.contains(app.id) ? nil : "webcredentials.apps: \(app.id) is missing"
    }
}
