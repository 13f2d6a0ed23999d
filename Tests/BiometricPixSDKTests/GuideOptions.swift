import Foundation

/// Options in the shape of the guide's samples, as strings.
enum GuideOptions {
    static let userID = "a5bd0ef9-f8ab-41a2-b968-489761a91de6"

    static func registration() throws -> String {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let file = root.appending(path: "vectors/belvo-guide/registration-options.json")
        return try String(contentsOf: file, encoding: .utf8)
    }

    /// Returns sign options that name one credential or none.
    static func signing(_ credential: String? = nil) -> String {
        let list = credential.map { #"{"id":"\#($0)","type":"public-key"}"# } ?? ""
        return #"{"rpId":"belvo.com","challenge":"R3dsT2REOE5oZ25JbVE","allowCredentials":[\#(list)]}"#
    }
}
