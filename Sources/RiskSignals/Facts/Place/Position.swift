/// The position of the device, and whether it may be somebody else's.
struct Position {
    /// The source of a position, from GeoClue's description.
    private enum Origin {
        case satellite, wireless, networkAddress, fixed, unknown

        init(_ description: String) {
            let words = description.lowercased()
            func says(_ parts: String...) -> Bool { parts.contains { words.contains($0) } }
            self =
                if says("static") {
                    .fixed
                } else if says("fallback", "geoip", "ipf", "ipv") {
                    // Before Wi-Fi: a "fallback (from WiFi data)" is a position by IP address.
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

    /// The maximum inaccuracy in meters of a fine satellite position.
    private static let fineAccuracy = 100.0
    /// The maximum inaccuracy in meters of a coarse position; beyond it, a position is inferred.
    private static let coarseAccuracy = 10_000.0

    let geolocation: Reading<Geolocation?>
    let isMock: Reading<Bool?>

    /// Neither signal is known.
    private init(absent reason: String) {
        self.init(
            geolocation: Reading(nil, "absent: \(reason)"), isMock: Reading(nil, "absent: no position"))
    }

    /// Does not use the bus without permission.
    /// - Parameter hasModem: true if a modem may have been the source of the position.
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

    /// GeoClue does not mark false positions, but its settings can show that one may be false.
    private static func isMock(
        _ origin: Origin, _ kind: Geolocation.Kind, _ settings: GeoClueSettings, hasModem: Bool
    ) -> Reading<Bool?> {
        if origin == .fixed || settings.hasStaticSource {
            return Reading(true, "/etc/geolocation: a position set by hand")
        }
        // A machine without its own receiver gets satellite positions from another machine on the network.
        if origin == .satellite, settings.hasNetworkReceiver, !hasModem {
            return Reading(true, "\(GeoClueSettings.path): a receiver on the network")
        }
        if kind == .inferred { return Reading(nil, "absent: the position comes from no receiver") }
        return Reading(false, "GeoClue2 and \(GeoClueSettings.path)")
    }

    /// Rounds to five decimals, about a meter.
    private static func rounded(_ degrees: Double) -> Double { (degrees * 100_000).rounded() / 100_000 }
}
