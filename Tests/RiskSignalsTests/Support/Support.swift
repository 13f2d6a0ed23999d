import Foundation
import Synchronization
import ToqueEncoding

@testable import RiskSignals

/// 2025-07-01T12:00:00Z.
let july: Int64 = 1_751_371_200
/// 2025-01-01T12:00:00Z.
let january: Int64 = 1_735_732_800

let initialUserNamespace: MemoryTree.Entry = "         0          0 4294967295\n"

func status(
    user: Int = 1000, groups: String = "1000", capabilities: String = "0000000000000000", tracer: Int = 0
) -> MemoryTree.Entry {
    let ids = "\(user)\t\(user)\t\(user)\t\(user)"
    let lines = [
        "Name:\ttoque", "TracerPid:\t\(tracer)", "Uid:\t\(ids)", "Gid:\t\(ids)", "Groups:\t\(groups) ",
        "CapEff:\t\(capabilities)", "",
    ]
    return .file(Array(lines.joined(separator: "\n").utf8))
}

/// A described device: an ordinary user with a machine-id, and the test's additions.
func device(
    _ files: [String: MemoryTree.Entry] = [:],
    environment: [String: String] = [:],
    now: Int64 = july,
    sinceBoot: Int64? = nil,
    bus: any SystemBus = SimulatedBus(),
    state: any StateDirectory = MemoryStateDirectory(),
    window: ScreenDimensions? = nil
) -> DeviceRoot {
    let base: [String: MemoryTree.Entry] = [
        "/etc/machine-id": "00112233445566778899aabbccddeeff\n",
        "/proc/self/status": status(),
        "/proc/self/uid_map": initialUserNamespace,
    ]
    return DeviceRoot(
        files: DeviceFiles(MemoryTree(base.merging(files) { $1 })),
        environment: environment,
        clock: DeviceClock(now: { now * 1_000_000_000 }, sinceBoot: { sinceBoot }),
        bus: bus,
        state: state,
        window: window)
}

extension DeviceRoot {
    func collect(
        permission: Bool = false, options: RiskSignalsCollector.Options = .init()
    ) throws -> CollectedRiskSignals {
        try RiskSignalsCollector(root: self, options: options)
            .collect(accountTenure: "2024-01-31", permission: permission)
    }

    func signals(
        permission: Bool = false, options: RiskSignalsCollector.Options = .init()
    ) throws -> RiskSignals {
        try collect(permission: permission, options: options).signals
    }
}

extension CollectedRiskSignals {
    func source(of field: String) -> String? { sources.first { $0.field == field }?.source }
}

/// A bus that counts its calls.
final class CountingBus: SystemBus {
    private let inner: SimulatedBus
    private let count = Mutex(0)

    init(_ inner: SimulatedBus) { self.inner = inner }

    var calls: Int { count.withLock { $0 } }

    func position(desktopID: String, timeout: Duration) throws(SystemBusError) -> GeoClueLocation {
        count.withLock { $0 += 1 }
        return try inner.position(desktopID: desktopID, timeout: timeout)
    }

    func modems() throws(SystemBusError) -> [Modem] {
        count.withLock { $0 += 1 }
        return try inner.modems()
    }
}

/// A new folder that is removed with the value.
final class TemporaryFolder {
    let path = NSTemporaryDirectory() + "risk-signals-\(UUID().uuidString)"

    init() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    private func makePlace(for name: String) throws -> URL {
        let url = URL(fileURLWithPath: "\(path)/\(name)")
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        return url
    }

    func write(_ name: String, _ bytes: [UInt8]) throws { try Data(bytes).write(to: makePlace(for: name)) }

    func write(_ name: String, _ text: String) throws { try write(name, Array(text.utf8)) }

    func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(atPath: makePlace(for: name).path, withDestinationPath: target)
    }

    func names(in name: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: "\(path)/\(name)").sorted()
    }

    func mode(of name: String) -> mode_t {
        var status = stat()
        return lstat("\(path)/\(name)", &status) == 0 ? status.st_mode & 0o777 : 0
    }
}
