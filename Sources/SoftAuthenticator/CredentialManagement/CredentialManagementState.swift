import CTAP
import ToqueCrypto
import ToqueWebAuthn

/// authenticatorCredentialManagement, 0x0A and 0x41 (CTAP 2.3 section 6.8), and its state between commands. It manages
/// only discoverable credentials.
struct CredentialManagementState {
    private typealias Command = AuthenticatorCredentialManagement
    private typealias Response = AuthenticatorCredentialManagement.Response

    private var enumeration: CredentialEnumeration?

    /// Executes a subcommand; none awaits a gesture. Its changes are durable on return.
    /// - Parameter capacity: the maximum number of discoverable credentials.
    /// - Throws: the specification's status.
    mutating func process(
        _ command: AuthenticatorCredentialManagement, pin: inout PINUVAuthState, storage: any CredentialStorage,
        capacity: Int
    ) throws(CTAPStatus) -> AuthenticatorCredentialManagement.Response {
        guard let subCommand = AuthenticatorCredentialManagement.SubCommand(rawValue: command.subCommand) else {
            throw .invalidSubcommand
        }
        // Any command between two steps of an enumeration ends it, including another subcommand.
        let interrupted = enumeration.take()
        switch subCommand {
        case .getCredsMetadata: return try getCredsMetadata(command, &pin, storage, capacity)
        case .enumerateRPsBegin: return try enumerateRPs(command, &pin, storage)
        case .enumerateRPsGetNextRP: return try nextRP(interrupted, pin, storage)
        case .enumerateCredentialsBegin: return try enumerateCredentials(command, &pin, storage)
        case .enumerateCredentialsGetNextCredential: return try nextCredential(interrupted, pin, storage)
        case .deleteCredential: return try deleteCredential(command, &pin, storage)
        case .updateUserInformation: return try updateUserInformation(command, &pin, storage)
        }
    }

    /// Another command arrived: an enumeration is over.
    mutating func forget() { enumeration = nil }

    // MARK: The store

    /// Section 6.8.2.
    private func getCredsMetadata(
        _ command: Command, _ pin: inout PINUVAuthState, _ storage: any CredentialStorage, _ capacity: Int
    ) throws(CTAPStatus) -> Response {
        _ = try command.authorizeReadingAll(&pin, storage)
        let count = try answeringFaults { try storage.discoverableCount() }
        var response = Response()
        response.existingResidentCredentialsCount = count
        response.maxPossibleRemainingResidentCredentialsCount = max(0, capacity - count)
        return response
    }

    // MARK: Enumerations

    /// Section 6.8.3.
    private mutating func enumerateRPs(
        _ command: Command, _ pin: inout PINUVAuthState, _ storage: any CredentialStorage
    ) throws(CTAPStatus) -> Response {
        let authority = try command.authorizeReadingAll(&pin, storage)
        let rpIDs = try answeringFaults { try storage.relyingPartyIDs() }
        guard let first = rpIDs.first else { throw .noCredentials }
        enumeration = CredentialEnumeration(.relyingParties(rpIDs.dropFirst()), by: authority, pin)
        var response = Response(rpID: first, rpIDHash: Digest.sha256(first))
        response.totalRPs = rpIDs.count
        return response
    }

    private mutating func nextRP(
        _ interrupted: CredentialEnumeration?, _ pin: borrowing PINUVAuthState, _ storage: any CredentialStorage
    ) throws(CTAPStatus) -> Response {
        guard let interrupted, interrupted.isAlive(pin), case .relyingParties(var rest) = interrupted.rest else {
            throw .notAllowed
        }
        while let rpID = rest.popFirst() {
            let hash = Digest.sha256(rpID)
            // The last credential of an RP may have been deleted in the meantime.
            guard try answeringFaults({ try storage.relyingPartyID(hash: hash) }) != nil else { continue }
            enumeration = CredentialEnumeration(.relyingParties(rest), by: interrupted.authority, pin)
            return Response(rpID: rpID, rpIDHash: hash)
        }
        throw .notAllowed
    }

    /// Section 6.8.4.
    private mutating func enumerateCredentials(
        _ command: Command, _ pin: inout PINUVAuthState, _ storage: any CredentialStorage
    ) throws(CTAPStatus) -> Response {
        let hash = try command.require(command.rpIDHash)
        let authority = try command.authorizeReading(&pin, storage)
        // A token bound to the RP is accepted: CTAP 2.3 accepts only unbound ones, but libfido2 sends such a token.
        if let bound = authority.rpID, Digest.sha256(bound) != hash { throw .pinAuthInvalid }
        let credentials = try answeringFaults {
            guard let rpID = try storage.relyingPartyID(hash: hash) else { return [PublicKeyCredentialSource]() }
            return try storage.credentials(rpID: rpID).filter(\.isDiscoverable)
        }
        guard let first = credentials.first else { throw .noCredentials }
        let rest = CredentialEnumeration.Rest.credentials(rpID: first.rpID, ids: credentials.dropFirst().map(\.id)[...])
        enumeration = CredentialEnumeration(rest, by: authority, pin)
        var response = Response(first)
        response.totalCredentials = credentials.count
        return response
    }

