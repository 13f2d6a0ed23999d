import SecurityKey

/// The options of a call, and what stands in for them.
struct OpenSSHOptions: Sendable, Hashable {
    /// An option as OpenSSH gives it.
    struct Option: Sendable, Hashable {
        var name: String
        var value: String
        /// The call has to fail rather than pass over it.
        var isRequired = false
    }

    /// Names the key for the programs that have no option for it: ssh, ssh-agent, `ssh-keygen -Y sign`.
    static let variable = "TOQUE_SK_DEVICE"

    /// The socket of a served key, a pseudo-terminal or a hidraw node; nil where nothing says one.
    var device: String?
    /// Tells apart the resident keys of one application, at most 31 bytes.
    var user = ""

    /// - Parameter environment: a variable's value, nil where it is not set.
    /// - Throws: `unsupported` for an option that is required and not known, `general` for a user that is too long.
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

    /// The variable's, else the place where a session's key is.
    private static func device(_ environment: (String) -> String?) -> String? {
        if let device = environment(variable), !device.isEmpty { return device }
        // The XDG Base Directory Specification has relative paths ignored.
        guard let directory = environment("XDG_RUNTIME_DIR"), directory.hasPrefix("/") else { return nil }
        return "\(directory)/toque/key.sock"
    }

    /// - Throws: `deviceNotFound` where nothing says which key.
    func location() throws(OpenSSHError) -> KeyLocation {
        guard let device else {
            throw OpenSSHError(.deviceNotFound, "no security key is named; \(OpenSSHError.hint)")
        }
        return .path(device)
    }

    /// The user handle that OpenSSH's own implementation makes of it, so that keys made by either replace each other.
    var userID: [UInt8] { user.utf8 + [UInt8](repeating: 0, count: Self.userIDSize - user.utf8.count) }

    private static let userIDSize = 32
}
