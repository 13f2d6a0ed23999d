import CTAP
import Testing
import ToqueCrypto

@testable import SoftAuthenticator

/// The permissions and lifetime of a pinUvAuthToken.
struct PINTokenTests {
    typealias Command = AuthenticatorClientPIN

    // MARK: Signatures and permissions

    @Test("A token authorizes only the requested permissions", arguments: PINUVAuthProtocol.allCases)
    func authorize(_ version: PINUVAuthProtocol) throws {
        let bench = try PINBench()
        let token = try bench.token([.makeCredential, .getAssertion], rpID: Sample.rpID, version)
        #expect(token.bytes.count == 32)
        #expect(status { try bench.authorize(token) } == .ok)
        #expect(status { try bench.authorize(token, .getAssertion) } == .ok)
        #expect(status { try bench.authorize(token, .credentialManagement) } == .pinAuthInvalid)
    }

    @Test(
        "getPinToken gives makeCredential and getAssertion for one RP, the first", arguments: PINUVAuthProtocol.allCases
    )
    func legacyToken(_ version: PINUVAuthProtocol) throws {
        let bench = try PINBench()
        let token = try bench.token(nil, version)
        #expect(bench.permissionsRPID == nil)
        #expect(status { try bench.authorize(token, .credentialManagement) } == .pinAuthInvalid)
        #expect(status { try bench.authorize(token, .makeCredential, rpID: "first.example") } == .ok)
        #expect(status { try bench.authorize(token, .getAssertion, rpID: "second.example") } == .pinAuthInvalid)
        #expect(status { try bench.authorize(token, .getAssertion, rpID: "first.example") } == .ok)
    }

    @Test("A token is bound to its RP ID, byte by byte")
    func rpID() throws {
        let bench = try PINBench()
        let token = try bench.token(.makeCredential, rpID: "caf\u{E9}.example")
        for other in ["shop.example", "", "cafe\u{301}.example", "CAF\u{C9}.example"] {
            #expect(status { try bench.authorize(token, rpID: other) } == .pinAuthInvalid)
        }
        #expect(status { try bench.authorize(token, rpID: "caf\u{E9}.example") } == .ok)
    }

    @Test("A command without the token's signature is refused", arguments: PINUVAuthProtocol.allCases)
    func wrongSignature(_ version: PINUVAuthProtocol) throws {
        let bench = try PINBench()
        let token = try bench.token(.makeCredential, rpID: Sample.rpID, version)
        let right = token.sign(Sample.hash)
        var flipped = right
        flipped[0] ^= 1
        for signature in [flipped, right.dropLast(), right + [0], [], token.sign([])] {
            #expect(status { try bench.authorize(version, signature: signature) } == .pinAuthInvalid)
        }
        #expect(status { try bench.authorize(version, signature: right) } == .ok)
    }

    @Test("A token is valid in its own protocol only")
    func otherProtocol() throws {
        for (version, other) in [(PINUVAuthProtocol.one, PINUVAuthProtocol.two), (.two, .one)] {
            let bench = try PINBench()
            let token = try bench.token(.makeCredential, rpID: Sample.rpID, version)
            let signature = other.authenticate(token: token.value, message: Sample.hash)
            #expect(status { try bench.authorize(other, signature: signature) } == .pinAuthInvalid)
            #expect(status { try bench.authorize(token) } == .ok)
        }
    }

    @Test("Without a token, no command is authorized")
    func noToken() throws {
        let bench = try PINBench()
        #expect(!bench.isTokenAlive)
        for version in PINUVAuthProtocol.allCases {
            #expect(status { try bench.authorize(version, signature: []) } == .pinAuthInvalid)
        }
    }

    @Test("A touch uses a token up")
    func consume() throws {
        let bench = try PINBench()
        let token = try bench.token([.makeCredential, .getAssertion, .credentialManagement], rpID: Sample.rpID)
        #expect(status { try bench.authorize(token) } == .ok)
        bench.state.consumeAfterUserPresence()
        // It is still in use, so the ceremony that it began continues.
        #expect(bench.isTokenAlive)
        for permission in [PINUVAuthPermissions.makeCredential, .getAssertion, .credentialManagement] {
            #expect(status { try bench.authorize(token, permission) } == .pinAuthInvalid)
        }
    }

    // MARK: What voids a token

    @Test(
        "A new token voids those of both protocols", arguments: PINUVAuthProtocol.allCases, PINUVAuthProtocol.allCases)
    func newToken(_ first: PINUVAuthProtocol, _ second: PINUVAuthProtocol) throws {
        let bench = try PINBench()
        let old = try bench.token(.makeCredential, rpID: Sample.rpID, first)
        let generation = bench.tokenGeneration
        let new = try bench.token(.makeCredential, rpID: Sample.rpID, second)
        #expect(bench.tokenGeneration != generation)
        #expect(old.bytes != new.bytes)
        #expect(status { try bench.authorize(old) } == .pinAuthInvalid)
        #expect(status { try bench.authorize(new) } == .ok)
    }

