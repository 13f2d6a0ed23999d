import Testing

@testable import SoftAuthenticator

@Suite("Concurrency")
struct ConcurrencyTests {
    @Test("Concurrent assertions verify, each with its own counter value")
    func everyAssertionHasACounterOfItsOwn() async throws {
        // The cache holds fewer keys than there are credentials, so that keys are evicted while others are in use.
        let authenticator = SoftAuthenticator(
            profile: .securityKey, storage: MemoryCredentialStore(), openedKeys: 2)
        var credentials: [(id: [UInt8], verifies: @Sendable (_ authData: [UInt8], _ signature: [UInt8]) -> Bool)] = []
        for user in 1...5 as ClosedRange<UInt8> {
            let made = try await authenticator.make(Sample.make(user: Sample.user(user)))
            let key = try made.publicKey.verifyingKey()
            credentials.append((made.credentialID, { key.verify($1, of: $0 + Sample.hash) }))
        }
        let counters = try await withThrowingTaskGroup(of: UInt32.self) { group in
            for number in 0..<100 {
                let (id, verifies) = credentials[number % credentials.count]
                group.addTask {
                    let assertion = try await authenticator.get(Sample.get(allow: [id]))
                    #expect(verifies(assertion.authenticatorData, assertion.signature))
                    return try assertion.data.signCount
                }
            }
            return try await group.reduce(into: [UInt32]()) { $0.append($1) }
        }
        #expect(counters.sorted() == Array(1...100))
    }

    @Test("Concurrent registrations are all stored")
    func registrationsAtOnceAreAllKept() async throws {
        let storage = MemoryCredentialStore()
        let authenticator = SoftAuthenticator(.ios, storage)
        let made = try await withThrowingTaskGroup(of: [UInt8].self) { group in
            for user in 1...50 as ClosedRange<UInt8> {
                group.addTask { try await authenticator.make(Sample.make(user: Sample.user(user))).credentialID }
            }
            return try await group.reduce(into: Set<[UInt8]>()) { $0.insert($1) }
        }
        #expect(Set(storage.credentials(rpID: Sample.rpID).map(\.id)) == made)
        #expect(made.count == 50)
    }
}
