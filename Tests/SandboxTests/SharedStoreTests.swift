import Logging
import Synchronization
import Testing
import ToqueEncoding

@testable import Sandbox

/// Two stores on one database see each other's changes. The suite `postgresql` runs these tests on a server's database.
@Suite(.timeLimit(.minutes(2))) struct SharedStoreTests {
    private static let start = Timestamp(microseconds: 1_772_366_400_000_000)
    private let clock = ManualClock(now: start)

    @Test("A key and its secrets count at every instance, and end there with the key")
    func keys() async throws {
        let (one, other) = try await SharedStorage.stores(clock: clock)
        #expect(try await other.hasKey("t"))
        #expect(other.keys.takes(id: "t", secret: "secret".utf8))
        #expect(other.secret("key", of: "t")?.text == one.secret("key", of: "t")?.text)
        try await one.admit(APIKey(id: "t", secret: "another"), isConfigured: false, clock: TenantClock()) { _ in }
        try await other.refresh("t")
        #expect(!other.keys.takes(id: "t", secret: "secret".utf8))
        #expect(other.keys.takes(id: "t", secret: "another".utf8))
        try await one.admit(APIKey(id: "late", secret: "secret"), isConfigured: false, clock: TenantClock()) { _ in }
        try await one.remove("t")
        try await other.refreshAll()
        #expect(other.keys.ids == ["late"])
        #expect(try await !other.hasKey("t"))
    }

    @Test("A key that is added while an instance looks at all tenants stays")
    func addedMeanwhile() async throws {
        let (_, store) = try await SharedStorage.stores(clock: clock)
        for number in 0..<200 {
            let id = "late \(number)"
            async let refreshed: Void = store.refreshAll()
            try await store.admit(APIKey(id: id, secret: "secret"), isConfigured: false, clock: TenantClock()) { _ in }
            try await refreshed
            #expect(store.keys.contains(id))
        }
    }

    @Test("A clock that one instance moves is the clock of every instance")
    func clocks() async throws {
        let (one, other) = try await SharedStorage.stores(clock: clock)
        try await one.setClock(TenantClock(frozenAt: Self.start + .seconds(90)), of: "t")
        #expect(try await other.read("t") { $0.now } == Self.start + .seconds(90))
        #expect(other.agenda.clock(of: "t").frozenAt == Self.start + .seconds(90))
    }

    @Test("A timer that one instance sets fires once, at whichever instance comes first")
    func timers() async throws {
        let fired = Mutex(0)
        let (one, other) = try await SharedStorage.stores(clock: clock) { _, _ in fired.withLock { $0 += 1 } }
        try await one.write("t") {
            try $0.schedule(SandboxTimer(kind: "k", subject: "a", due: Self.start + .seconds(5)))
        }
        try await other.refreshAll()
        #expect(other.agenda.due(of: "t") == Self.start + .seconds(5))
        clock.advance(by: .seconds(5))
        try await other.fireDueTimersOfAll()
        try await one.fireDueTimersOfAll()
        try await one.read("t") { _ in }
        #expect(fired.withLock { $0 } == 1)
        #expect(one.agenda.due(of: "t") == nil)
    }

    @Test("A timer fires once, although two instances apply it at the same time")
    func timersTogether() async throws {
        let fired = Mutex<[String]>([])
        let (one, other) = try await SharedStorage.stores(clock: clock) { timer, _ in
            fired.withLock { $0.append(timer.subject) }
        }
        let subjects = (0..<40).map { "\($0)" }
        for subject in subjects {
            let due = clock.now + .seconds(1)
            try await one.write("t") { try $0.schedule(SandboxTimer(kind: "k", subject: subject, due: due)) }
            clock.advance(by: .seconds(1))
            async let first = one.fireDueTimers(of: "t")
            async let second = other.fireDueTimers(of: "t")
            let count = try await first + second
            #expect(count == 1)
        }
        #expect(fired.withLock { $0 } == subjects)
    }

    @Test("An object that another instance changed is read again, and only then")
    func objects() async throws {
        let (one, other) = try await SharedStorage.stores(clock: clock)
        let reads = Mutex(0)
        func color(_ store: SandboxStore) async throws -> String? {
            try await store.read("t") { transaction in
                try transaction.object(kind: "thing", id: "a") { document in
                    reads.withLock { $0 += 1 }
                    return document["color"]?.stringValue ?? ""
                }
            }
        }
        try await one.write("t") { try $0.put(["color": "red"], of: "red", kind: "thing", id: "a") }
        for _ in 0..<2 { #expect(try await color(other) == "red") }
        #expect(try await color(one) == "red")
        #expect(reads.withLock { $0 } == 1)
        try await other.write("t") { try $0.put(["color": "blue"], of: "blue", kind: "thing", id: "a") }
        for store in [one, other] { #expect(try await color(store) == "blue") }
        #expect(reads.withLock { $0 } == 2)
        try await one.renew("t", clock: TenantClock()) { _ in }
        #expect(try await color(other) == nil)
        #expect(try await color(one) == nil)
    }

    @Test("The keys of an earlier configuration stay refused at an instance that does not name them")
    func retiredKeys() async throws {
        let (one, other) = try await SharedStorage.stores(clock: clock)
        try await one.admit(APIKey(id: "old", secret: "secret"), isConfigured: true, clock: TenantClock()) { _ in }
        try await other.retireConfiguredTenants(but: [])
        #expect(try await !other.hasKey("old"))
        #expect(try await one.hasKey("old"))
        #expect(try await other.hasKey("t"))
    }

    @Test("A name is taken by one instance at a time, and free again at its end")
    func claims() async throws {
        let (one, other) = try await SharedStorage.stores(clock: clock)
        let (now, end) = (Self.start, Self.start + .seconds(60))
        #expect(try await one.claim("a", of: "t", at: now, until: end))
        #expect(try await !other.claim("a", of: "t", at: now, until: end))
        #expect(try await other.claim("b", of: "t", at: now, until: end))
        #expect(try await other.claim("a", of: "t", at: end, until: end + .seconds(1)))
        try await other.release("a", of: "t", at: end)
        #expect(try await one.claim("a", of: "t", at: end, until: end + .seconds(1)))
        let keys = (KeysUnderWay(one), KeysUnderWay(other))
        #expect(try await keys.0.begin("k", of: "t"))
        #expect(try await !keys.1.begin("k", of: "t"))
        #expect(try await keys.1.contains("k", of: "t"))
        try await keys.0.end("k", of: "t", after: .zero)
        #expect(try await !keys.1.contains("k", of: "t"))
        #expect(try await keys.1.begin("k", of: "t"))
    }

    @Test("A tenant that is gone is announced once, and has no deliveries")
    func goneTenant() async throws {
        let (one, other) = try await SharedStorage.stores(clock: clock)
        try await other.refresh("t")
        _ = other.deliveries.take()
        try await one.remove("t")
        try await other.refreshAll()
        #expect(other.deliveries.take() == ["t"])
        for _ in 0..<2 {
            let claimed = try await other.claimDeliveries(
                of: "t", at: Self.start, except: [], answerTime: .seconds(1))
            #expect(claimed.due.isEmpty && claimed.next == nil)
            #expect(other.deliveries.take().isEmpty)
        }
    }

    @Test("A tenant whose timers fail stays set aside until they change, or until the database serves again")
    func setAside() {
        let agenda = Agenda()
        let due = Self.start + .seconds(1)
        func dueTenants() -> [String] { agenda.tenantsDue(at: due) }
        agenda.adopt(TenantClock(), due: due, of: "t")
        agenda.setAside("t")
        agenda.adopt(TenantClock(), due: due, of: "t")
        #expect(dueTenants() == [])
        agenda.adopt(TenantClock(), due: Self.start, of: "t")
        #expect(dueTenants() == ["t"])
        agenda.setAside("t", isPassing: true)
        #expect(dueTenants() == [])
        agenda.adopt(TenantClock(), due: Self.start, of: "t")
        #expect(dueTenants() == ["t"])
    }

    @Test("After the loss of a connection no cached object counts")
    func lostConnections() {
        let cache = ObjectCache()
        func key(_ tenant: String) -> ObjectCache.Key { ObjectCache.Key(tenant: tenant, kind: "k", id: "a") }
        for tenant in ["t", "u"] {
            cache.validate(tenant, revision: 1, losses: 0)
            cache.insert("old", for: key(tenant))
        }
        cache.validate("t", revision: 1, losses: 1)
        #expect(cache[key("t")] as? String == nil)
        // An operation that began before the loss.
        cache.validate("u", revision: 1, losses: 0)
        cache.insert("old", for: key("u"))
        cache.validate("u", revision: 1, losses: 1)
        #expect(cache[key("u")] as? String == nil)
        cache.insert("new", for: key("u"))
        cache.validate("u", revision: 1, losses: 1)
        #expect(cache[key("u")] as? String == "new")
    }

    @Test("Claims of idempotency keys end by the real clock, others by the tenant's")
    func claimsByClock() async throws {
        let (one, _) = try await SharedStorage.stores(clock: clock)
        let name = StoredClaim.realTimePrefix + "k"
        let now = Self.start + .seconds(3600)
        #expect(try await one.claim(name, of: "t", at: now, until: now + .seconds(60)))
        #expect(try await one.claim("a", of: "t", at: Self.start, until: Self.start + .seconds(1)))
        let later = now + .seconds(86_400)
        try await one.write("t") { try $0.session.removeExpired(at: later, realNow: now, of: "t") }
        #expect(try await one.hasClaim(name, of: "t", at: now))
        #expect(try await !one.hasClaim("a", of: "t", at: Self.start))
        try await one.write("t") { try $0.session.removeExpired(at: now, realNow: later, of: "t") }
        #expect(try await !one.hasClaim(name, of: "t", at: now))
    }

    @Test("Browsers that showed the token to one instance are known to all with the same token")
    func cookies() async throws {
        let (one, other) = try await SharedStorage.stores(clock: clock)
        let cookie = try await one.controlCookie(forToken: "token")
        #expect(cookie != nil)
        #expect(try await other.controlCookie(forToken: "token") == cookie)
        #expect(try await other.controlCookie(forToken: "changed") != cookie)
        #expect(try await other.controlCookie(forToken: nil) == nil)
    }
}
