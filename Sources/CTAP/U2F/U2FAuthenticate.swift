/// U2F_AUTHENTICATE: signs with the key of a key handle (FIDO U2F Raw Message Formats, section 5).
public struct U2FAuthenticate: Sendable, Hashable {
    /// The requested operation, in the request's P1.
    public enum Control: UInt8, Sendable, Hashable, CaseIterable {
        case enforceUserPresenceAndSign = 0x03
        /// Only checks whether the key handle belongs to this device and application.
        case checkOnly = 0x07
        case dontEnforceUserPresenceAndSign = 0x08
    }

    public var control: Control
    /// The client data's SHA-256, 32 bytes.
    public var challenge: [UInt8]
    /// The SHA-256 of the application's identity, 32 bytes: CTAP2's RP ID hash.
    public var application: [UInt8]
    /// At most 255 bytes.
    public var keyHandle: [UInt8]

    public init(control: Control, challenge: [UInt8], application: [UInt8], keyHandle: [UInt8]) {
        self.control = control
        self.challenge = challenge
        self.application = application
        self.keyHandle = keyHandle
    }

    /// The device's response (section 5.4).
    public struct Response: Sendable, Hashable {
        public var isUserPresent: Bool
        public var counter: UInt32
        /// The signature over `U2FAuthenticate.signedData` by the key handle's key.
        public var signature: [UInt8]

        public init(isUserPresent: Bool, counter: UInt32, signature: [UInt8]) {
            self.isUserPresent = isUserPresent
            self.counter = counter
            self.signature = signature
        }
    }

    /// The signed data of the response to this request (section 5.4).
    public func signedData(isUserPresent: Bool, counter: UInt32) -> [UInt8] {
        application + Response.head(isUserPresent: isUserPresent, counter: counter) + challenge
    }
}

extension U2FAuthenticate {
    /// Reads the request's data.
    /// - Throws: `wrongLength`; `wrongData` for an invalid control byte.
    init(p1: UInt8, _ data: [UInt8]) throws(U2FStatus) {
        guard data.count >= 65, data.count == 65 + Int(data[64]) else { throw .wrongLength }
        guard let control = Control(rawValue: p1) else { throw .wrongData }
        self.init(
            control: control, challenge: Array(data[..<32]), application: Array(data[32..<64]),
            keyHandle: Array(data[65...]))
    }

    var data: [UInt8] { challenge + application + [UInt8(clamping: keyHandle.count)] + keyHandle }
}

extension U2FAuthenticate.Response {
    /// The user presence and the counter, in the response and in the signed data.
    fileprivate static func head(isUserPresent: Bool, counter: UInt32) -> [UInt8] {
        [isUserPresent ? 1 : 0] + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: counter >> $0) }
    }

    /// Reads a response without its status word.
    /// - Throws: `wrongData` for a malformed response.
    init(_ body: [UInt8]) throws(U2FStatus) {
        guard body.count > 5 else { throw .wrongData }
        self.init(
            isUserPresent: body[0] & 1 == 1, counter: body[1..<5].reduce(0) { $0 << 8 | UInt32($1) },
            signature: Array(body[5...]))
    }

    var body: [UInt8] { Self.head(isUserPresent: isUserPresent, counter: counter) + signature }
}
