import CredentialStore
import SoftAuthenticator
import ToqueEncoding
import ToqueFiles

/// Where phones are kept: as long as the sandbox's own data.
public enum PhoneArchive: Sendable {
    /// With the process.
    case memory
    /// In a private folder, with a credential store and a log for each phone.
    case folder(String)

    /// More than all phones store.
    private static let sizeLimit = 16 << 20
    private static let index = "phones.json"
    private static let log = ".log.json"

    /// The phones, in the order in which they were added.
    /// - Throws: `FileError`, or the reason why the file cannot be read.
    func phones() throws -> [Phone] {
        guard case .folder(let path) = self,
            let bytes = try PrivateFile.read("\(path)/\(Self.index)", limit: Self.sizeLimit)
        else { return [] }
        return try JSONReader(try JSON(parsing: bytes, limits: .init(size: Self.sizeLimit)), path: Self.index)
            .elements()
            .map { (reader) throws(JSONMemberError) in try Phone(reader) }
    }

    func save(_ phones: [Phone]) throws {
        guard case .folder(let path) = self else { return }
        let file = "\(path)/\(Self.index)"
        try PrivateDirectory.make(of: file)
        try PrivateFile.replace(file, with: JSON.array(phones.map(\.json)).utf8)
    }

    /// Opens or creates a phone's credentials. Blocks while the disk works.
    func credentials(of phone: String) throws -> any CredentialStorage {
        switch self {
        case .memory: MemoryCredentialStore()
        case .folder(let path): try SQLiteCredentialStore(path: "\(path)/\(phone).sqlite")
        }
    }

    /// What a phone has sent, the oldest first. A damaged file is no reason not to use the phone: the next step
    /// replaces it.
    func log(of phone: String) -> [PhoneLog.Entry] {
        guard case .folder(let path) = self,
            let bytes = try? PrivateFile.read("\(path)/\(phone)\(Self.log)", limit: Self.sizeLimit),
            let json = try? JSON(parsing: bytes, limits: .init(size: Self.sizeLimit))
        else { return [] }
        let entries = try? JSONReader(json).elements().map { (reader) throws(JSONMemberError) in
            try PhoneLog.Entry(reader)
        }
        return entries ?? []
    }

    func save(_ log: [PhoneLog.Entry], of phone: String) throws {
        guard case .folder(let path) = self else { return }
        try PrivateFile.replace("\(path)/\(phone)\(Self.log)", with: JSON.array(log.map(\.json)).utf8)
    }

    /// Removes a phone's credentials and its log.
    func removeFiles(of phone: String) throws {
        guard case .folder(let path) = self else { return }
        for suffix in [".sqlite", ".sqlite-wal", ".sqlite-shm", ".sqlite.key", ".sqlite.lock", Self.log] {
            try PrivateFile.remove("\(path)/\(phone)\(suffix)")
        }
    }
}
