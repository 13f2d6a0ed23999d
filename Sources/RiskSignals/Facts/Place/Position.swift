/// Where the device is, and whether the position can be trusted to be its own.
struct Position {
    /// What GeoClue's words about a position say of its source.
    private enum Origin {
        case satellite, wireless, networkAddress, fixed, unknown

        init(_ description: String) {
            let words = description.lowercased()
            func says(_ parts: String...) -> Bool { parts.contains { words.contains($0) } }
            self =
                if says("static") {
                    .fixed
                } else if says("fallback", "geoip", "ipf", "ipv") {
                    // Before Wi-Fi: a "fallback (from WiFi data)" is a position by the network address.
                    .networkAddress
                } else if says("gps", "gnss", "glonass", "galileo", "beidou") {
                    .satellite
                } else if says("wifi", "wi-fi", "3gpp", "cdma", "cell", "modem") {
                    .wireless
                } else {
                    .unknown
                }
        }
    }

    /// Metres up to which a satellite's position is a fine one.
    private static let fineAccuracy = 100.0
    /// Metres up to which a position is of this place rather than of this city.
    private static let coarseAccuracy = 10_000.0

    let geolocation: Reading<Geolocation?>
    let isMock: Reading<Bool?>

    /// Neither is known.
    private init(absent reason: String) {
        self.init(
            geolocation: Reading(nil, "absent: \(reason)"), isMock: Reading(nil, "absent: no position"))
    }

    /// Without permission the bus is not touched.
    /// - Parameter hasModem: whether a modem could have been the position's source.
    static func read(
        from root: DeviceRoot, permission: Bool, hasModem: Bool, options: RiskSignalsCollector.Options
    ) -> Position {
        guard permission else { return Position(absent: "no permission") }
        do {
            let location = try root.bus.position(desktopID: options.desktopID, timeout: options.positionTimeout)
            return Position(location, root.files, hasModem: hasModem)
        } catch {
            return Position(absent: error.reason)
        }
    }

    private init(_ location: GeoClueLocation, _ files: DeviceFiles, hasModem: Bool) {
        guard abs(location.latitude) <= 90, abs(location.longitude) <= 180, location.accuracy >= 0 else {
            self.init(absent: "GeoClue gives no place on Earth")
            return
        }
        let origin = Origin(location.description)
        let kind = Self.kind(of: origin, accuracy: location.accuracy)
        self.init(
            geolocation: Reading(
                Geolocation(
                    latitude: Self.rounded(location.latitude), longitude: Self.rounded(location.longitude), type: kind),
                "GeoClue2"),
            isMock: Self.isMock(origin, kind, GeoClueSettings(files), hasModem: hasModem))
    }

    private init(geolocation: Reading<Geolocation?>, isMock: Reading<Bool?>) {
        self.geolocation = geolocation
        self.isMock = isMock
    }

    private static func kind(of origin: Origin, accuracy: Double) -> Geolocation.Kind {
        switch origin {
        case _ where accuracy > coarseAccuracy: .inferred
        case .networkAddress: .inferred
        case .satellite where accuracy <= fineAccuracy: .fine
        case .fixed, .satellite, .wireless, .unknown: .coarse
        }
    }

    /// GeoClue marks no position as false; its settings can tell that one may be.
    private static func isMock(
        _ origin: Origin, _ kind: Geolocation.Kind, _ settings: GeoClueSettings, hasModem: Bool
    ) -> Reading<Bool?> {
        if origin == .fixed || settings.hasStaticSource {
            return Reading(true, "/etc/geolocation: a position set by hand")
        }
        // Without a receiver of its own the machine has its satellites from somebody else on the network.
        if origin == .satellite, settings.hasNetworkReceiver, !hasModem {
            return Reading(true, "\(GeoClueSettings.path): a receiver on the network")
        }
        if kind == .inferred { return Reading(nil, "absent: the position comes from no receiver") }
        return Reading(false, "GeoClue2 and \(GeoClueSettings.path)")
    }

    /// To five decimals, about a metre.
    private static func rounded(_ degrees: Double) -> Double { (degrees * 100_000).rounded() / 100_000 }
}
