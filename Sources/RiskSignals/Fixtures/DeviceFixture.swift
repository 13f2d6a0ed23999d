/// A described device, for tests and for trying out what another machine would say.
public enum DeviceFixture: Sendable, Equatable {
    /// A notebook that is being charged, in São Paulo and in Portuguese.
    case laptop
    /// A server without display, battery and location.
    case headless
    /// A container on a virtual machine, as in continuous integration.
    case container
    /// A phone that runs Linux: it has all that IOS and ANDROID make compulsory, satellites and a modem.
    case handset
    /// A folder laid out like a root directory: `etc/os-release`, `proc/uptime`, `sys/class/backlight/...`. Symbolic
    /// links stay inside of it. What is not a file stands in `fixture.json` at its top (`FixtureManifest`), and what a
    /// run keeps (device id, permission) goes to the folder `.state` there.
    case folder(String)

    private static let named: [(name: String, fixture: DeviceFixture)] = [
        ("laptop", .laptop), ("headless", .headless), ("container", .container), ("handset", .handset),
    ]

    /// The names of the described devices.
    public static let names = named.map(\.name)

    /// A fixture by its name, or else the folder of that path.
    /// - Throws: `unreadableFixture` where it is neither.
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
    /// The root of a described device.
    /// - Parameters:
    ///   - fixture: which one.
    ///   - machineID: 16 bytes, the machine's id of a device that has a name, so that there may be many of its kind;
    ///     nil for the one that all share. A folder has its own.
    ///   - clock: the time there; by default the machine's, without the time since it was started. A folder's
    ///     `fixture.json` goes before it.
    /// - Throws: `unreadableFixture` where a folder or its `fixture.json` cannot be used.
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
