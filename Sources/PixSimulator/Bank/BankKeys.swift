import Dispatch
import Sandbox
import Synchronization
import ToqueCrypto
import ToqueEncoding

/// Provides the database's bank key. Generating it takes about 200 ms, too long for the start of a sandbox, so it is
/// generated for a database's first enrollment.
///
/// The key is stored in plain text: the file is private to its owner (mode 0600), and anybody who can read it can also
/// read everything that the key protects.
final class BankKeys: Sendable {
    private static let setting = "bank_key"

    private struct State {
        var loading: Task<BankKey, any Error>?
        var key: BankKey?
    }

    private let state: Mutex<State>

    /// - Parameter key: replaces the database's key; nil for that one.
    init(_ key: BankKey? = nil) { state = Mutex(State(loading: key.map { key in Task { key } }, key: key)) }

    /// The key, if it is ready.
    var ready: BankKey? { state.withLock { $0.key } }

    /// Loads the key of a database that has one.
    func restore(_ engine: Engine) async throws {
        if try await engine.store.sharedSetting(Self.setting) != nil { _ = try await key(engine) }
    }

    /// The key, once ready; generated if the database has none.
    func key(_ engine: Engine) async throws -> BankKey {
        let task: Task<BankKey, any Error> = state.withLock { state in
            if let loading = state.loading { return loading }
            let task = Task { try await Self.load(engine) }
            state.loading = task
            return task
        }
        do {
            let key = try await task.value
            state.withLock { $0.key = key }
            return key
        } catch {
            // For example a full disk: the next caller tries again.
            state.withLock { $0.loading = nil }
            throw error
        }
    }

    private static func load(_ engine: Engine) async throws -> BankKey {
        let random = engine.store.random(for: setting)
        var text = try await engine.store.sharedSetting(setting)
        if text == nil {
            let made = try await make(random)
            text = try await engine.store.initializeSharedSetting(setting, made)
        }
        guard var bytes = text.flatMap({ Hex.decode($0) }) else {
            throw CryptoError.invalidKey("the stored key of the bank is damaged")
        }
        return try BankKey(secret: SecretBytes(consuming: &bytes), deterministic: random.isDeterministic)
    }

    /// Off the threads that serve requests.
    private static func make(_ random: any RandomSource) async throws -> String {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global(qos: .utility).async {
                continuation.resume(
                    with: Result {
                        let pair = try KeyPair.generate(BankKey.type, random: random)
                        return pair.secret.withUnsafeBytes { Hex.encode($0) }
                    })
            }
        }
    }
}
