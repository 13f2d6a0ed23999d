/// The services on the system's D-Bus for the device's position and modems. Never called before the person has given
/// permission.
public protocol SystemBus: Sendable {
    /// Requests one position from GeoClue2.
    /// - Parameters:
    ///   - desktopID: the application's name for GeoClue's agent, which may ask the person.
    ///   - timeout: the maximum wait for a first position.
    /// - Throws: `SystemBusError` without a service, without the agent's consent, or without a position in time.
    func position(desktopID: String, timeout: Duration) throws(SystemBusError) -> GeoClueLocation

    /// Lists ModemManager's modems, possibly none.
    func modems() throws(SystemBusError) -> [Modem]
}

/// A position from GeoClue2.
public struct GeoClueLocation: Sendable, Equatable {
    /// Degrees.
    public var latitude: Double
    /// Degrees.
    public var longitude: Double
    /// Meters.
    public var accuracy: Double
    /// GeoClue's description of the source: `GPS GGA`, `WiFi`, `3GPP`, `GeoIP`, `ipf fallback (from WiFi data)`,
    /// `Static source`; may be empty.
    public var description: String

    public init(latitude: Double, longitude: Double, accuracy: Double, description: String) {
        self.latitude = latitude
        self.longitude = longitude
        self.accuracy = accuracy
        self.description = description
    }
}

/// A modem from ModemManager.
public struct Modem: Sendable, Equatable {
    /// MM_CALL_STATE_ACTIVE.
    static let activeCall: Int32 = 4

    /// The state of each call (MMCallState); nil for a modem without voice.
    public var callStates: [Int32]?
    /// Source 1 of the location interface: `MCC,MNC,LAC,CID,TAC`, the last three in hexadecimal.
    public var cell: String?

    public init(callStates: [Int32]?, cell: String?) {
        self.callStates = callStates
        self.cell = cell
    }
}

/// Why a service gave no usable reply.
public struct SystemBusError: Error, Sendable, Equatable {
    public let reason: String
    public init(_ reason: String) { self.reason = reason }
}
