import Synchronization
import ToqueCrypto
import ToqueEncoding
import ToqueFiles

/// A secret that a tenant shares with the provider for computation, such as the key of its webhooks' signatures.
///
/// It is stored in plain text in the database, whose file is private to its owner (mode 0600), and never appears in
/// control's responses, logs, the journal or state files. Loading a state file keeps the tenant's own secrets.
public final class TenantSecret: Sendable {
    /// Its text in UTF-8, for HMACs and comparisons in constant time.
    public let bytes: SecretBytes

    init(_ text: String) { bytes = SecretBytes(copying: text.utf8) }

    /// A different secret, for intentionally wrong signatures.
    var wrong: TenantSecret { TenantSecret(Hex.encode(digest)) }

    var text: String { bytes.withUnsafeBytes { String(decoding: $0, as: UTF8.self) } }

    fileprivate var digest: [UInt8] { bytes.withUnsafeBytes { Digest.sha256(Array($0)) } }

    /// True if finding it in a text is significant: short words occur in many texts.
    var isSearchable: Bool { bytes.count >= 8 }

    func isPart(of text: String) -> Bool {
        var text = text
        return text.withUTF8 { isIn(UnsafeRawBufferPointer($0)) }
    }

    func isPart(of content: [UInt8]) -> Bool { content.withUnsafeBytes { isIn($0) } }

    /// Replaces its occurrences in a text with the journal's mark.
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

/// The secrets of all tenants, by the provider's names.
final class TenantSecrets: Sendable {
    /// The name of the secret of a tenant's key, which no provider declares.
    static let ofKey = "key secret"

    private struct State {
        var secrets: [String: [String: TenantSecret]] = [:]
        /// Tenants by the digests of their keys' secrets: looking up a digest leaks nothing through timing.
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

    /// The secrets that no text may show, of a tenant or of all. A secret that equals its key's id, or a part of it, is
    /// excluded.
    func guarded(of tenant: String?) -> [TenantSecret] {
        state.withLock { state in
            let known = tenant.map { [$0: state.secrets[$0] ?? [:]] } ?? state.secrets
            return known.flatMap { tenant, secrets in
                secrets.values.filter { $0.isSearchable && !$0.isPart(of: tenant) }
            }
        }
    }

    /// The tenant whose key has this secret, or nil.
    func tenant(ofKeySecret secret: String) -> String? {
        state.withLock { $0.owners[Digest.sha256(secret)] }
    }

    /// Stores the secret of a key if the provider computes with it.
    func save(_ key: APIKey, _ session: any StorageSession) throws {
        if keepsKeySecrets { try session.setSecret(Self.ofKey, key.secret, of: key.id) }
    }

    /// Reads a tenant's secrets from the database and generates missing ones.
    /// - Parameter random: returns the source of a secret, by its name.
    func read(
        of tenant: String, _ session: any StorageSession, random: (String) -> any RandomSource
    ) throws -> [String: TenantSecret] {
        if names.isEmpty, !keepsKeySecrets { return [:] }
        let known = try session.secrets(of: tenant)
        var secrets: [String: TenantSecret] = [:]
        if keepsKeySecrets { secrets[Self.ofKey] = known[Self.ofKey].map(TenantSecret.init) }
        for name in names {
            let value = known[name] ?? Base64URL.encode(random(name).bytes(32))
            if known[name] == nil { try session.setSecret(name, value, of: tenant) }
            secrets[name] = TenantSecret(value)
        }
        return secrets
    }
}

extension SandboxStore {
    /// A tenant's secret; nil if the provider does not declare it or the tenant does not exist.
    public func secret(_ name: String, of tenant: String) -> TenantSecret? { secrets[tenant][name] }

    /// The secret of the tenant's key; nil if the provider does not store it or the tenant does not exist.
    public func keySecret(of tenant: String) -> TenantSecret? { secrets[tenant][TenantSecrets.ofKey] }

    /// The tenant whose key has this secret, or nil, for providers that receive only the secret. Looked up by its
    /// digest, so that timing leaks nothing about other secrets.
    public func tenant(ofKeySecret secret: String) async throws -> String? {
        // Another process may have made the key, or changed it.
        if let known = secrets.tenant(ofKeySecret: secret) { try await refresh(known) } else { try await refreshAll() }
        return tenant(ofKnownKeySecret: secret)
    }

    private func tenant(ofKnownKeySecret secret: String) -> String? {
        secrets.tenant(ofKeySecret: secret).flatMap { keys.contains($0) ? $0 : nil }
    }

    /// True if a tenant's requests are accepted, for providers that receive only the id.
    public func hasKey(_ id: String) async throws -> Bool {
        try await refresh(id)
        return keys.contains(id)
    }

    /// Sets tenants' secrets from a file: `key id:name:secret` on each line, ignoring empty lines and those that begin
    /// with `#`. Other secrets stay unchanged.
    /// - Throws: `SandboxConfigurationError` if others have access to the file, or for an invalid line, with its
    ///   number.
    func setSecrets(from path: String) async throws {
        let given = try lines(of: path)
        try await access(
            .tenants(given.map(\.tenant)),
            committed: { [secrets] _ in
                for line in given { secrets[line.tenant][line.name] = TenantSecret(line.value) }
            },
            { session in
                for line in given { try session.setSecret(line.name, line.value, of: line.tenant) }
            })
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
