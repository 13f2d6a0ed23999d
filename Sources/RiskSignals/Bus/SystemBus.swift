/// The services on the system's D-Bus that tell where a device is and what its modems do. Nothing calls this before
/// the person has given permission.
public protocol SystemBus: Sendable {
    /// Asks GeoClue2 for one position.
    /// - Parameters:
    ///   - desktopID: the application's name for GeoClue's agent, which may ask the person.
    ///   - timeout: how long a first position is waited for.
    /// - Throws: `SystemBusError` where there is no service, no agent's consent or no position in time.
    func position(desktopID: String, timeout: Duration) throws(SystemBusError) -> GeoClueLocation

    /// Asks ModemManager for the modems; none is no error.
    func modems() throws(SystemBusError) -> [Modem]
}

/// A position as GeoClue2 gives it.
public struct GeoClueLocation: Sendable, Equatable {
    /// Degrees.
    public var latitude: Double
    /// Degrees.
    public var longitude: Double
    /// Metres.
    public var accuracy: Double
    /// GeoClue's words for the source: `GPS GGA`, `WiFi`, `3GPP`, `GeoIP`, `ipf fallback (from WiFi data)`,
    /// `Static source`; empty where it gives none.
    public var description: String

    public init(latitude: Double, longitude: Double, accuracy: Double, description: String) {
        self.latitude = latitude
        self.longitude = longitude
        self.accuracy = accuracy
        self.description = description
    }
}

/// A modem as ModemManager gives it.
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

/// Why a service did not answer.
public struct SystemBusError: Error, Sendable, Equatable {
    public let reason: String
    public init(_ reason: String) { self.reason = reason }
}
