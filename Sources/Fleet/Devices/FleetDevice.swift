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
    private let rsaKeys: RSAKeys
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
    public convenience init(
        seed: FleetSeed, number: Int, profile: AuthenticatorProfile = .ios, signCount: UInt32 = 0
    ) {
        self.init(seed: seed, number: number, profile: profile, signCount: signCount, rsaKeys: RSAKeys(seed))
    }

    /// - Parameter rsaKeys: of the fleet.
    init(seed: FleetSeed, number: Int, profile: AuthenticatorProfile, signCount: UInt32, rsaKeys: RSAKeys) {
        self.number = number
        self.profile = profile
        self.rsaKeys = rsaKeys
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
            let key = try await rsaKey(for: options)
            let maker = SoftAuthenticator(
                profile: profile, storage: storage, random: random, openedKeys: 0,
                newKey: key.map { key in { @Sendable _ in key.pair } })
            return try await client(maker, fault).create(options, origin: origin)
        } catch {
            throw DeviceError(error)
        }
    }

    /// nil if the credential gets a key of another type.
    private func rsaKey(for options: PublicKeyCredentialCreationOptions) async throws -> RSAKeys.Key? {
        guard let algorithm = options.pubKeyCredParams.first(where: profile.algorithms.contains),
            case .rsa(let bits) = algorithm.keyType
        else { return nil }
        return try await rsaKeys.key(bits: bits, ofDevice: number)
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
