import SoftAuthenticator
import Synchronization
import ToqueCOSE
import ToqueCrypto
import ToqueEncoding
import ToqueWebAuthn
import WebAuthnClient

/// One of many devices: an authenticator in software and its owner, who approves.
///
/// The seed and the number give all that lasts: the device's ID, its risk signals and its secrets. A credential's key
/// and ID also depend on the challenge, so that two registrations never collide at a server, and the same options give
/// the same key again.
public final class FleetDevice: Sendable {
    public let number: Int
    let profile: AuthenticatorProfile
    private let secret: [UInt8]
    let storage: MemoryCredentialStore
    private let signer: SoftAuthenticator
    /// Made on the first use.
    private let signals = Mutex<JSONObject?>(nil)
    /// The last assertion, for replays.
    private let last = Mutex<AuthenticationResponse?>(nil)

    /// - Parameters:
    ///   - seed: of the fleet.
    ///   - number: tells the fleet's devices apart.
    ///   - profile: the class of device.
    ///   - signCount: the signature counter of an earlier run.
    public init(seed: FleetSeed, number: Int, profile: AuthenticatorProfile = .ios, signCount: UInt32 = 0) {
        self.number = number
        self.profile = profile
        secret = seed.secret(ofDevice: number)
        storage = MemoryCredentialStore(signCount: signCount)
        // Assertions need no seed: a signature with a random nonce is several times as fast. One key stays open,
        // because a device seldom has more.
        signer = SoftAuthenticator(profile: profile, storage: storage, openedKeys: 1)
    }

    /// The device's statements about itself.
    public var riskSignals: JSONObject {
        signals.withLock { signals in
            let made = signals ?? DeviceRiskSignals(secret: secret, profile: profile).members
            signals = made
            return made
        }
    }

    private static let approval = ScriptedInteraction(.approve)
    private static let refusal = ScriptedInteraction(.decline)

    /// Registers a credential.
    /// - Parameters:
    ///   - options: as the server sent them, with or without a wrapper.
    ///   - origin: of the page or app; nil means `https://` and the RP ID.
    ///   - fault: `decline`, or nil.
    public func register(
        _ options: JSON, origin: Origin? = nil, fault: DeviceFault? = nil
    ) async throws(DeviceError) -> RegistrationResponse {
        do {
            let options = try OptionsReader().creationOptions(options).options
            let random = SeededRandom(seed: HMAC.sha256(key: secret, message: options.challenge))
            let maker = SoftAuthenticator(profile: profile, storage: storage, random: random, openedKeys: 0)
            let client = client(maker, fault)
            // The search for an RSA key's primes takes a quarter of a second, for which other users must not wait.
            let isSlow = options.pubKeyCredParams.first(where: profile.algorithms.contains).map(Self.isRSA) ?? false
            return try await withTaskExecutorPreference(isSlow ? globalConcurrentExecutor : nil) {
                try await client.create(options, origin: origin)
            }
        } catch {
            throw DeviceError(error)
        }
    }

    private static func isRSA(_ algorithm: COSEAlgorithm) -> Bool {
        if case .rsa = algorithm.keyType { true } else { false }
    }

    /// Signs with a credential of the device.
    /// - Parameters:
    ///   - options: as the server sent them, with or without a wrapper.
    ///   - origin: of the page or app; nil means `https://` and the RP ID.
    ///   - fault: spoils the response; nil for a good one.
    public func sign(
        _ options: JSON, origin: Origin? = nil, fault: DeviceFault? = nil
    ) async throws(DeviceError) -> AuthenticationResponse {
        if fault == .replay {
            guard let last = last.withLock({ $0 }) else {
                throw DeviceError("there is no earlier assertion to replay; sign once first")
            }
            return last
        }
        do {
            let options = try OptionsReader().requestOptions(options).options
            var response = try await client(signer, fault).get(options, origin: origin)
            last.withLock { $0 = response }
            // The last byte belongs to the number s of an ECDSA signature, and to the value of any other.
            if fault == .badSignature, !response.signature.isEmpty {
                response.signature[response.signature.count - 1] ^= 1
            }
            return response
        } catch {
            throw DeviceError(error)
        }
    }

    /// True if there is an assertion to replay.
    var canReplay: Bool { last.withLock { $0 != nil } }

    private func client(_ authenticator: SoftAuthenticator, _ fault: DeviceFault?) -> WebAuthnClient {
        WebAuthnClient(
            authenticator: authenticator, interaction: fault == .decline ? Self.refusal : Self.approval)
    }
}

extension DeviceError {
    fileprivate init(_ error: any Error) {
        let isDeclined = (error as? WebAuthnError)?.name == .notAllowedError
        self.init("\(error)", isDeclined: isDeclined)
    }
}
