import SoftAuthenticator
import ToqueCrypto
import ToqueEncoding

/// All phones of a sandbox.
actor Phones {
    /// More would help nobody, and each has a store.
    static let limit = 50

    private let archive: PhoneArchive
    private var sessions: [PhoneSession]?
    /// The phones as their sessions kept them last, in the order in which they were added.
    private var kept: [Phone] = []

    init(_ archive: PhoneArchive) { self.archive = archive }

    /// - Throws: if the file of the phones cannot be read; it stays as it is.
    func all() throws -> [PhoneSession] {
        if let sessions { return sessions }
        kept = try archive.phones()
        let found = kept.map { PhoneSession($0, of: self, archive) }
        sessions = found
        return found
    }

    func phone(_ id: String) throws -> PhoneSession? { try all().first { $0.id == id } }

    /// - Returns: nil if there are too many.
    func add(name: String, profile: String?, tenant: String) throws -> PhoneSession? {
        guard try all().count < Self.limit else { return nil }
        // Never from the sandbox's seed: two sandboxes with it would share devices.
        let random = SystemRandom()
        let phone = Phone(
            id: Hex.encode(random.bytes(8)), name: name, profile: profile, tenant: tenant,
            machineID: Hex.encode(random.bytes(16)))
        try archive.save(kept + [phone])
        let session = PhoneSession(phone, of: self, archive)
        sessions = try all() + [session]
        kept.append(phone)
        return session
    }

    /// Closes all stores. The phones open them again when they are used.
    func close() async { for session in sessions ?? [] { try? await session.close() } }

    func remove(_ session: PhoneSession) async throws {
        try await session.remove()
        try archive.removeFiles(of: session.id)
        let others = kept.filter { $0.id != session.id }
        try archive.save(others)
        kept = others
        sessions = try all().filter { $0.id != session.id }
    }

    /// Keeps a phone as it is now. A phone that was removed meanwhile stays removed.
    /// - Parameter log: what it has sent; nil if nothing was added.
    func keep(_ phone: Phone, _ log: [PhoneLog.Entry]?) throws {
        guard let index = kept.firstIndex(where: { $0.id == phone.id }) else { return }
        if let log { try archive.save(log, of: phone.id) }
        guard phone != kept[index] else { return }
        var changed = kept
        changed[index] = phone
        try archive.save(changed)
        kept = changed
    }
}
