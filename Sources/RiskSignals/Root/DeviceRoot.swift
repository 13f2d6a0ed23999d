import Glibc
import ToqueCrypto

/// The source of all device facts: no fact accesses the machine in any other way, so a test can describe a device
/// completely.
public struct DeviceRoot: Sendable {
    public var files: DeviceFiles
    /// TZ, LC_ALL, LC_MESSAGES, LANG, LANGUAGE and the like.
    public var environment: [String: String]
    /// The process's identity; overrides `/proc/self/status`.
    public var identity: ProcessIdentity?
    public var clock: DeviceClock
    /// Location and modems; used only with permission.
    public var bus: any SystemBus
    /// Stores the device ID and the permission.
    public var state: any StateDirectory
    /// The application's area, if a toolkit knows it.
    public var window: ScreenDimensions?
    /// For a device ID if the machine has none.
    public var random: any RandomSource
    /// False only for the machine itself.
    public let isSimulated: Bool

    /// Creates a simulated device. Its signals are marked simulated.
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

    /// The process's identity: the injected one, or else `/proc/self/status`. Without both, a real machine asks the
    /// kernel, and a simulated device has an ordinary user's.
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
