import SoftAuthenticator
import ToqueEncoding

/// WebDriver's commands for virtual authenticators (WebAuthn section 11), below `/session/ID/webauthn/authenticator`.
struct VirtualAuthenticatorCommands {
    private let authenticators: VirtualAuthenticators

    init(_ authenticators: VirtualAuthenticators) { self.authenticators = authenticators }

    /// - Parameter parts: the path's parts after `authenticator`.
    /// - Returns: the command's value.
    /// - Throws: `WebDriverError`.
    func perform(_ method: String, _ parts: [String], _ body: JSONReader) throws(WebDriverError) -> JSON {
        do {
            guard let id = parts.first else {
                guard method == "POST" else { throw WebDriverError.unknownCommand }
                // Section 11.4.
                return .string(try authenticators.add(VirtualAuthenticatorOptions(webDriver: body)))
            }
            guard let authenticator = authenticators[id] else {
                throw WebDriverError.invalidArgument("there is no virtual authenticator \(id.quoted)")
            }
            defer { authenticators.noteChange() }
            return try perform(method, Array(parts.dropFirst()), body, on: authenticator)
        } catch let error as WebDriverError {
            throw error
        } catch let error as JSONMemberError {
            throw .invalidArgument("\(error)")
        } catch let error as CredentialStorageError {
            throw .invalidArgument("\(error)")
        } catch {
            throw .unknown("\(error)")
        }
    }

    private func perform(
        _ method: String, _ parts: [String], _ body: JSONReader, on authenticator: VirtualAuthenticator
    ) throws -> JSON {
        switch (method, parts.first, parts.count) {
        case ("DELETE", nil, 0): _ = authenticators.remove(authenticator.id)
        case ("POST", "credential", 1): try authenticator.addCredential(body)
        case ("GET", "credentials", 1): return try authenticator.credentialsJSON(withKeys: true)
        case ("DELETE", "credentials", 1): try authenticator.removeAllCredentials()
        case ("DELETE", "credentials", 2):
            guard try authenticator.removeCredential(try credentialID(parts[1])) else { throw unknown(parts[1]) }
        case ("POST", "credentials", 3) where parts[2] == "props":
            guard try authenticator.setBackup(of: try credentialID(parts[1]), body) else { throw unknown(parts[1]) }
        case ("POST", "uv", 1):
            let isVerified = try body.member("isUserVerified", expected: "true or false").bool()
            authenticator.change { $0.isUserVerified = isVerified }
        default: throw WebDriverError.unknownCommand
        }
        return .null
    }

    private func credentialID(_ text: String) throws -> [UInt8] {
        guard let id = Base64URL.decode(text.withoutPadding) else { throw unknown(text) }
        return id
    }

    private func unknown(_ id: String) -> WebDriverError {
        .invalidArgument("the authenticator has no credential \(id.quoted)")
    }
}

/// An error in WebDriver's form (WebDriver section 6.6).
struct WebDriverError: Error {
    let status: Int
    let code: String
    let message: String

    static func invalidArgument(_ message: String) -> WebDriverError {
        WebDriverError(status: 400, code: "invalid argument", message: message)
    }

    static func unknown(_ message: String) -> WebDriverError {
        WebDriverError(status: 500, code: "unknown error", message: message)
    }

    static let unknownCommand = WebDriverError(status: 404, code: "unknown command", message: "no such command")

    static func noSuchSession(_ id: String) -> WebDriverError {
        WebDriverError(status: 404, code: "invalid session id", message: "there is no session \(id.quoted)")
    }

    var response: BrowserResponse {
        BrowserResponse(
            status, ["value": ["error": .string(code), "message": .string(message), "stacktrace": ""]])
    }
}
