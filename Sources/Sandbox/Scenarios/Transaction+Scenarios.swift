/// The stored form beside the objects, because each change of an object looks up its scenario.
private struct ObjectScenario: Sendable {
    /// nil if control set none.
    let name: String?
}

extension ReadTransaction {
    /// Returns the scenario that control set for one object.
    public func scenario(of object: String) throws -> String? {
        let key = scenarioKey(object)
        if let known = store.objects[key] as? ObjectScenario { return known.name }
        let name = try session.scenario(ofObject: object, of: tenant)
        store.objects.insert(ObjectScenario(name: name), for: key)
        return name
    }

    /// Not a kind of any provider.
    fileprivate func scenarioKey(_ object: String) -> ObjectCache.Key {
        ObjectCache.Key(tenant: tenant, kind: "\u{0}scenario", id: object)
    }

    /// The default scenario that control set, if any.
    public func defaultScenario() throws -> String? { try session.defaultScenario(of: tenant) }
}

extension Transaction {
    /// Sets the scenario of one object; nil removes it.
    public func setScenario(_ scenario: String?, of object: String) throws {
        try session.setScenario(scenario, ofObject: object, of: tenant)
        replace(ObjectScenario(name: scenario), for: scenarioKey(object))
    }

    /// Sets the default scenario; nil removes it.
    public func setDefaultScenario(_ scenario: String?) throws {
        try session.setDefaultScenario(scenario, of: tenant)
    }
}
