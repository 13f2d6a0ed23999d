import ArgumentParser
import RiskSignals

/// The device whose risk signals are sent.
struct DeviceOptions: ParsableArguments {
    @Option(
        help: .init(
            "The device: real is this machine; a fixture is one of "
                + "\(DeviceFixture.names.joined(separator: ", ")), or a folder.",
            valueName: "device"))
    var device = "real"

    @Option(
        name: .customLong("set"),
        help: .init("Give a signal another value, such as isRootedDevice=true. Repeatable.", valueName: "field=value"))
    var overrides: [String] = []

    @Option(help: "The platform sent. IOS and ANDROID make signals compulsory that a Linux machine may lack.")
    var platform = DevicePlatform.crossPlatform

    @Option(help: "Whether location, cell and call facts may be read: ask once and remember, allow or deny.")
    var location = LocationChoice.ask

    enum LocationChoice: String, CaseIterable, ExpressibleByArgument {
        case ask, allow, deny
    }
}

extension DevicePlatform: ExpressibleByArgument {}

extension DeviceOptions {
    /// The root that the signals are read from.
    private func root() throws -> DeviceRoot {
        device == "real" ? .machine : try DeviceRoot(fixture: DeviceFixture(device))
    }

    /// The signals, checked against the platform.
    func collect(accountTenure: String) throws -> CollectedRiskSignals {
        let root = try root()
        let collected = try RiskSignalsCollector(root: root)
            .collect(accountTenure: accountTenure, permission: try permission(root))
            .changed(overrides)
        try platform.require(collected.signals)
        return collected
    }

    /// Collects the signals when a flow sends them, and tells so.
    func source(_ narrator: Narrator) -> @Sendable (_ accountTenure: String) throws -> RiskSignals {
        { [self] accountTenure in
            let collected = try collect(accountTenure: accountTenure)
            narrator.step("collectRiskSignals(\(accountTenure))", collected.summary)
            return collected.signals
        }
    }

    /// The device's ID alone.
    func deviceID() throws -> String {
        // Any valid date will do: the ID does not depend on the account.
        try RiskSignalsCollector(root: try root()).collect(accountTenure: "2024-01-01", permission: false)
            .changed(overrides).signals.deviceId
    }

    private func permission(_ root: DeviceRoot) throws -> Bool {
        switch location {
        case .allow: return true
        case .deny: return false
        case .ask:
            let permission = LocationPermission(state: root.state)
            // Where nobody can be asked nothing is allowed, and nothing is remembered either.
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
