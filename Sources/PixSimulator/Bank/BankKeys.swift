import Dispatch
import Sandbox
import Synchronization
import ToqueCrypto
import ToqueEncoding

/// Has the database's key of the bank ready. It takes some 200 ms to make, which the start of a sandbox should not wait
/// for: it is made for the first enrollment of a database.
///
/// The key stands in the database as it is: the file is its owner's alone (mode 0600), and who can read it can also
/// read everything that the key protects.
final class BankKeys: Sendable {
    private static let setting = "bank_key"

    private struct State {
        var loading: Task<BankKey, any Error>?
        var key: BankKey?
    }

    private let state: Mutex<State>

    /// - Parameter key: in place of the database's own; nil for that one.
    init(_ key: BankKey? = nil) { state = Mutex(State(loading: key.map { key in Task { key } }, key: key)) }

    /// The key, where it is there.
    var ready: BankKey? { state.withLock { $0.key } }

    /// Takes up the key of a database that has one already.
    func restore(_ engine: Engine) async throws {
        if try await engine.store.sharedSetting(Self.setting) != nil { _ = try await key(engine) }
    }

    /// The key, as soon as it is there; made where the database has none.
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
            // Such as a full disk: the next one who asks tries again.
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

    /// Away from the threads that serve requests.
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
