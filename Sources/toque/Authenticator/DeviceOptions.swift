import ArgumentParser
import CredentialStore
import RiskSignals
import ToqueCrypto

/// The device that supplies the risk signals.
struct DeviceOptions: ParsableArguments {
    @Option(
        help: .init(
            """
            Describe this device: real (this machine), a fixture (\(DeviceFixture.names.joined(separator: ", "))) or a \
            fixture's folder. Default: real.
            """,
            discussion: "Each credential store gives a named fixture its own deviceId.",
            valueName: "device"),
        completion: MachineValues.devices)
    var device = "real"

    @Option(
        name: .customLong("set"),
        help: .init("Override a risk signal, such as isRootedDevice=true. Repeatable.", valueName: "field=value"))
    var overrides: [String] = []

    @Option(
        help: """
            Send this platform. IOS and ANDROID require signals that a Linux machine may lack. Default: CROSS_PLATFORM.
            """)
    var platform = DevicePlatform.crossPlatform

    @Option(
        help: "Decide whether location, cell and call facts may be read; ask remembers the answer. Default: ask.")
    var location = LocationChoice.ask

    enum LocationChoice: String, CaseIterable, ExpressibleByArgument {
        case ask, allow, deny
    }
}

extension DevicePlatform: ExpressibleByArgument {}

extension DeviceOptions {
    /// True if many devices of its kind may exist, distinguished by their credential stores.
    var isNamed: Bool { DeviceFixture.names.contains(device) }

    /// The device.
    /// - Parameters:
    ///   - store: its credential store; nil for none, for example if an external key has the credentials.
    ///   - seed: the source of a new store's identity; nil for randomness.
    /// - Throws: if a fixture cannot be read or a store fails.
    func described(by store: SQLiteCredentialStore?, seed: String?) throws -> DescribedDevice {
        let root: DeviceRoot =
            device == "real"
            ? .machine
            : try DeviceRoot(
                fixture: DeviceFixture(device), machineID: isNamed ? store?.machineID(seed: seed) : nil)
        return DescribedDevice(root: root, overrides: overrides, platform: platform, location: location)
    }

    /// The device with its store. Only a named fixture opens the store, creating it if missing.
    func described(by store: StoreOptions, seed: String?) async throws -> DescribedDevice {
        try await described(by: isNamed ? store.open(.credentials) : nil, seed: seed)
    }
}

extension SQLiteCredentialStore {
    /// The machine id of the described device with this store: 16 bytes, kept until a reset.
    fileprivate func machineID(seed: String?) throws -> [UInt8] {
        // A separate stream, so that it does not change the keys made from the seed.
        let random: any RandomSource = seed.map { SeededRandom(seed: "\($0)\u{0}device identifier") } ?? SystemRandom()
        let identifier = try secret(.deviceIdentifier) { random.secret(16) }
        let id = HKDF.derive(
            from: identifier, salt: [UInt8](repeating: 0, count: 32), info: Array("machine-id".utf8), count: 16)
        return id.withUnsafeBytes { Array($0) }
    }
}
