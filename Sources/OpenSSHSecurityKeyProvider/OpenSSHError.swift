import ToqueWebAuthn

/// An error of an OpenSSH call.
struct OpenSSHError: Error, Sendable, Hashable {
    /// OpenSSH's error codes, `SSH_SK_ERR_*`.
    enum Code: Int32 {
        case general = -1
        case unsupported = -2
        /// The PIN is missing or wrong. OpenSSH asks for one and calls again.
        case pinRequired = -3
        case deviceNotFound = -4
        /// OpenSSH asks whether to replace the credential.
        case credentialExists = -5
    }

    let code: Code
    /// What happened and how to fix it, because OpenSSH's codes cannot say. nil if OpenSSH asks the person.
    let message: String?

    init(_ code: Code, _ message: String? = nil) {
        self.code = code
        self.message = message
    }

    init(_ error: WebAuthnError) {
        let code: Code =
            if error.isUnreachable {
                .deviceNotFound
            } else if error.name == .notSupportedError {
                .unsupported
            } else {
                .general
            }
        self.init(code, error.isUnreachable ? "\(error.message); \(Self.hint)" : error.message)
    }

    /// How to get and name a key.
    static let hint =
        "`toque key serve --socket PATH` serves one, \(OpenSSHOptions.variable)=PATH or ssh-keygen's -O device=PATH names it"
}
