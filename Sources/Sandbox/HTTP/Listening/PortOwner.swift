import Glibc

/// Finds the process that listens on a port of this machine, in /proc (proc(5)).
enum PortOwner {
    /// - Returns: for example `python3 (process 4711)`; nil if the process belongs to another user or has ended.
    static func find(port: Int) -> String? {
        let sockets = Set(["/proc/net/tcp", "/proc/net/tcp6"].flatMap { inodes(listeningOn: port, table: $0) })
        guard !sockets.isEmpty else { return nil }
        for process in entries("/proc").filter({ Int($0) != nil }) {
            let directory = "/proc/\(process)/fd"
            guard entries(directory).contains(where: { sockets.contains(target("\(directory)/\($0)")) }) else {
                continue
            }
            let name = ProcessStatistics.read("/proc/\(process)/comm")?.split(separator: "\n").first ?? "a program"
            return "\(name) (process \(process))"
        }
        return nil
    }

    /// The link targets of descriptors for these sockets.
    private static func inodes(listeningOn port: Int, table: String) -> [String] {
        (ProcessStatistics.read(table) ?? "").split(separator: "\n").dropFirst().compactMap { line in
            let fields = line.split(separator: " ")
            // local_address is ADDRESS:PORT in hexadecimal; 0A is LISTEN.
            guard fields.count > 9, fields[3] == "0A", let local = fields[1].split(separator: ":").last,
                Int(local, radix: 16) == port
            else { return nil }
            return "socket:[\(fields[9])]"
        }
    }

    private static func entries(_ path: String) -> [String] {
        guard let directory = opendir(path) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            names.append(
                withUnsafePointer(to: entry.pointee.d_name) {
                    $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
                })
        }
        return names
    }

    private static func target(_ path: String) -> String {
        var buffer = [CChar](repeating: 0, count: 64)
        let count = readlink(path, &buffer, buffer.count)
        return String(decoding: buffer.prefix(max(0, count)).map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
