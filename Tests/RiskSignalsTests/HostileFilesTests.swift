import Foundation
import Testing

@testable import RiskSignals

@Suite struct HostileFilesTests {
    private let folder: TemporaryFolder
    private let files: DeviceFiles

    init() throws {
        folder = try TemporaryFolder()
        files = DeviceFiles(DirectoryTree(root: folder.path))
    }

    @Test("A huge file is read up to the limit, in whole lines")
    func hugeFileIsCapped() throws {
        let line = "# a comment that fills the file with nothing of interest to anybody\n"
        let filling = String(repeating: line, count: 10 * 1024 * 1024 / line.utf8.count)
        try folder.write("etc/os-release", "NAME=Small\nVERSION_ID=1\n" + filling + "NAME=Late\n")
        #expect(OperatingSystem.read(from: files).value == "Small 1")
        #expect(try #require(files.bytes("/etc/os-release")).count <= DeviceFiles.sizeLimit)
        // Whole lines only.
        #expect(files.text("/etc/os-release")?.hasSuffix(line) == true)
    }

    @Test("A file that is one huge line counts as absent")
    func hugeLineIsAbsent() throws {
        try folder.write("etc/os-release", [UInt8](repeating: UInt8(ascii: "A"), count: 10 * 1024 * 1024))
        #expect(files.bytes("/etc/os-release") == nil)
        #expect(OperatingSystem.read(from: files).value == "Linux")
    }

    @Test("A file with NUL or invalid UTF-8 has no text")
    func strangeBytesAreAbsent() throws {
        try folder.write("nul", Array("NAME=Evil\0\n".utf8))
        try folder.write("latin1", [0x4E, 0x41, 0xE9, 0x0A])
        #expect(files.text("/nul") == nil)
        #expect(files.text("/latin1") == nil)
        #expect(files.bytes("/nul") != nil)
    }

    @Test("Links and dots never lead outside the tree")
    func linksStayInside() throws {
        try folder.link("etc/os-release", to: "/etc/shadow")
        #expect(files.text("/etc/os-release") == nil)
        // The same link works if its target is in the tree.
        try folder.write("etc/shadow", "NAME=Inside\n")
        #expect(files.text("/etc/os-release") == "NAME=Inside\n")

        try folder.link("up", to: "../../../../../../../../etc/hostname")
        #expect(files.text("/up") == nil)
        try folder.write("etc/hostname", "inside\n")
        #expect(files.value("/up") == "inside")

        try folder.link("out", to: "/")
        #expect(files.value("/out/etc/hostname") == "inside")
        #expect(files.value("/../../etc/hostname") == "inside")
    }

    @Test("A loop of links counts as absent")
    func loopsEnd() throws {
        try folder.link("a", to: "b")
        try folder.link("b", to: "a")
        try folder.link("deep", to: "deep/deep")
        #expect(!files.exists("/a"))
        #expect(!files.exists("/deep"))
    }

    @Test("Pipes and folders are not read as files")
    func onlyFilesAreRead() throws {
        // Opening a pipe for reading would block until a writer comes.
        try folder.write("etc/x", "")
        #expect(mkfifo("\(folder.path)/etc/machine-id", 0o644) == 0)
        #expect(files.text("/etc/machine-id") == nil)
        #expect(DirectoryTree(root: folder.path).read("/etc/machine-id", limit: 10) == nil)
        #expect(files.text("/etc") == nil)
        #expect(files.entries("/etc/x").isEmpty)
    }

    @Test("Files without read permission count as absent")
    func withoutPermissionAbsent() throws {
        try folder.write("etc/machine-id", "00112233445566778899aabbccddeeff\n")
        try folder.write("sys/class/backlight/b/type", "raw\n")
        try folder.write("proc/uptime", "1.0 1.0\n")
        for name in ["etc/machine-id", "sys/class/backlight", "proc/uptime"] {
            #expect(chmod("\(folder.path)/\(name)", 0) == 0)
        }
        defer { chmod("\(folder.path)/sys/class/backlight", 0o700) }
        let root = DeviceRoot(
            files: files, clock: DeviceClock(now: { july * 1_000_000_000 }, sinceBoot: { nil }))
        // Root may read everything, so this thread reads as another user. Glibc's module lacks the function.
        let symbol = try #require(dlsym(nil, "setfsuid"))
        let setFileUser = unsafeBitCast(symbol, to: (@convention(c) (uid_t) -> CInt).self)
        let user = setFileUser(65_534)
        defer { _ = setFileUser(uid_t(bitPattern: user)) }
        let signals = try root.signals()
        #expect(signals.elapsedTimeSinceBoot == 0)
        #expect(signals.screenBrightness == nil)
        #expect(files.text("/etc/machine-id") == nil)
    }

    @Test("Brightness out of range is absent, and uptime out of range is 0")
    func valuesOutOfRange() throws {
        func backlight(_ actual: String, _ maximum: String) throws -> Int32? {
            try device([
                "/sys/class/backlight/b/type": "raw\n",
                "/sys/class/backlight/b/actual_brightness": .file(Array(actual.utf8)),
                "/sys/class/backlight/b/max_brightness": .file(Array(maximum.utf8)),
            ]).signals().screenBrightness
        }
        #expect(try backlight("1", "0") == nil)
        #expect(try backlight("-1", "10") == nil)
        #expect(try backlight("11", "10") == nil)
        #expect(try backlight("9223372036854775807", "9223372036854775807") == nil)
        #expect(try backlight("99999999999999999999", "10") == nil)
        #expect(try backlight("2147483647", "2147483647") == 255)
        #expect(try device(["/proc/uptime": "99999999999999999999.99 1\n"]).signals().elapsedTimeSinceBoot == 0)
        #expect(try device(["/proc/uptime": "-5.00 1\n"]).signals().elapsedTimeSinceBoot == 0)
        #expect(try device(["/proc/uptime": "5.-1 1\n"]).signals().elapsedTimeSinceBoot == 0)
    }
}
