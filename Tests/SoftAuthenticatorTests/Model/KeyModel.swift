import CTAP
import ToqueWebAuthn

/// The behavior of a key with a fingerprint sensor, as a client sees it (CTAP 2.3 sections 6.1.2, 6.2.2, 6.3, 6.5, 6.6
/// and 6.11).
struct KeyModel {
    /// The outcome of a command.
    enum Outcome: Hashable {
        case status(CTAPStatus)
        case word(U2FStatus)
        /// An assertion's flags, the number of its credential, and the count of assertions.
        case signed(AuthenticatorData.Flags, by: Int, of: Int)
        case made(AuthenticatorData.Flags)

        static let ok = Outcome.status(.ok)

        /// The same whichever credential it is of; two stands for several.
        var kind: Outcome {
            if case .signed(let flags, _, let count) = self { return .signed(flags, by: 0, of: min(count, 2)) }
            return self
        }
    }

    struct Credential {
        let number: Int
        let rpID: String
        /// Whether the credential is discoverable.
        let user: UInt8?
        let protection: UInt64

        func isUsable(_ rpID: String, verified: Bool, listed: Bool) -> Bool {
            self.rpID == rpID && (protection == 1 || verified || listed && protection == 2)
        }
    }

    struct Token {
        let id: Int
        var permissions: PINUVAuthPermissions
        var rpID: String?
        let begin: Duration
        var isPresent: Bool
        var isUsed = false

        func isAlive(_ now: Duration) -> Bool { now - begin < .seconds(isUsed ? 600 : 30) }
    }

    private struct Rest {
        var numbers: [Int]
        let flags: AuthenticatorData.Flags
        let token: Int?
        var last: Duration
    }

    private enum Verified {
        case verified, declined, failed, blocked
    }

    var now: Duration = .zero
    /// The person's gesture.
    var gesture = UserGesture.finger("thumb")
    private(set) var pin: String?
    private(set) var fingers: Set<String> = []
    private(set) var credentials: [Credential] = []
    private var poweredUp: Duration = .zero
    private var pinTries = 8
    private var wrongInARow = 0
    private var fingerTries = 5
    private var mustChange = false
    private var alwaysUv = false
    private var token: Token?
    private var lastToken = 0
    private var lastCredential = 0
    private var rest: Rest?

    private var isProtected: Bool { pin != nil || !fingers.isEmpty }

    // MARK: Steps that commands share

    private mutating func verify(
        _ id: Int, _ permission: PINUVAuthPermissions, rpID: String? = nil
    ) -> Bool {
        guard var used = token, used.id == id, used.isAlive(now), used.permissions.contains(permission),
            rpID == nil || used.rpID == nil || used.rpID == rpID
        else { return false }
        used.isUsed = true
        used.rpID = used.rpID ?? rpID
        token = used
        return true
    }

    private mutating func fingerprint(tries: Int) -> Verified {
        if pin != nil, pinTries == 0 { fingerTries = 0 }
        for _ in 0..<tries {
            guard fingerTries > 0 else { return .blocked }
            guard case .finger(let name) = gesture else { return .declined }
            fingerTries -= 1
            if fingers.contains(name) {
                fingerTries = 5
                return .verified
            }
            if fingerTries == 0 { return .blocked }
        }
        return .failed
    }

    /// - Returns: nil for the right PIN.
    private mutating func compare(_ typed: String) -> CTAPStatus? {
        guard let pin else { return .pinNotSet }
        guard pinTries > 0 else { return .pinBlocked }
        guard wrongInARow < 3 else { return .pinAuthBlocked }
        guard typed == pin else {
            pinTries -= 1
            wrongInARow += 1
            return pinTries == 0 ? .pinBlocked : wrongInARow == 3 ? .pinAuthBlocked : .pinInvalid
        }
        (pinTries, wrongInARow, fingerTries) = (8, 0, 5)
        return nil
    }

    private mutating func issue(_ permissions: PINUVAuthPermissions, _ rpID: String?, isPresent: Bool) {
        lastToken += 1
        token = Token(id: lastToken, permissions: permissions, rpID: rpID, begin: now, isPresent: isPresent)
    }