    @Test(
        "A new PIN voids the tokens of both protocols", arguments: PINUVAuthProtocol.allCases,
        PINUVAuthProtocol.allCases)
    func newPIN(_ tokens: PINUVAuthProtocol, _ change: PINUVAuthProtocol) throws {
        let bench = try PINBench()
        let token = try bench.token(.makeCredential, rpID: Sample.rpID, tokens)
        let generation = bench.tokenGeneration
        try bench.send(bench.command(.changePIN, change))
        #expect(!bench.isTokenAlive)
        #expect(bench.tokenGeneration != generation)
        #expect(status { try bench.authorize(token) } == .pinAuthInvalid)
    }

    @Test("A reset of the tokens and a power cycle void them")
    func reset() throws {
        let bench = try PINBench()
        for void in [{ bench.state.resetTokens() }, { bench.powerCycle() }] {
            let token = try bench.token(.makeCredential, rpID: Sample.rpID)
            void()
            #expect(!bench.isTokenAlive)
            #expect(status { try bench.authorize(token) } == .pinAuthInvalid)
        }
    }

    @Test("A power cycle renews both key agreements", arguments: PINUVAuthProtocol.allCases)
    func powerCycle(_ version: PINUVAuthProtocol) throws {
        let bench = try PINBench()
        let command = try bench.command(.changePIN, version)
        bench.powerCycle()
        #expect(status { try bench.send(command) } == .pinAuthInvalid)
    }

    @Test("A wrong PIN and a failed change leave a token valid")
    func wrongPIN() throws {
        let bench = try PINBench()
        let token = try bench.token(.makeCredential, rpID: Sample.rpID)
        #expect(bench.tryWrongPIN() == .pinInvalid)
        #expect(
            status { try bench.send(bench.command(.changePIN, newPIN: PINBench.pad("1"))) } == .pinPolicyViolation)
        #expect(status { try bench.authorize(token) } == .ok)
    }

    // MARK: Time

    @Test("An unused token is void after 30 s")
    func initialUsage() throws {
        let bench = try PINBench()
        let token = try bench.token(.makeCredential, rpID: Sample.rpID)
        bench.uptime.advance(.seconds(30) - .nanoseconds(1))
        #expect(bench.isTokenAlive)
        bench.uptime.advance(.nanoseconds(1))
        #expect(!bench.isTokenAlive)
        #expect(status { try bench.authorize(token) } == .pinAuthInvalid)
    }

    @Test("A refused token does not count as used")
    func refusedIsUnused() throws {
        let bench = try PINBench()
        let token = try bench.token(.makeCredential, rpID: Sample.rpID)
        #expect(status { try bench.authorize(token, .credentialManagement) } == .pinAuthInvalid)
        #expect(status { try bench.authorize(token, rpID: "other.example") } == .pinAuthInvalid)
        #expect(status { try bench.authorize(.two, signature: []) } == .pinAuthInvalid)
        bench.uptime.advance(.seconds(30))
        #expect(status { try bench.authorize(token) } == .pinAuthInvalid)
    }

    @Test("A used token is void after ten minutes, however often it was used")
    func maxUsage() throws {
        let bench = try PINBench()
        let token = try bench.token(.makeCredential, rpID: Sample.rpID)
        bench.uptime.advance(.seconds(29))
        for _ in 1...19 {
            #expect(status { try bench.authorize(token) } == .ok)
            bench.uptime.advance(.seconds(30))
        }
        // 599 seconds.
        #expect(status { try bench.authorize(token) } == .ok)
        bench.uptime.advance(.seconds(1))
        #expect(!bench.isTokenAlive)
        #expect(status { try bench.authorize(token) } == .pinAuthInvalid)
    }

    @Test("A token from a PIN does not prove presence")
    func pinIsNoPresence() throws {
        let bench = try PINBench()
        _ = try bench.token(nil)
        #expect(!bench.isUserPresent)
    }

    @Test("Presence from a token counts for 19.8 s, and only once")
    func userPresence() throws {
        let bench = try PINBench()
        let exchange = try bench.exchange()
        _ = try bench.state.issueToken(
            permissions: .makeCredential, rpID: nil, userIsPresent: true, under: exchange.shared.secret)
        bench.uptime.advance(.milliseconds(19_799))
        #expect(bench.isUserPresent)
        bench.uptime.advance(.milliseconds(1))
        #expect(!bench.isUserPresent)
        #expect(bench.isTokenAlive)
        _ = try bench.state.issueToken(
            permissions: .makeCredential, rpID: nil, userIsPresent: true, under: exchange.shared.secret)
        #expect(bench.isUserPresent)
        bench.state.consumeAfterUserPresence()
        #expect(!bench.isUserPresent)
    }
}

extension PINBench {
    func authorize(
        _ token: Token, _ permission: PINUVAuthPermissions = .makeCredential, rpID: String = Sample.rpID
    ) throws {
        try authorize(token.version, signature: token.sign(Sample.hash), permission, rpID: rpID)
    }

    func authorize(
        _ version: PINUVAuthProtocol, signature: [UInt8], _ permission: PINUVAuthPermissions = .makeCredential,
        rpID: String = Sample.rpID
    ) throws {
        let proof = PINUVAuthProof(version: version, message: Sample.hash, signature: signature)
        try state.authorize(proof, permission: permission, rpID: rpID)
    }
}
