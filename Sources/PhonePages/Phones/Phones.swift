import SoftAuthenticator
import ToqueCrypto
import ToqueEncoding

/// All phones of a sandbox.
actor Phones {
    /// More would help nobody, and each has a store.
    static let limit = 50

    private let archive: PhoneArchive
    private var sessions: [PhoneSession]?

    init(_ archive: PhoneArchive) { self.archive = archive }

    func all() throws -> [PhoneSession] {
        if let sessions { return sessions }
        let found = try archive.phones().map { PhoneSession($0, of: self, archive) }
        sessions = found
        return found
    }

    func phone(_ id: String) throws -> PhoneSession? { try all().first { $0.id == id } }

    /// - Returns: nil if there are too many.
    func add(name: String, profile: String?, tenant: String) async throws -> PhoneSession? {
        guard try all().count < Self.limit else { return nil }
        // Never from the sandbox's seed: two sandboxes with it would share devices.
        let random = SystemRandom()
        let phone = Phone(
            id: Hex.encode(random.bytes(8)), name: name, profile: profile, tenant: tenant,
            machineID: Hex.encode(random.bytes(16)))
        let session = PhoneSession(phone, of: self, archive)
        sessions = try all() + [session]
        try await save()
        return session
    }

    func remove(_ session: PhoneSession) async throws {
        sessions = try all().filter { $0.id != session.id }
        try await session.close()
        try archive.removeCredentials(of: session.id)
        try await save()
    }

    /// Writes the phones as they are.
    func save() async throws {
        var phones: [Phone] = []
        for session in try all() { phones.append(await session.phone) }
        try archive.save(phones)
    }
}