    /// The newest token.
    var newestToken: Int { lastToken }

    private mutating func consume() {
        token?.isPresent = false
        token?.permissions.formIntersection(.largeBlobWrite)
    }

    /// Verifies by token or finger, and returns whether that shows presence.
    /// - Returns: nil and the status if verification fails.
    private mutating func authorize(
        _ tokenID: Int?, _ permission: PINUVAuthPermissions, _ rpID: String, byFinger: Bool
    ) -> (shown: (verified: Bool, present: Bool)?, status: CTAPStatus) {
        if let tokenID, isProtected {
            guard verify(tokenID, permission, rpID: rpID), let token else { return (nil, .pinAuthInvalid) }
            return ((true, token.isPresent && now - token.begin < .milliseconds(19_800)), .ok)
        }
        guard byFinger else { return ((false, false), .ok) }
        switch fingerprint(tries: 3) {
        case .verified: return ((true, true), .ok)
        case .declined: return (nil, .operationDenied)
        case .failed, .blocked:
            return (nil, pin != nil ? .puatRequired : fingerTries == 0 ? .pinBlocked : .operationDenied)
        }
    }

    // MARK: Ceremonies

    mutating func make(
        _ rpID: String, user: UInt8?, uv: Bool, protection: UInt64, exclude: [Int], token tokenID: Int?
    ) -> Outcome {
        rest = nil
        var byFinger = tokenID == nil && uv
        if byFinger, fingers.isEmpty { return .status(.invalidOption) }
        if alwaysUv, tokenID == nil || !isProtected {
            if fingers.isEmpty { return .status(.puatRequired) }
            byFinger = true
        }
        if isProtected, tokenID == nil, !byFinger, user != nil {
            return .status(pin != nil ? .puatRequired : .operationDenied)
        }
        let (shown, status) = authorize(tokenID, .makeCredential, rpID, byFinger: byFinger)
        guard let shown else { return .status(status) }
        if credentials.contains(where: {
            exclude.contains($0.number) && $0.isUsable(rpID, verified: shown.verified, listed: true)
        }) {
            return .status(.credentialExcluded)
        }
        if !shown.present, gesture == .decline { return .status(.operationDenied) }
        consume()
        lastCredential += 1
        if let user { credentials.removeAll { $0.rpID == rpID && $0.user == user } }
        credentials.append(Credential(number: lastCredential, rpID: rpID, user: user, protection: protection))
        return .made(shown.verified ? [.userPresent, .userVerified] : .userPresent)
    }

    mutating func get(_ rpID: String, allow: [Int], uv: Bool, up: Bool, token tokenID: Int?) -> Outcome {
        rest = nil
        var byFinger = tokenID == nil && uv
        if byFinger, fingers.isEmpty { return .status(.invalidOption) }
        if up, alwaysUv, tokenID == nil || !isProtected {
            if fingers.isEmpty { return .status(.puatRequired) }
            byFinger = true
        }
        let (shown, status) = authorize(tokenID, .getAssertion, rpID, byFinger: byFinger)
        guard let shown else { return .status(status) }
        let found: [Int]
        if allow.isEmpty {
            found = credentials.reversed().filter {
                $0.user != nil && $0.isUsable(rpID, verified: shown.verified, listed: false)
            }.map(\.number)
        } else {
            found = allow.filter { number in
                credentials.contains {
                    $0.number == number && $0.isUsable(rpID, verified: shown.verified, listed: true)
                }
            }.prefix(1).map(\.self)
        }
        guard let first = found.first else { return .status(.noCredentials) }
        var flags: AuthenticatorData.Flags = shown.verified ? .userVerified : []
        if up {
            if !shown.present, gesture == .decline { return .status(.operationDenied) }
            consume()
            flags.insert(.userPresent)
        }
        if found.count > 1 {
            rest = Rest(
                numbers: Array(found.dropFirst()), flags: flags, token: isProtected ? tokenID : nil, last: now)
        }
        return .signed(flags, by: first, of: found.count)
    }

