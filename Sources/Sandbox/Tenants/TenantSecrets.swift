import GRDB
import Synchronization
import ToqueCrypto
import ToqueEncoding
import ToqueFiles

/// A secret that a tenant shares with the provider, to compute with: such as the key of its webhooks' signatures.
///
/// It stands in the database as it is, in a file that is its owner's alone (mode 0600), and nowhere else: not in an
/// answer of control, a log, the journal or a state file. A tenant that loads a state file keeps its own.
public final class TenantSecret: Sendable {
    /// Its text in UTF-8, for HMACs and comparisons in constant time.
    public let bytes: SecretBytes

    init(_ text: String) { bytes = SecretBytes(copying: text.utf8) }

    /// Another one, for signatures that are to be wrong.
    var wrong: TenantSecret { TenantSecret(Hex.encode(digest)) }

    var text: String { bytes.withUnsafeBytes { String(decoding: $0, as: UTF8.self) } }

    fileprivate var digest: [UInt8] { bytes.withUnsafeBytes { Digest.sha256(Array($0)) } }

    /// Whether a text that has it tells anything: a word of a few letters stands in many.
    var isSearchable: Bool { bytes.count >= 8 }

    func isPart(of text: String) -> Bool {
        var text = text
        return text.withUTF8 { isIn(UnsafeRawBufferPointer($0)) }
    }

    func isPart(of content: [UInt8]) -> Bool { content.withUnsafeBytes { isIn($0) } }

    /// Puts the journal's mark in its place, wherever a text has it.
    func blotOut(of content: inout [UInt8]) {
        guard isPart(of: content) else { return }
        content = bytes.withUnsafeBytes { content.replacing($0, with: SecretNames.mark.utf8) }
    }

    private func isIn(_ content: UnsafeRawBufferPointer) -> Bool {
        bytes.withUnsafeBytes { secret in
            guard let first = secret.first, secret.count <= content.count else { return false }
            return (0...content.count - secret.count).contains { start in
                content[start] == first && content[start...].starts(with: secret)
            }
        }
    }
}

/// The secrets of all tenants, by the names that the provider declares.
final class TenantSecrets: Sendable {
    /// Under which the secret of a tenant's key is kept: no name that a provider declares.
    static let ofKey = "key secret"

    private struct State {
        var secrets: [String: [String: TenantSecret]] = [:]
        /// Tenants by the digests of their keys' secrets: to look for a digest tells nobody the time of a comparison.
        var owners: [[UInt8]: String] = [:]
    }

    let names: [String]
    private let keepsKeySecrets: Bool
    private let state = Mutex(State())

    init(_ names: [String], keepsKeySecrets: Bool = false) {
        self.names = names
        self.keepsKeySecrets = keepsKeySecrets
    }

    subscript(tenant: String) -> [String: TenantSecret] {
        get { state.withLock { $0.secrets[tenant] ?? [:] } }
        set {
            state.withLock { state in
                if let old = state.secrets[tenant]?[Self.ofKey]?.digest { state.owners[old] = nil }
                if let new = newValue[Self.ofKey]?.digest { state.owners[new] = tenant }
                state.secrets[tenant] = newValue.isEmpty ? nil : newValue
            }
        }
    }

    /// Those that no text may show: of a tenant, or of all tenants where it is nil. One that is its key's id, or a part
    /// of it, is none.
    func guarded(of tenant: String?) -> [TenantSecret] {
        state.withLock { state in
            let known = tenant.map { [$0: state.secrets[$0] ?? [:]] } ?? state.secrets
            return known.flatMap { tenant, secrets in
                secrets.values.filter { $0.isSearchable && !$0.isPart(of: tenant) }
            }
        }
    }

    /// The tenant whose key has this secret; nil where none has.
    func tenant(ofKeySecret secret: String) -> String? {
        state.withLock { $0.owners[Digest.sha256(secret)] }
    }

    /// Keeps the secret of a key where the provider computes with it.
    func save(_ key: APIKey, _ database: Database) throws {
        if keepsKeySecrets { try Self.save(key.secret, Self.ofKey, of: key.id, database) }
    }

