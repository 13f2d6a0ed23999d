import ArgumentParser
import CredentialStore
import RiskSignals
import ToqueCrypto

/// The device whose risk signals are sent.
struct DeviceOptions: ParsableArguments {
    @Option(
        help: .init(
            "The device: real is this machine; a fixture is one of "
                + "\(DeviceFixture.names.joined(separator: ", ")), or a folder.",
            discussion: "Each credential store gives a named fixture its own deviceId.",
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
    /// Whether there may be many devices of its kind, which their credential stores tell apart.
    var isNamed: Bool { DeviceFixture.names.contains(device) }

    /// The device.
    /// - Parameters:
    ///   - store: the credential store that it has; nil for none, such as where a key outside of it has the
    ///     credentials.
    ///   - seed: what a store's identity is made from where it has none yet; nil for randomness.
    /// - Throws: for a fixture that cannot be read and a store that fails.
    func described(by store: SQLiteCredentialStore?, seed: String?) throws -> DescribedDevice {
        let root: DeviceRoot =
            device == "real"
            ? .machine
            : try DeviceRoot(
                fixture: DeviceFixture(device), machineID: isNamed ? store?.machineID(seed: seed) : nil)
        return DescribedDevice(root: root, overrides: overrides, platform: platform, location: location)
    }

    /// The device with its store. Only a named fixture opens the store, and makes it if missing.
    func described(by store: StoreOptions, seed: String?) async throws -> DescribedDevice {
        try await described(by: isNamed ? store.open(.credentials) : nil, seed: seed)
    }
}

extension SQLiteCredentialStore {
    /// The machine id of the described device whose store this is: 16 bytes, kept until a reset.
    fileprivate func machineID(seed: String?) throws -> [UInt8] {
        // A stream of its own: keys that are made of the seed stay what they are.
        let random: any RandomSource = seed.map { SeededRandom(seed: "\($0)\u{0}device identifier") } ?? SystemRandom()
        let identifier = try secret(.deviceIdentifier) { random.secret(16) }
        let id = HKDF.derive(
            from: identifier, salt: [UInt8](repeating: 0, count: 32), info: Array("machine-id".utf8), count: 16)
        return id.withUnsafeBytes { Array($0) }
    }
}
