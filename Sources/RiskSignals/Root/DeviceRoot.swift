import Glibc
import ToqueCrypto

/// Everything that device facts are read from, so that no fact ever touches the machine by another way and a test
/// describes a device completely.
public struct DeviceRoot: Sendable {
    public var files: DeviceFiles
    /// TZ, LC_ALL, LC_MESSAGES, LANG, LANGUAGE and the like.
    public var environment: [String: String]
    /// Who the process is, in the place of what `/proc/self/status` says.
    public var identity: ProcessIdentity?
    public var clock: DeviceClock
    /// Location and modems; only touched with permission.
    public var bus: any SystemBus
    /// Where the device id and the permission are kept.
    public var state: any StateDirectory
    /// The area the application occupies, where a toolkit knows it.
    public var window: ScreenDimensions?
    /// For a device id where the machine has none.
    public var random: any RandomSource
    /// False for the machine itself only.
    public let isSimulated: Bool

    /// A device that is described by hand; what is collected from it is marked simulated.
    public init(
        files: DeviceFiles,
        environment: [String: String] = [:],
        identity: ProcessIdentity? = nil,
        clock: DeviceClock = .machine,
        bus: any SystemBus = SimulatedBus(),
        state: any StateDirectory = MemoryStateDirectory(),
        window: ScreenDimensions? = nil,
        random: any RandomSource = SystemRandom()
    ) {
        self.init(
            files: files, environment: environment, identity: identity, clock: clock, bus: bus, state: state,
            window: window, random: random, isSimulated: true)
    }

    private init(
        files: DeviceFiles, environment: [String: String], identity: ProcessIdentity?, clock: DeviceClock,
        bus: any SystemBus, state: any StateDirectory, window: ScreenDimensions?, random: any RandomSource,
        isSimulated: Bool
    ) {
        self.files = files
        self.environment = environment
        self.identity = identity
        self.clock = clock
        self.bus = bus
        self.state = state
        self.window = window
        self.random = random
        self.isSimulated = isSimulated
    }

    /// The machine this process runs on.
    public static let machine: DeviceRoot = {
        let environment = processEnvironment()
        return DeviceRoot(
            files: DeviceFiles(DirectoryTree(root: "/")),
            environment: environment,
            identity: nil,
            clock: .machine,
            bus: SystemdBus(address: environment["DBUS_SYSTEM_BUS_ADDRESS"]),
            state: FileStateDirectory(environment: environment),
            window: nil,
            random: SystemRandom(),
            isSimulated: false)
    }()

    /// Who the process is: what was injected, else what `/proc/self/status` says. Without both the machine asks the
    /// kernel, and a simulated device is an ordinary user's.
    func processIdentity() -> ProcessIdentity {
        if let identity { return identity }
        if let status = files.text("/proc/self/status"), let identity = ProcessIdentity(status: status) {
            return identity
        }
        return isSimulated ? ProcessIdentity(userID: 1000, effectiveUserID: 1000) : .current
    }

    private static func processEnvironment() -> [String: String] {
        var environment: [String: String] = [:]
        var next = environ
        while let entry = next.pointee {
            let text = String(cString: entry)
            if let equals = text.firstIndex(of: "=") {
                environment[String(text[..<equals])] = String(text[text.index(after: equals)...])
            }
            next += 1
        }
        return environment
    }
}