    private mutating func nextCredential(
        _ interrupted: CredentialEnumeration?, _ pin: borrowing PINUVAuthState, _ storage: any CredentialStorage
    ) throws(CTAPStatus) -> Response {
        guard let interrupted, interrupted.isAlive(pin), case .credentials(let rpID, var rest) = interrupted.rest else {
            throw .notAllowed
        }
        while let id = rest.popFirst() {
            // It may have been deleted in the meantime.
            guard let credential = try answeringFaults({ try storage.credential(rpID: rpID, id: id) }) else { continue }
            enumeration = CredentialEnumeration(
                .credentials(rpID: rpID, ids: rest), by: interrupted.authority, pin)
            return Response(credential)
        }
        throw .notAllowed
    }

    // MARK: Changes

    /// Section 6.8.5.
    private func deleteCredential(
        _ command: Command, _ pin: inout PINUVAuthState, _ storage: any CredentialStorage
    ) throws(CTAPStatus) -> Response {
        let descriptor = try command.require(command.credentialID)
        try pin.authorize(command.requireProof(), permission: .credentialManagement)
        let credential = try locate(descriptor, pin, storage)
        guard try answeringFaults({ try storage.delete(rpID: credential.rpID, id: credential.id) }) else {
            throw .noCredentials
        }
        return Response()
    }

    /// Section 6.8.6. Empty and absent names are removed.
    private func updateUserInformation(
        _ command: Command, _ pin: inout PINUVAuthState, _ storage: any CredentialStorage
    ) throws(CTAPStatus) -> Response {
        let update = command.credentialID.flatMap { id in command.user.map { (id, $0) } }
        let (descriptor, user) = try command.require(update)
        try pin.authorize(command.requireProof(), permission: .credentialManagement)
        let credential = try locate(descriptor, pin, storage)
        guard user.id == credential.user.id else { throw .invalidParameter }
        let isUpdated = try answeringFaults(diskFull: .keyStoreFull) {
            try storage.updateUser(user.truncated, rpID: credential.rpID, id: credential.id)
        }
        guard isUpdated else { throw .noCredentials }
        return Response()
    }

    /// The credential to change.
    /// - Throws: `noCredentials` if there is none. With a token bound to an RP, `pinAuthInvalid` for every other RP's
    ///   credential, so that the response does not reveal which ones exist.
    private func locate(
        _ descriptor: CTAPCredentialDescriptor, _ pin: borrowing PINUVAuthState, _ storage: any CredentialStorage
    ) throws(CTAPStatus) -> PublicKeyCredentialSource {
        let credential =
            descriptor.type == "public-key"
            ? try answeringFaults { try storage.discoverableCredential(id: descriptor.id) } : nil
        guard let credential else { throw pin.permissionsRPID == nil ? .noCredentials : .pinAuthInvalid }
        guard pin.isTokenGood(for: credential.rpID) else { throw .pinAuthInvalid }
        return credential
    }
}

/// An enumeration between two steps (CTAP 2.3 sections 6.8.3 and 6.8.4). It stores only names: each credential is read
/// when it is its turn.
struct CredentialEnumeration {
    enum Rest {
        /// RP IDs.
        case relyingParties(ArraySlice<String>)
        /// Credential IDs of an RP.
        case credentials(rpID: String, ids: ArraySlice<[UInt8]>)
    }

    /// An enumeration whose next step takes longer is over (section 6).
    static let stepLimit: Duration = .seconds(30)

    /// The remaining items.
    let rest: Rest
    /// The token that began it.
    let authority: ManagementAuthority
    private let lastStep: Duration

    /// The time of the last step.
    init(_ rest: Rest, by authority: ManagementAuthority, _ pin: borrowing PINUVAuthState) {
        self.rest = rest
        self.authority = authority
        lastStep = pin.now
    }

    /// True if it may continue: its token is still valid, and the last step was recent.
    func isAlive(_ pin: borrowing PINUVAuthState) -> Bool {
        authority.isAlive(pin) && pin.now - lastStep < Self.stepLimit
    }
}

extension AuthenticatorCredentialManagement.Response {
    /// An RP of an enumeration. Its name is not stored, and no platform needs it.
    init(rpID: String, rpIDHash: [UInt8]) {
        self.init()
        self.rpID = rpID
        self.rpIDHash = rpIDHash
    }

    /// A credential of an enumeration.
    init(_ credential: PublicKeyCredentialSource) {
        self.init()
        // Earlier versions stored names of any length.
        user = credential.user.truncated
        credentialID = CTAPCredentialDescriptor(id: credential.id)
        publicKey = credential.publicKey
        credProtect = credential.protection.rawValue
        thirdPartyPayment = credential.isForThirdPartyPayment
    }
}
