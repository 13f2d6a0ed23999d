/// The type of a key's step.
enum KeyCode: UInt8, CaseIterable {
    /// A CTAP2 request: its command byte and its parameters. The argument is `Preparation`.
    case cbor
    /// A U2F request (APDU), with the same argument.
    case msg
    /// A pinUvAuthToken. The payload's first byte has the permissions, the rest is the RP ID. The argument's first bit
    /// is the protocol, the next two are the way (`KeyCode.Way`).
    case token
    /// Sets or changes the PIN to the payload, with the protocol in the argument's first bit.
    case pin
    /// Sets the person's gesture from here on.
    case gesture
    /// Advances the time by this number of seconds.
    case time
    case powerCycle
    /// The next request comes on another channel.
    case channel
    /// Writes the payload as the large-blob array, in fragments. The argument chooses the token (`Preparation`).
    case largeBlobs

    init(_ step: Step) { self = Self.allCases[Int(step.code) % Self.allCases.count] }

    /// Parts of a request that an input's bytes cannot contain.
    struct Preparation: OptionSet {
        let rawValue: UInt8

        /// Adds pinUvAuthParam with a token.
        static let authenticate = Preparation(rawValue: 1)
        /// Replaces one-byte identifiers by those of the key's credentials and fingerprints.
        static let resolve = Preparation(rawValue: 2)
        /// Encrypts the salts of hmac-secret for the key.
        static let encryptSalts = Preparation(rawValue: 4)
        /// The token's number (`TokenWallet.token`).
        static func token(_ number: UInt8) -> Preparation { Preparation(rawValue: number << 3) }

        static let tokenNumbers = 4
        var token: Int { Int(rawValue >> 3) % Self.tokenNumbers }
    }

    /// The way to request a token.
    enum Way: UInt8, CaseIterable {
        case pin, wrongPIN, fingerprint, legacy

        init(_ argument: UInt8) { self = Self.allCases[Int(argument >> 1) % Self.allCases.count] }
    }
}
