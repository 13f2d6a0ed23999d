import Testing

@testable import RiskSignals

@Suite struct PositionTests {
    private func bus(
        _ description: String, _ accuracy: Double, latitude: Double = -23.5505199, longitude: Double = -46.6333094,
        modems: [Modem] = []
    ) -> SimulatedBus {
        SimulatedBus(
            location: GeoClueLocation(
                latitude: latitude, longitude: longitude, accuracy: accuracy, description: description),
            modems: modems)
    }

    @Test(
        "Description and accuracy decide the type of a position and isMockGPS",
        arguments: [
            ("WiFi", 40, .coarse, false), ("Wi-Fi", 64, .coarse, false), ("3GPP", 900, .coarse, false),
            ("GPS GGA", 8, .fine, false), ("GPS GGA+RMC", 100, .fine, false), ("GPS GGA", 101, .coarse, false),
            ("GeoIP", 25_000, .inferred, nil), ("GeoIP (ichnaea)", 500, .inferred, nil),
            ("ipf fallback (from WiFi data)", 5000, .inferred, nil), ("WiFi", 20_000, .inferred, nil),
            ("", 20, .coarse, false), ("Static source", 5, .coarse, true),
        ] as [(String, Double, Geolocation.Kind, Bool?)])
    func kinds(description: String, accuracy: Double, kind: Geolocation.Kind, isMock: Bool?) throws {
        let signals = try device(bus: bus(description, accuracy)).signals(permission: true)
        #expect(signals.geolocation == Geolocation(latitude: -23.55052, longitude: -46.63331, type: kind))
        #expect(signals.isMockGPS == isMock)
        for platform in DevicePlatform.allCases {
            #expect(!platform.missingSignals(in: signals).contains("isMockGPS"))
        }
    }

    @Test(
        "An invalid position leaves geolocation and isMockGPS absent",
        arguments: [
            (Double.nan, 0, 1), (91, 0, 1), (0, -181, 1), (0, 0, -1), (0, .infinity, 1), (0, 0, .nan),
        ] as [(Double, Double, Double)])
    func placesThatAreNone(latitude: Double, longitude: Double, accuracy: Double) throws {
        let root = device(bus: bus("GPS GGA", accuracy, latitude: latitude, longitude: longitude))
        let signals = try root.signals(permission: true)
        #expect(signals.geolocation == nil)
        #expect(signals.isMockGPS == nil)
    }

    @Test("An enabled static source makes a position a mock")
    func staticSource() throws {
        let file: MemoryTree.Entry = "-23.5 # latitude\n"
        let position = bus("WiFi", 40)
        #expect(try device(["/etc/geolocation": file], bus: position).signals(permission: true).isMockGPS == true)
        let off: MemoryTree.Entry = "[static-source]\nenable=false\n"
        #expect(
            try device(["/etc/geolocation": file, "/etc/geoclue/geoclue.conf": off], bus: position)
                .signals(permission: true).isMockGPS == false)
        let on: MemoryTree.Entry = "# ours\n[wifi]\nenable=false\n[static-source]\nenable = true\n"
        #expect(
            try device(
                [
                    "/etc/geolocation": file, "/etc/geoclue/geoclue.conf": off, "/etc/geoclue/conf.d/50-on.conf": on,
                    "/etc/geoclue/conf.d/60-off.conf.bak": off,
                ], bus: position
            ).signals(permission: true).isMockGPS == true)
    }

    @Test("A GPS position that only the network can give is a mock")
    func receiverOnTheNetwork() throws {
        let network: [String: MemoryTree.Entry] = ["/etc/geoclue/geoclue.conf": "[network-nmea]\nenable=true\n"]
        let modem = Modem(callStates: nil, cell: nil)
        #expect(try device(network, bus: bus("GPS GGA", 8)).signals(permission: true).isMockGPS == true)
        #expect(
            try device(network, bus: bus("GPS GGA", 8, modems: [modem])).signals(permission: true).isMockGPS == false)
        #expect(try device(network, bus: bus("WiFi", 8)).signals(permission: true).isMockGPS == false)
        let socket: [String: MemoryTree.Entry] = [
            "/etc/geoclue/geoclue.conf": "[network-nmea]\nenable=true\nnmea-socket=/run/gps-share.sock\n"
        ]
        #expect(try device(socket, bus: bus("GPS GGA", 8)).signals(permission: true).isMockGPS == false)
    }
}

@Suite struct TelephonyTests {
    private func signals(_ modems: [Modem]) throws -> RiskSignals {
        try device(bus: SimulatedBus(modems: modems)).signals(permission: true)
    }

    @Test("isCallInProgress is true only if a modem has an active call")
    func calls() throws {
        #expect(try signals([]).isCallInProgress == nil)
        #expect(try signals([Modem(callStates: nil, cell: nil)]).isCallInProgress == nil)
        #expect(try signals([Modem(callStates: [], cell: nil)]).isCallInProgress == false)
        #expect(try signals([Modem(callStates: [2, 3], cell: nil)]).isCallInProgress == false)
        #expect(
            try signals([Modem(callStates: [7], cell: nil), Modem(callStates: [3, 4], cell: nil)]).isCallInProgress
                == true)
    }

    @Test(
        "antennaInformation masks the cell identity, and malformed text is absent",
        arguments: [
            ("724,10,70F9,00010D0E,00A1B2", "724,10,70F9,00****0E,00A1B2"), ("724,10,1,ABC,2", "724,10,1,***,2"),
            ("724,10,1,ABCD,2", "724,10,1,A**D,2"), ("724,10,,,", "724,10,,,"), ("hello", nil), ("1,2,3", nil),
            ("724,10,1,<script>,2", nil), ("724,10,1,00000000000000000,2", nil),
        ])
    func cell(text: String, expected: String?) throws {
        #expect(try signals([Modem(callStates: nil, cell: text)]).antennaInformation == expected)
    }
}
