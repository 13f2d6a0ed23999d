/// What the modems tell: whether a call is going on, and the cell the machine is in.
struct Telephony {
    let isCallInProgress: Reading<Bool?>
    let antennaInformation: Reading<String?>
    let hasModem: Bool

    /// Without permission the bus is not touched.
    static func read(from root: DeviceRoot, permission: Bool) -> Telephony {
        guard permission else { return Telephony(absent: "no permission") }
        do {
            let modems = try root.bus.modems()
            return modems.isEmpty ? Telephony(absent: "no modem") : Telephony(modems)
        } catch {
            return Telephony(absent: error.reason)
        }
    }

    private init(absent reason: String) {
        isCallInProgress = Reading(nil, "absent: \(reason)")
        antennaInformation = Reading(nil, "absent: \(reason)")
        hasModem = false
    }

    private init(_ modems: [Modem]) {
        let service = "ModemManager"
        let voices = modems.compactMap(\.callStates)
        isCallInProgress =
            voices.isEmpty
            ? Reading(nil, "absent: no modem has voice")
            : Reading(voices.contains { $0.contains(Modem.activeCall) }, service)
        if let cell = modems.lazy.compactMap(\.cell).compactMap(Self.masked).first {
            antennaInformation = Reading(cell, "\(service), masked")
        } else {
            antennaInformation = Reading(nil, "absent: no modem is in a cell")
        }
        hasModem = true
    }

    /// `MCC,MNC,LAC,CID,TAC` with the middle of the cell's id hidden, as the regulator's sample does it: a cell id is
    /// a position by another name. Nil where the text has another form.
    private static func masked(_ cell: String) -> String? {
        var parts = cell.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 5, parts.allSatisfy({ $0.count <= 16 && $0.allSatisfy(\.isHexDigit) }) else { return nil }
        let shown = parts[3].count / 4
        parts[3] =
            parts[3].prefix(shown) + String(repeating: "*", count: parts[3].count - 2 * shown) + parts[3].suffix(shown)
        return parts.joined(separator: ",")
    }
}
