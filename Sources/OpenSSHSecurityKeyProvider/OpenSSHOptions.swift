import SecurityKey

/// The options of a call, with their fallbacks.
struct OpenSSHOptions: Sendable, Hashable {
    /// An option in OpenSSH's form.
    struct Option: Sendable, Hashable {
        var name: String
        var value: String
        /// True if the call must fail rather than ignore it.
        var isRequired = false
    }

    /// Names the key for programs without an option for it: ssh, ssh-agent, `ssh-keygen -Y sign`.
    static let variable = "TOQUE_SK_DEVICE"

    /// The socket of a served key, a pseudo-terminal or a hidraw node; nil if none is configured.
    var device: String?
    /// Distinguishes the resident keys of one application; at most 31 bytes.
    var user = ""

    /// - Parameter environment: returns a variable's value; nil if unset.
    /// - Throws: `unsupported` for an unknown required option, `general` for a user that is too long.
    init(_ options: [Option], environment: (String) -> String?) throws(OpenSSHError) {
        for option in options {
            switch option.name {
            case "device": device = option.value
            case "user": user = option.value
            case _ where option.isRequired:
                throw OpenSSHError(.unsupported, "the option \(option.name) is required, and is not known here")
            default: continue
            }
        }
        guard user.utf8.count < Self.userIDSize else {
            throw OpenSSHError(
                .general, "the user has \(user.utf8.count) bytes, expected at most \(Self.userIDSize - 1): \(user)")
        }
        device = device ?? Self.device(environment)
    }

    /// The value of the variable, or else the default socket of the session's key.
    private static func device(_ environment: (String) -> String?) -> String? {
        if let device = environment(variable), !device.isEmpty { return device }
        // The XDG Base Directory Specification ignores relative paths.
        guard let directory = environment("XDG_RUNTIME_DIR"), directory.hasPrefix("/") else { return nil }
        return "\(directory)/toque/key.sock"
    }

    /// - Throws: `deviceNotFound` if no key is configured.
    func location() throws(OpenSSHError) -> KeyLocation {
        guard let device else {
            throw OpenSSHError(.deviceNotFound, "no security key is named; \(OpenSSHError.hint)")
        }
        return .path(device)
    }

    /// The user handle in the form of OpenSSH's own implementation, so keys made by either replace each other.
    var userID: [UInt8] { user.utf8 + [UInt8](repeating: 0, count: Self.userIDSize - user.utf8.count) }

    private static let userIDSize = 32
}
