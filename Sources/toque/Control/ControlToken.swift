import ToqueEncoding

/// The token of a control API: from a file, else from the environment, as the secret of an API key is.
enum ControlToken {
    static let variable = "TOQUE_CONTROL_TOKEN"

    /// - Parameter file: named by an option or a variable.
    /// - Returns: nil where neither a file nor `TOQUE_CONTROL_TOKEN` gives one.
    /// - Throws: as `SecretFile.token`, and status 1 for a variable that is no token.
    static func given(file: String?) throws(CommandError) -> String? {
        if let file { return try SecretFile.token(of: file) }
        guard let token = environment(variable), !token.isEmpty else { return nil }
        guard token.utf8.allSatisfy(\.isVisibleASCII) else {
            throw CommandError(.failed, "\(variable): a token is of visible ASCII characters")
        }
        return token
    }
}
