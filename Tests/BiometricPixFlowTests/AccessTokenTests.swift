import BiometricPixFlow
import Testing
import ToqueEncoding

@Suite struct AccessTokenTests {
    private func token(_ claims: JSON) -> String {
        let header: JSON = ["alg": "HS256", "typ": "JWT"]
        return "\(Base64URL.encode(header.utf8)).\(Base64URL.encode(claims.utf8)).c2lnbmF0dXJl"
    }

    private static let claims: JSON = [
        "token_type": "access", "exp": 1_772_370_000, "iat": 1_772_366_400, "jti": "j1", "user_id": 17,
        "environment": "sandbox", "iss": "https://issuer.example", "scopes": ["read_institutions"],
        "use_cases": ["ENROLLMENT", "PAYMENT_INTENT"], "user_data": ["username": "loja"],
    ]

    @Test("The claims of an access token are decoded")
    func claimsAreRead() throws {
        let claims = try TokenRepository(accessToken: token(Self.claims)).decode()
        #expect(claims.expiresAt?.description == "2026-03-01T13:00:00.000000Z")
        #expect(claims.issuedAt?.description == "2026-03-01T12:00:00.000000Z")
        #expect(claims.tokenType == "access")
        #expect(claims.userID == "17")
        #expect(claims.scopes == ["read_institutions"])
        #expect(claims.useCases == ["ENROLLMENT", "PAYMENT_INTENT"])
        #expect(claims.all["user_data"]?["username"] == "loja")
    }

    @Test("A malformed access token is refused", arguments: ["", "a.b", "a.!.c", "a.e30=.c", "a.bm8.c", "a.W10.c"])
    func anotherTextIsAnError(text: String) {
        #expect(throws: JSONMemberError.self) { try TokenRepository(accessToken: text).decode() }
    }

    @Test("A time outside the calendar is refused", arguments: [1e300, -1e300, 253_402_300_800] as [Double])
    func aTimeOutsideOfTheCalendarIsAnError(seconds: Double) throws {
        let number = JSON.number(try #require(JSONNumber(seconds)))
        #expect(throws: JSONMemberError.self) { try TokenRepository(accessToken: token(["exp": number])).decode() }
    }

    @Test("No description contains the access token")
    func theTokenIsInNoDescription() async throws {
        let text = token(Self.claims)
        let repository = TokenRepository(accessToken: text)
        let provider = StubProvider()
        let connection = PixConnection(
            accessToken: text, server: try #require(ServerURL("http://127.0.0.1:8420")), transport: provider)
        for description in ["\(repository)", "\(connection)", String(reflecting: connection)] {
            #expect(!description.contains(text))
        }
    }

    /// An expired token is still sent: the server decides, and the error explains the refusal.
    @Test("A refusal with 401 tells when the access token expired")
    func aRefusalTellsThatTheTokenHasEnded() async throws {
        let provider = StubProvider()
        provider.script(
            "GET /bank-accounts/", .refusal(401, "authentication_failed"), .refusal(401, "authentication_failed"))
        var connection = PixConnection(
            accessToken: token(Self.claims), server: try #require(ServerURL("http://127.0.0.1:8420")),
            transport: provider)
        for (now, isTold) in [("2026-03-01T12:59:59Z", false), ("2026-03-01T13:00:00Z", true)] {
            let time = try #require(Timestamp(now))
            connection.now = { time }
            let sdk = BiometricPixSDK(connection: connection, device: try DeviceRoot(fixture: .laptop))
            let error = await #expect(throws: BelvoApiException.self) { try await sdk.listBankAccounts() }
            #expect(error?.statusCode == 401)
            #expect(error?.message?.contains("ended at 2026-03-01T13:00:00") == isTold)
        }
    }
}