    /// A tenant's secrets as the database has them, where those that are not there are made.
    /// - Parameter random: of which a secret is made, by its name.
    func read(
        of tenant: String, _ database: Database, random: (String) -> any RandomSource
    ) throws -> [String: TenantSecret] {
        var secrets: [String: TenantSecret] = [:]
        if keepsKeySecrets {
            secrets[Self.ofKey] = try Self.find(Self.ofKey, of: tenant, database).map(TenantSecret.init)
        }
        for name in names {
            let known = try Self.find(name, of: tenant, database)
            let value = known ?? Base64URL.encode(random(name).bytes(32))
            if known == nil { try Self.save(value, name, of: tenant, database) }
            secrets[name] = TenantSecret(value)
        }
        return secrets
    }

    private static func find(_ name: String, of tenant: String, _ database: Database) throws -> String? {
        try String.fetchOne(
            database, sql: "SELECT value FROM tenant_secret WHERE tenant = ? AND name = ?", arguments: [tenant, name])
    }

    static func save(_ value: String, _ name: String, of tenant: String, _ database: Database) throws {
        try database.execute(
            sql: """
                INSERT INTO tenant_secret (tenant, name, value) VALUES (?, ?, ?)
                ON CONFLICT (tenant, name) DO UPDATE SET value = excluded.value
                """, arguments: [tenant, name, value])
    }
}

extension SandboxStore {
    /// A secret of a tenant's; nil for one that the provider does not declare, and for a tenant that is not there.
    public func secret(_ name: String, of tenant: String) -> TenantSecret? { secrets[tenant][name] }

    /// The secret of a tenant's key; nil where the provider does not keep it, and for a tenant that is not there.
    public func keySecret(of tenant: String) -> TenantSecret? { secrets[tenant][TenantSecrets.ofKey] }

    /// The tenant whose key has this secret, for providers that are sent the secret alone; nil where none has. Looked for
    /// by its digest, so that the time tells nothing of other secrets.
    public func tenant(ofKeySecret secret: String) -> String? {
        secrets.tenant(ofKeySecret: secret).flatMap { keys.contains($0) ? $0 : nil }
    }

    /// Whether requests of a tenant are taken, for providers that are sent the id alone.
    public func hasKey(_ id: String) -> Bool { keys.contains(id) }

    /// Gives tenants the secrets of a file: `key id:name:secret` in each line, but for empty ones and those that begin
    /// with `#`. Those that it does not name stay as they are.
    /// - Throws: `SandboxConfigurationError` for a file that others may use, or with the line that is wrong.
    func setSecrets(from path: String) async throws {
        let given = try lines(of: path)
        try await access(committed: { [secrets] _ in
            for line in given { secrets[line.tenant][line.name] = TenantSecret(line.value) }
        }) { database in
            for line in given {
                try TenantSecrets.save(line.value, line.name, of: line.tenant, database)
            }
        }
    }

    private func lines(
        of path: String
    ) throws(SandboxConfigurationError) -> [(tenant: String, name: String, value: String)] {
        let bytes: [UInt8]
        do throws(FileError) {
            bytes = try PrivateFile.readSecret(path, limit: 1 << 20)
        } catch {
            throw .secrets(problem: error.description)
        }
        var found: [(tenant: String, name: String, value: String)] = []
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() where !line.isEmpty && line.first != UInt8(ascii: "#") {
            // Never with the text, which may be a secret.
            func wrong(_ problem: String) -> SandboxConfigurationError {
                .secrets(problem: "\(path), line \(index + 1): \(problem)")
            }
            let parts = line.split(separator: UInt8(ascii: ":"), maxSplits: 2, omittingEmptySubsequences: false)
            guard parts.count == 3 else { throw wrong("expected key id:name:secret") }
            let (tenant, name) = (String(decoding: parts[0], as: UTF8.self), String(decoding: parts[1], as: UTF8.self))
            guard keys.contains(tenant) else { throw wrong("there is no API key with this id") }
            guard secrets.names.contains(name) else {
                throw wrong("the provider has no secret of this name, but \(secrets.names.joined(separator: ", "))")
            }
            guard (8...4096).contains(parts[2].count), parts[2].allSatisfy(\.isVisibleASCII) else {
                throw wrong("expected a secret of 8 to 4096 visible ASCII characters")
            }
            found.append((tenant, name, String(decoding: parts[2], as: UTF8.self)))
        }
        return found
    }
}
