/// What a step does with a key.
enum KeyCode: UInt8, CaseIterable {
    /// A CTAP2 request: its command byte and its parameters. The argument is `Preparation`.
    case cbor
    /// A U2F request, an APDU; the argument likewise.
    case msg
    /// A pinUvAuthToken. The first byte of the payload are its permissions, the rest is its RP ID. Of the argument the
    /// first bit is the protocol, the next two are the way (`KeyCode.Way`).
    case token
    /// Sets or changes the PIN to the payload, by the protocol of the argument's first bit.
    case pin
    /// What the person does from here on.
    case gesture
    /// As many seconds pass.
    case time
    case powerCycle
    /// The next request comes on another channel.
    case channel
    /// Writes the payload as the large-blob array, in fragments. The argument chooses the token (`Preparation`).
    case largeBlobs

    init(_ step: Step) { self = Self.allCases[Int(step.code) % Self.allCases.count] }

    /// What no bytes of an input could be.
    struct Preparation: OptionSet {
        let rawValue: UInt8

        /// pinUvAuthParam is made with a token.
        static let authenticate = Preparation(rawValue: 1)
        /// Identifiers of one byte stand for those of the key's credentials and fingerprints.
        static let resolve = Preparation(rawValue: 2)
        /// The salts of hmac-secret are encrypted as the key expects.
        static let encryptSalts = Preparation(rawValue: 4)
        /// Which token (`TokenWallet.token`).
        static func token(_ number: UInt8) -> Preparation { Preparation(rawValue: number << 3) }

        static let tokenNumbers = 4
        var token: Int { Int(rawValue >> 3) % Self.tokenNumbers }
    }

    /// How a token is asked for.
    enum Way: UInt8, CaseIterable {
        case pin, wrongPIN, fingerprint, legacy

        init(_ argument: UInt8) { self = Self.allCases[Int(argument >> 1) % Self.allCases.count] }
    }
}
