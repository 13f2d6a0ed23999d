/// A simulated device, for tests and for previewing another machine's signals.
public enum DeviceFixture: Sendable, Equatable {
    /// A charging notebook in São Paulo, in Portuguese.
    case laptop
    /// A server without display, battery or location.
    case headless
    /// A container on a virtual machine, as in continuous integration.
    case container
    /// A Linux phone with everything that IOS and ANDROID make compulsory, including satellites and a modem.
    case handset
    /// A folder laid out like a root directory: `etc/os-release`, `proc/uptime`, `sys/class/backlight/...`. Symbolic
    /// links stay inside it. `fixture.json` at its top has everything that is not a file (`FixtureManifest`). Stored
    /// state (device ID, permission) goes to its folder `.state`.
    case folder(String)

    private static let named: [(name: String, fixture: DeviceFixture)] = [
        ("laptop", .laptop), ("headless", .headless), ("container", .container), ("handset", .handset),
    ]

    /// The names of the built-in devices.
    public static let names = named.map(\.name)

    /// A fixture by name, or else the folder at that path.
    /// - Throws: `unreadableFixture` if it is neither.
    public init(_ text: String) throws(RiskSignalsError) {
        if let fixture = Self.named.first(where: { $0.name == text })?.fixture {
            self = fixture
            return
        }
        guard !text.isEmpty, DirectoryTree(root: text).node(at: "/") == .directory else {
            throw .unreadableFixture(
                name: text,
                reason: "neither one of \(Self.names.joined(separator: ", ")) nor a folder")
        }
        self = .folder(text)
    }
}

extension DeviceRoot {
    /// Returns the root of a simulated device.
    /// - Parameters:
    ///   - fixture: the device.
    ///   - machineID: 16 bytes, the machine ID of a built-in device, so there can be many of its kind; nil for its
    ///     default ID. A folder has its own.
    ///   - clock: the time on the device. Default: the machine's, without the time since boot. A folder's
    ///     `fixture.json` overrides it.
    /// - Throws: `unreadableFixture` if a folder or its `fixture.json` cannot be used.
    public init(
        fixture: DeviceFixture, machineID: [UInt8]? = nil, clock: DeviceClock? = nil
    ) throws(RiskSignalsError) {
        let clock = clock ?? DeviceClock(now: DeviceClock.machine.now, sinceBoot: { nil })
        switch fixture {
        case .laptop: self = NamedDevice.laptop.root(machineID: machineID, clock: clock)
        case .headless: self = NamedDevice.headless.root(machineID: machineID, clock: clock)
        case .container: self = NamedDevice.container.root(machineID: machineID, clock: clock)
        case .handset: self = NamedDevice.handset.root(machineID: machineID, clock: clock)
        case .folder(let path):
            let tree = DirectoryTree(root: path)
            guard tree.node(at: "/") == .directory else {
                throw .unreadableFixture(name: path, reason: "no such folder")
            }
            let files = DeviceFiles(tree)
            let manifest = try FixtureManifest(in: files, folder: path)
            self = manifest.root(files: files, clock: clock, state: FileStateDirectory(path: "\(path)/.state"))
        }
    }
}