    mutating func getNext() -> Outcome {
        guard var next = rest, now - next.last <= .seconds(30), let number = next.numbers.first,
            next.token == nil || token?.id == next.token && token?.isAlive(now) == true
        else {
            rest = nil
            return .status(.notAllowed)
        }
        next.numbers.removeFirst()
        next.last = now
        rest = next
        return .signed(next.flags, by: number, of: 1)
    }

    // MARK: PINs and tokens

    mutating func setPIN(_ new: String) -> Outcome {
        rest = nil
        guard pin == nil else { return .status(.pinAuthInvalid) }
        (pin, pinTries, mustChange) = (new, 8, false)
        return .ok
    }

    mutating func changePIN(from old: String, to new: String) -> Outcome {
        rest = nil
        if let status = compare(old) { return .status(status) }
        if mustChange, new == pin { return .status(.pinPolicyViolation) }
        (pin, mustChange, token) = (new, false, nil)
        return .ok
    }

    mutating func tokenByPIN(_ typed: String, _ permissions: PINUVAuthPermissions, _ rpID: String) -> Outcome {
        rest = nil
        if let status = compare(typed) { return .status(status) }
        if mustChange { return .status(.pinPolicyViolation) }
        issue(permissions, rpID, isPresent: false)
        return .ok
    }

    mutating func tokenByFinger(_ permissions: PINUVAuthPermissions, _ rpID: String) -> Outcome {
        rest = nil
        guard !fingers.isEmpty else { return .status(.notAllowed) }
        switch fingerprint(tries: 1) {
        case .verified:
            issue(permissions, rpID, isPresent: true)
            return .ok
        case .declined: return .status(.operationDenied)
        case .failed: return .status(.uvInvalid)
        case .blocked: return .status(.uvBlocked)
        }
    }

    // MARK: Configuration, reset, power

    private mutating func configure(_ tokenID: Int?, isFree: Bool) -> CTAPStatus? {
        rest = nil
        if !isProtected, isFree { return nil }
        guard let tokenID else { return .puatRequired }
        return verify(tokenID, .authenticatorConfiguration) ? nil : .pinAuthInvalid
    }

    mutating func toggleAlwaysUv(token: Int?) -> Outcome {
        if let status = configure(token, isFree: true) { return .status(status) }
        alwaysUv.toggle()
        return .ok
    }

    mutating func forceChange(token tokenID: Int?) -> Outcome {
        if let status = configure(tokenID, isFree: !alwaysUv) { return .status(status) }
        guard pin != nil else { return .status(.pinNotSet) }
        mustChange = true
        token = nil
        return .ok
    }

    mutating func reset() -> Outcome {
        rest = nil
        guard now - poweredUp <= .seconds(10) else { return .status(.notAllowed) }
        if gesture == .decline { return .status(.operationDenied) }
        (pin, fingers, credentials, token) = (nil, [], [], nil)
        (pinTries, wrongInARow, fingerTries, mustChange, alwaysUv) = (8, 0, 5, false, false)
        return .ok
    }

    mutating func powerCycle() {
        (token, rest, wrongInARow, poweredUp) = (nil, nil, 0, now)
    }

    mutating func changeChannel() { rest = nil }

    mutating func enroll(_ finger: String) { fingers.insert(finger) }

    // MARK: U2F

    mutating func register(_ rpID: String) -> Outcome {
        rest = nil
        if alwaysUv || gesture == .decline { return .word(.commandNotAllowed) }
        lastCredential += 1
        credentials.append(Credential(number: lastCredential, rpID: rpID, user: nil, protection: 1))
        return .word(.noError)
    }

    mutating func authenticate(_ rpID: String, _ number: Int, _ control: U2FAuthenticate.Control) -> Outcome {
        rest = nil
        if alwaysUv { return .word(.commandNotAllowed) }
        guard
            credentials.contains(where: {
                $0.number == number && $0.isUsable(rpID, verified: false, listed: true)
            })
        else { return .word(.wrongData) }
        switch control {
        case .checkOnly: return .word(.conditionsNotSatisfied)
        case .enforceUserPresenceAndSign where gesture == .decline: return .word(.commandNotAllowed)
        case .enforceUserPresenceAndSign: return .signed(.userPresent, by: number, of: 1)
        case .dontEnforceUserPresenceAndSign: return .signed([], by: number, of: 1)
        }
    }
}
