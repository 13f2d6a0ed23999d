import ToqueCrypto
import ToqueEncoding

/// A file that pages load: the style sheet and the modules. Embedded in the binary.
package struct PageFile: Sendable {
    /// The path of all files on the sandbox, below any provider's.
    package static let folder = "/_pages/"

    package let contentType: String
    package let bytes: [UInt8]
    /// Changes with the bytes, so that browsers may keep a file of one version forever.
    let version: String

    private init(_ bytes: [UInt8], _ contentType: String) {
        self.bytes = bytes
        self.contentType = contentType
        version = Hex.encode(Digest.sha256(bytes).prefix(6))
    }

    /// - Parameter path: of a request.
    /// - Returns: nil if there is no such file.
    package static func at(_ path: String) -> PageFile? {
        path.hasPrefix(folder) ? all[String(path.dropFirst(folder.count))] : nil
    }

    /// The file's path with its version; empty if there is no such file.
    static func url(_ name: String) -> String {
        all[name].map { "\(folder)\(name)?v=\($0.version)" } ?? ""
    }

    static let styleSheet = "toque.css"
    /// The style of a page that loads nothing.
    static var styleText: String {
        String(decoding: PackageResources.toque_css + PackageResources.report_css, as: UTF8.self)
    }
    /// Without one, browsers ask for `/favicon.ico`, and the journal shows a request that nobody made.
    static let icon = "icon.svg"

    private static let all: [String: PageFile] = [
        icon: PageFile(PackageResources.icon_svg, "image/svg+xml"),
        styleSheet: PageFile(PackageResources.toque_css, "text/css; charset=utf-8"),
        PageModule.countdown.rawValue: PageFile(PackageResources.countdown_js, javaScript),
        PageModule.passkey.rawValue: PageFile(PackageResources.passkey_js, javaScript),
        PageModule.hexview.rawValue: PageFile(PackageResources.hexview_js, javaScript),
        PageModule.copying.rawValue: PageFile(PackageResources.copying_js, javaScript),
        PageModule.commands.rawValue: PageFile(PackageResources.commands_js, javaScript),
        PageModule.health.rawValue: PageFile(PackageResources.health_js, javaScript),
        PageModule.live.rawValue: PageFile(PackageResources.live_js, javaScript),
        PageModule.tenants.rawValue: PageFile(PackageResources.tenants_js, javaScript),
        PageModule.phone.rawValue: PageFile(PackageResources.phone_js, javaScript),
    ]

    private static let javaScript = "text/javascript; charset=utf-8"
}

/// A module (JavaScript) of pages.
package enum PageModule: String, CaseIterable, Sendable {
    /// Counts `<time data-seconds>` down.
    case countdown = "countdown.js"
    /// Asks a passkey when the button to approve is pressed.
    case passkey = "passkey.js"
    /// Copies code lines.
    case copying = "copying.js"
    /// Shows a form's command with the values as typed.
    case commands = "commands.js"
    /// Notices a sandbox that stopped.
    case health = "health.js"
    /// Keeps a log going.
    case live = "live.js"
    /// Finds tenants by a part of their id.
    case tenants = "tenants.js"
    /// Marks the bytes of a part, and the part of a byte.
    case hexview = "hexview.js"
    /// Does what a phone's page cannot do without JavaScript: the browser's facts and its authenticator.
    case phone = "phone.js"
}
