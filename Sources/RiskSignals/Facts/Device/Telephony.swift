/// Facts from the modems: an active call, and the machine's cell.
struct Telephony {
    let isCallInProgress: Reading<Bool?>
    let antennaInformation: Reading<String?>
    let hasModem: Bool

    /// Does not use the bus without permission.
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

    /// Returns `MCC,MNC,LAC,CID,TAC` with the middle of the cell ID masked, as in the regulator's sample, because a
    /// cell ID reveals a position. nil if the text is malformed.
    private static func masked(_ cell: String) -> String? {
        var parts = cell.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 5, parts.allSatisfy({ $0.count <= 16 && $0.allSatisfy(\.isHexDigit) }) else { return nil }
        let shown = parts[3].count / 4
        parts[3] =
            parts[3].prefix(shown) + String(repeating: "*", count: parts[3].count - 2 * shown) + parts[3].suffix(shown)
        return parts.joined(separator: ",")
    }
}
