import ToqueWebAuthn

extension PublicKeyCredentialUserEntity {
    /// Bytes of UTF-8 that are kept of a name; WebAuthn section 6.4.1 asks for 64 at least. With two names of this size
    /// an answer stays far below what platforms take.
    private static let nameLimit = 128

    /// The same user with names that fit, cut between code points.
    var truncated: PublicKeyCredentialUserEntity {
        PublicKeyCredentialUserEntity(
            id: id, name: Self.truncate(name), displayName: Self.truncate(displayName))
    }

    private static func truncate(_ text: String) -> String {
        guard text.utf8.count > nameLimit else { return text }
        var scalars = String.UnicodeScalarView()
        var size = 0
        for scalar in text.unicodeScalars {
            size += UTF8.width(scalar)
            guard size <= nameLimit else { break }
            scalars.append(scalar)
        }
        return String(scalars)
    }
}
