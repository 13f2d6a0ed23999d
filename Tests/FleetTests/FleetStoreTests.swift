import Dispatch
import Glibc
import Synchronization
import Testing
import ToqueEncoding
import ToqueFiles

@testable import Fleet

/// What devices keep from one run to the next.
@Suite struct FleetStoreTests {
    private static func folder(_ body: (String) async throws -> Void) async throws {
        var template = Array("\(getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp")/fleet-store-XXXXXX".utf8CString)
        let path = try #require(mkdtemp(&template).map { String(cString: $0) })
        defer { for name in ["store", "store.key", "link", "link.key"] { unlink("\(path)/\(name)") }; rmdir(path) }
        try await body(path)
    }

    private static let record = FleetStore.Record(
        device: 7, options: ["challenge": "AAAA"], credential: "AQ",
        values: ["enrollment": "e1", "token": "t0p-secret"],
        secretNames: ["token"], signCount: 3)

    @Test("A store gives back the last record of each device, and its seed")
    func keeps() async throws {
        try await Self.folder { folder in
            do {
                let store = try FleetStore(at: "\(folder)/store", seed: "a seed")
                try await store.save(Self.record)
                var later = Self.record
                later.signCount = 4
                try await store.save(later)
            }
            let store = try FleetStore(at: "\(folder)/store", seed: nil)
            #expect(store.seed == "a seed")
            #expect(store.record(of: 7)?.signCount == 4)
            #expect(store.record(of: 7)?.values == Self.record.values)
            #expect(store.record(of: 7)?.credential == "AQ")
            #expect(store.record(of: 8) == nil)
        }
    }

