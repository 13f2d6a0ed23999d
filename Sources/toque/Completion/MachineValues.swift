import ArgumentParser
import Glibc
import RiskSignals

/// Completes values that need no sandbox.
enum MachineValues {
    /// `usb`, and the paths of hidraw devices.
    static let keyDevices = CompletionKind.custom { _, _, prefix in
        var found = glob_t()
        defer { globfree(&found) }
        let count = glob("/dev/hidraw*", 0, nil, &found) == 0 ? Int(found.gl_pathc) : 0
        let paths = (0..<count).compactMap { found.gl_pathv[$0].map { String(cString: $0) } }
        return (["usb"] + paths).filter { $0.hasPrefix(prefix) }
    }

    /// This machine, and the fixtures.
    static let devices = CompletionKind.list(["real"] + DeviceFixture.names)
    static let gestures = CompletionKind.list(["approve", "decline", "timeout", "finger:", "bad-touch"])
    static let deliveryStates = CompletionKind.list(["pending", "delivered", "failed"])
    static let methods = CompletionKind.list(["DELETE", "GET", "PATCH", "POST", "PUT"])
}
