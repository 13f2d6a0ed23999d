import RiskSignals
import ToqueTerminal

/// The device that the options describe: its facts, what `--set` changes, and what may be read.
struct DescribedDevice: Sendable {
    let root: DeviceRoot
    let overrides: [String]
    let platform: DevicePlatform
    let location: DeviceOptions.LocationChoice

    /// The signals, checked against the platform.
    func collect(accountTenure: String) throws -> CollectedRiskSignals {
        let collected = try RiskSignalsCollector(root: root)
            .collect(accountTenure: accountTenure, permission: try permission())
            .changed(overrides)
        try platform.require(collected.signals)
        return collected
    }

    /// Collects the signals when a flow sends them, and tells so.
    func source(_ narrator: Narrator) -> @Sendable (_ accountTenure: String) throws -> RiskSignals {
        { accountTenure in
            let collected = try collect(accountTenure: accountTenure)
            narrator.step("collectRiskSignals(\(accountTenure))", collected.summary)
            return collected.signals
        }
    }

    /// The device's ID alone.
    func deviceID() throws -> String {
        // Any valid date will do: the ID does not depend on the account.
        try RiskSignalsCollector(root: root).collect(accountTenure: "2024-01-01", permission: false)
            .changed(overrides).signals.deviceId
    }

    private func permission() throws -> Bool {
        switch location {
        case .allow: return true
        case .deny: return false
        case .ask:
            let permission = LocationPermission(state: root.state)
            // With nobody to ask, nothing is allowed and nothing is remembered.
            guard Terminal.isInteractive, !root.isSimulated else { return permission.answer ?? false }
            return try permission.request {
                Console.standard.prompt(
                    "May location and cell facts be sent, for security and fraud prevention? [y/N] ")
                return readLine()?.lowercased().hasPrefix("y") ?? false
            }
        }
    }
}

extension CollectedRiskSignals {
    /// The signals with what `--set` says. A wrong field or value is wrong usage.
    fileprivate func changed(_ overrides: [String]) throws -> CollectedRiskSignals {
        do {
            return try applying(overrides)
        } catch {
            throw CommandError(.usage, "--set: \(error)")
        }
    }
}
