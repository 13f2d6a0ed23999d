/// The kind of a CTAPHID message, without the bit that marks an initialization packet (CTAP 2.3 section 11.2.9).
public struct CTAPHIDCommand: RawRepresentable, Sendable, Hashable {
    /// 0 to 127.
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let ping = CTAPHIDCommand(rawValue: 0x01)
    public static let msg = CTAPHIDCommand(rawValue: 0x03)
    public static let lock = CTAPHIDCommand(rawValue: 0x04)
    public static let `init` = CTAPHIDCommand(rawValue: 0x06)
    public static let wink = CTAPHIDCommand(rawValue: 0x08)
    public static let cbor = CTAPHIDCommand(rawValue: 0x10)
    public static let cancel = CTAPHIDCommand(rawValue: 0x11)
    public static let keepalive = CTAPHIDCommand(rawValue: 0x3B)
    public static let error = CTAPHIDCommand(rawValue: 0x3F)
}

/// The byte of a CTAPHID_ERROR (section 11.2.9.1.6).
public enum CTAPHIDError: UInt8, Error, Sendable, Hashable, CaseIterable {
    case invalidCmd = 0x01
    case invalidPar = 0x02
    case invalidLen = 0x03
    case invalidSeq = 0x04
    case msgTimeout = 0x05
    case channelBusy = 0x06
    case lockRequired = 0x0A
    case invalidChannel = 0x0B
    case other = 0x7F
}

/// The device's capabilities in its response to CTAPHID_INIT (section 11.2.9.1.3).
public struct CTAPHIDCapabilities: OptionSet, Sendable, Hashable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let wink = CTAPHIDCapabilities(rawValue: 0x01)
    public static let cbor = CTAPHIDCapabilities(rawValue: 0x04)
    /// It does not support CTAPHID_MSG.
    public static let nmsg = CTAPHIDCapabilities(rawValue: 0x08)
}

/// The identifier of a logical channel: opaque bytes (section 11.2.3).
public struct CTAPHIDChannel: RawRepresentable, Sendable, Hashable {
    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Reserved: never assigned.
    public static let reserved = CTAPHIDChannel(rawValue: 0)
    /// For CTAPHID_INIT from a client without a channel.
    public static let broadcast = CTAPHIDChannel(rawValue: 0xFFFF_FFFF)
}