    @Test("Both files are their owner's, and no value can be read in the store")
    func sealed() async throws {
        try await Self.folder { folder in
            let store = try FleetStore(at: "\(folder)/store", seed: "a seed")
            try await store.save(Self.record)
            for name in ["store", "store.key"] {
                var status = stat()
                #expect(stat("\(folder)/\(name)", &status) == 0)
                #expect(status.st_mode & 0o777 == 0o600)
            }
            let content = try #require(try PrivateFile.read("\(folder)/store", limit: 1 << 20))
            let text = String(decoding: content, as: UTF8.self)
            for value in ["seed", "enrollment", "t0p", "AAAA"] { #expect(!text.contains(value)) }
            // Equal records are written once.
            try await store.save(Self.record)
            #expect(try PrivateFile.read("\(folder)/store", limit: 1 << 20) == content)
        }
    }

    @Test("The beginning of a line that a killed process left is dropped")
    func torn() async throws {
        try await Self.folder { folder in
            do {
                try await FleetStore(at: "\(folder)/store", seed: "s").save(Self.record)
            }
            let whole = try #require(try PrivateFile.read("\(folder)/store", limit: 1 << 20))
            try PrivateFile.replace("\(folder)/store", with: whole + Array("dG9ybg".utf8))
            do {
                let store = try FleetStore(at: "\(folder)/store", seed: nil)
                #expect(store.record(of: 7) == Self.record)
                var other = Self.record
                other.device = 8
                try await store.save(other)
            }
            #expect(try FleetStore(at: "\(folder)/store", seed: nil).record(of: 8) != nil)
        }
    }

    @Test("A store in use, another seed, a missing key and a changed line are errors")
    func refused() async throws {
        try await Self.folder { folder in
            let path = "\(folder)/store"
            func error(_ seed: String? = nil) -> String? {
                #expect(throws: FleetStoreError.self) { try FleetStore(at: path, seed: seed) }.map { "\($0)" }
            }
            do {
                let store = try FleetStore(at: path, seed: "s")
                try await store.save(Self.record)
                #expect(error() == "another fleet has it open")
                withExtendedLifetime(store) {}
            }
            #expect(error("other") == "its devices have another seed")
            let content = try #require(try PrivateFile.read(path, limit: 1 << 20))
            var changed = content
            changed[content.count - 8] ^= 1
            try PrivateFile.replace(path, with: changed)
            #expect(error() == "line 2 was changed or has another key")
            try PrivateFile.replace(path, with: content)
            unlink("\(path).key")
            #expect(error() == "its key file \(path).key is not there")
        }
    }

    // MARK: The length of the file

    private static func device(_ number: Int, at counter: UInt32) -> FleetStore.Record {
        var counted = record
        (counted.device, counted.signCount) = (number, counter)
        return counted
    }

    private static func status(_ path: String) throws -> stat {
        var status = stat()
        try #require(lstat(path, &status) == 0)
        return status
    }

    @Test("However often devices count, the file has at most twice the length of what it keeps, and its slack")
    func bounded() async throws {
        try await Self.folder { folder in
            let (path, link, slack) = ("\(folder)/store", "\(folder)/link", 2000)
            try #require(symlink("store", link) == 0)
            var limit = off_t.max
            // All counters have four digits, so that all lines of a device have one length.
            for counters in [UInt32(1000)..<1030, 1030..<1060] {
                let store = try FleetStore(at: link, seed: "s", slack: slack)
                for counter in counters {
                    for device in 0..<3 {
                        try await store.save(Self.device(device, at: counter))
                        #expect(try Self.status(path).st_size <= limit)
                    }
                    guard counter == 1000 else { continue }
                    let size = try Self.status(path).st_size
                    limit = 2 * size + off_t(slack)
                }
                #expect(throws: FleetStoreError.self) { try FleetStore(at: link, seed: nil) }
                withExtendedLifetime(store) {}
            }
            #expect(try Self.status(path).st_mode & 0o777 == 0o600)
            #expect(try Self.status(link).st_mode & S_IFMT == S_IFLNK)
            #expect(access("\(path).rewrite", F_OK) != 0)
            let store = try FleetStore(at: link, seed: "s")
            for device in 0..<3 { #expect(store.record(of: device) == Self.device(device, at: 1059)) }
        }
    }

    @Test("Devices that count at the same time lose nothing to a file that takes the place of another")
    func together() async throws {
        try await Self.folder { folder in
            let devices = 0..<40
            do {
                let store = try FleetStore(at: "\(folder)/store", seed: "s", slack: 0)
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for device in devices {
                        group.addTask {
                            for counter in UInt32(1)...6 {
                                try await store.save(Self.device(device, at: counter))
                            }
                        }
                    }
                    try await group.waitForAll()
                }
            }
            let store = try FleetStore(at: "\(folder)/store", seed: "s")
            for device in devices { #expect(store.record(of: device)?.signCount == 6) }
        }
    }

    @Test("Without room for a second file, the store goes on with the first one")
    func noRoom() async throws {
        try await Self.folder { folder in
            let draft = "\(folder)/store.rewrite"
            defer { rmdir(draft) }
            do {
                let store = try FleetStore(at: "\(folder)/store", seed: "s", slack: 0)
                try #require(mkdir(draft, 0o700) == 0)
                for counter in UInt32(1)...9 { try await store.save(Self.device(7, at: counter)) }
            }
            #expect(try FleetStore(at: "\(folder)/store", seed: "s").record(of: 7)?.signCount == 9)
        }
    }

    @Test("A new file that a killed process did not finish is dropped, and the old one counts")
    func unfinished() async throws {
        try await Self.folder { folder in
            do {
                try await FleetStore(at: "\(folder)/store", seed: "s").save(Self.record)
            }
            try PrivateFile.replace("\(folder)/store.rewrite", with: Array("dG9ybg".utf8))
            let store = try FleetStore(at: "\(folder)/store", seed: nil)
            #expect(store.record(of: 7) == Self.record)
            #expect(access("\(folder)/store.rewrite", F_OK) != 0)
        }
    }

    @Test("Devices of an earlier run pay without another enrollment")
    func resumes() async throws {
        try await Self.folder { folder in
            let text = "profile = \"windows\"\n[journeys]\npay = 1"
            try await FleetSandbox.run(text) { _, server in
                for run in 0..<2 {
                    let store = try FleetStore(at: "\(folder)/store", seed: nil)
                    let fleet = try await FleetSandbox.fleet(text, server, store: store)
                    for payment in 0..<2 {
                        let turn = await fleet.user(4).run(from: .now)
                        #expect(FleetSandbox.failures(turn) == [])
                        let isFirst = run == 0 && payment == 0
                        #expect(
                            turn.outcomes.first?.name == (isFirst ? "POST /enrollments/" : "POST /payment-intents/"))
                    }
                    await fleet.shutdown()
                }
            }
        }
    }

    /// A disk that works when it is told to.
    private final class Disk: Sendable {
        let isFailing: Bool
        let runs = Atomic(0)
        let gate = DispatchSemaphore(value: 0)
        init(isFailing: Bool = false) { self.isFailing = isFailing }

        func work() -> (any Error)? {
            runs.add(1, ordering: .relaxed)
            gate.wait()
            return isFailing ? FleetStoreError("store", .inUse) : nil
        }
    }

    @Test("A caller waits for a run that began after its call; callers that come meanwhile share the next one")
    func grouped() async throws {
        let disk = Disk()
        let work = GroupedWork { disk.work() }
        let first = Task { try await work.perform() }
        while disk.runs.load(ordering: .relaxed) == 0 { await Task.yield() }
        let others = (0..<20).map { _ in Task.immediate { try await work.perform() } }
        disk.gate.signal()
        try await first.value
        disk.gate.signal()
        for other in others { try await other.value }
        #expect(disk.runs.load(ordering: .relaxed) == 2)
    }

    @Test("A failure reaches everybody who waits for it")
    func failing() async {
        let disk = Disk(isFailing: true)
        let work = GroupedWork { disk.work() }
        let callers = (0..<3).map { _ in Task { try await work.perform() } }
        for _ in callers { disk.gate.signal() }
        for caller in callers { await #expect(throws: FleetStoreError.self) { try await caller.value } }
    }
}
