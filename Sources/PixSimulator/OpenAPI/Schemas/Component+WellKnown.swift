import SandboxKit
import ToqueEncoding

/// External files, whose members their owners define.
extension Component {
    static let siteAssociation = Component(
        "SiteAssociation", .freeObject, example: ["webcredentials": ["apps": ["ABCDE12345.com.example.shop"]]])

    static let assetLinks = Component(
        "AssetLinks", .array(of: .freeObject),
        example: [
            [
                "relation": ["delegate_permission/common.get_login_creds"],
                "target": [
                    "namespace": "android_app", "package_name": "com.example.shop",
                    "sha256_cert_fingerprints": [.string(Array(repeating: "2A", count: 32).joined(separator: ":"))],
                ],
            ]
        ])
}
