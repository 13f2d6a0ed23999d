import RiskSignals
import ToqueTerminal

/// The device described by the options: its facts, the changes of `--set`, and permissions.
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

    /// Collects the signals when a flow sends them, and says so.
    func source(_ narrator: Narrator) -> @Sendable (_ accountTenure: String) throws -> RiskSignals {
        { accountTenure in
            let collected = try collect(accountTenure: accountTenure)
            narrator.step("collectRiskSignals(\(accountTenure))", collected.summary)
            return collected.signals
        }
    }

    /// The device's ID alone.
    func deviceID() throws -> String {
        // Any valid date works: the ID does not depend on the account.
        try RiskSignalsCollector(root: root).collect(accountTenure: "2024-01-01", permission: false)
            .changed(overrides).signals.deviceId
    }

    private func permission() throws -> Bool {
        switch location {
        case .allow: return true
        case .deny: return false
        case .ask:
            let permission = LocationPermission(state: root.state)
            // There is no one to ask, so nothing is allowed or stored.
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
    /// The signals with the changes of `--set`. An invalid field or value is a usage error.
    fileprivate func changed(_ overrides: [String]) throws -> CollectedRiskSignals {
        do {
            return try applying(overrides)
        } catch {
            throw CommandError(of: error) ?? CommandError(.invalidValue, at: "--set", "\(error)")
        }
    }
}
