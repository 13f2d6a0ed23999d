import Glibc

/// The kernel's data about this process (proc(5)).
struct ProcessStatistics {
    /// Bytes of physical memory.
    let residentMemory: Int
    /// Seconds since 1970.
    let startTime: Double

    /// - Returns: nil if /proc is missing or unreadable.
    static func current() -> ProcessStatistics? {
        guard let memory = read("/proc/self/statm"), let process = read("/proc/self/stat"),
            let system = read("/proc/stat")
        else { return nil }
        // The name in parentheses may contain anything, so fields are counted after it: the 22nd is starttime.
        let fields = process[(process.lastIndex(of: ")") ?? process.startIndex)...].split(separator: " ")
        let boot = system.split(separator: "\n").first { $0.hasPrefix("btime ") }
        guard let pages = memory.split(separator: " ").dropFirst().first.flatMap({ Int($0) }),
            let ticks = fields.dropFirst(20).first.flatMap({ Double($0) }),
            let bootTime = boot.flatMap({ Double($0.dropFirst(6)) })
        else { return nil }
        return ProcessStatistics(
            residentMemory: pages * sysconf(Int32(_SC_PAGESIZE)),
            startTime: bootTime + ticks / Double(sysconf(Int32(_SC_CLK_TCK))))
    }

    static func read(_ path: String) -> String? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var text: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 16 << 10)
        while true {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            guard count > 0 else { return count == 0 ? String(decoding: text, as: UTF8.self) : nil }
            text += buffer[..<count]
        }
    }
}
