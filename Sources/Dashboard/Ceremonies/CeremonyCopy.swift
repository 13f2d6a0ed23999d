import Pages
import Sandbox
import ToqueEncoding

/// A ceremony as text for another tool.
enum CeremonyCopy: String, CaseIterable {
    case verify
    case curl
    case vector

    var label: PageText {
        switch self {
        case .verify: .ceremonyCopyVerify
        case .curl: .ceremonyCopyCurl
        case .vector: .ceremonyCopyVector
        }
    }

    var explanation: PageText {
        switch self {
        case .verify: .ceremonyVerifyText
        case .curl: .ceremonyCurlText
        case .vector: .ceremonyVectorText
        }
    }

    /// A page shows at most so many bytes of text.
    static let maximumSize = 40_000

    /// - Parameters:
    ///   - entry: the ceremony, as the control API gives it.
    ///   - publicURL: the server's URL.
    /// - Returns: nil if there is no such text: no backend hands over what a page of the provider receives.
    func text(_ entry: JSON, publicURL: String) -> String? {
        guard let document = entry["document"], case .object(var members) = document else { return nil }
        switch self {
        case .verify: return Self.command("toque verify -", input: document, end: "CEREMONY")
        case .curl:
            guard let request = entry["request"], let method = request["method"]?.stringValue,
                let path = request["path"]?.stringValue, let body = request["body"]
            else { return nil }
            let url = "\(publicURL)\(path)".shellQuoted
            let command = "curl -u ID:SECRET -X \(method) \(url) -H 'Content-Type: application/json' --data-binary @-"
            return Self.command(command, input: body, end: "BODY")
        case .vector:
            let verdict = entry["verdict"] ?? .null
            var expected: JSONObject = ["verdict": verdict["verdict"] ?? "invalid"]
            expected["code"] = verdict["code"]
            members["expected"] = .object(expected)
            // Without it, a certificate of today would expire in the vector.
            if members["time"] == nil { members["time"] = entry["time"] }
            let description = "A ceremony of the sandbox, \(entry["time"]?.stringValue ?? "")"
            let file: JSON = [
                "set": "sandbox", "description": .string(description), "ceremonies": [.object(members)],
            ]
            return file.serialized(pretty: true)
        }
    }

    /// One line of JSON contains no line of its own, so nothing ends it early.
    private static func command(_ command: String, input: JSON, end: String) -> String {
        "\(command) <<'\(end)'\n\(input.serialized())\n\(end)"
    }
}
