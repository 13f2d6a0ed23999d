/// What devices keep from one run to the next: a file of sealed lines, the seed and then one for each change of a
/// device. The key is in a file beside it. It holds no private keys: the seed and a registration's options give them
/// again.
///
/// A line is on the disk before its journey's outcomes are reported. The file has at most twice the length of the lines
/// that count, and `slack`: before it grows beyond that, a file with those lines alone takes its place.
public final class FleetStore: Sendable {
    /// The seed of the store's devices.
    public let seed: String
    private let lines: StoreLines
    private let disk: GroupedWork

    /// Less is not worth a new file.
    private static let slack = 1 << 20

    /// Opens a store, or makes one.
    /// - Parameters:
    ///   - path: the store's file; the key is in `PATH.key`.
    ///   - seed: of a new store; nil for a random one, or for the one that the store has.
    /// - Throws: `FleetStoreError` if the store is in use, has another seed, lacks its key or was changed; errors of
    ///   the system.
    public convenience init(at path: String, seed: String?) throws {
        try self.init(at: path, seed: seed, slack: Self.slack)
    }

    /// - Parameter slack: how many bytes replaced lines may have beyond those that count.
    init(at path: String, seed: String?, slack: Int) throws {
        let lines = try StoreLines(at: path, seed: seed, slack: slack)
        self.lines = lines
        self.seed = lines.seed
        // Not owned: the disk's thread may go on for a moment after the last caller, and would keep the store locked.
        disk = GroupedWork { [weak lines] in lines?.write() }
    }

    func record(of device: Int) -> Record? { lines.record(of: device) }

    /// Keeps what makes a device again, unless that is kept already.
    func save(_ record: Record) async throws {
        guard try lines.add(record) else { return }
        try await disk.perform()
    }
}
