import GRDB

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
        let name = try String.fetchOne(
            database.cachedStatement(sql: "SELECT scenario FROM object_scenario WHERE tenant = ? AND object = ?"),
            arguments: [tenant, object])
        store.objects.insert(ObjectScenario(name: name), for: key)
        return name
    }

    /// Not a kind of any provider.
    fileprivate func scenarioKey(_ object: String) -> ObjectCache.Key {
        ObjectCache.Key(tenant: tenant, kind: "\u{0}scenario", id: object)
    }

    /// The default scenario that control set, if any.
    public func defaultScenario() throws -> String? {
        try String.fetchOne(
            database.cachedStatement(sql: "SELECT scenario FROM tenant WHERE id = ?"), arguments: [tenant])
    }
}

extension Transaction {
    /// Sets the scenario of one object; nil removes it.
    public func setScenario(_ scenario: String?, of object: String) throws {
        if let scenario {
            try run(
                """
                INSERT INTO object_scenario (tenant, object, scenario) VALUES (?, ?, ?)
                ON CONFLICT (tenant, object) DO UPDATE SET scenario = excluded.scenario
                """, [tenant, object, scenario])
        } else {
            try run("DELETE FROM object_scenario WHERE tenant = ? AND object = ?", [tenant, object])
        }
        store.objects.replace(ObjectScenario(name: scenario), for: scenarioKey(object))
    }

    /// Sets the default scenario; nil removes it.
    public func setDefaultScenario(_ scenario: String?) throws {
        try run("UPDATE tenant SET scenario = ? WHERE id = ?", [scenario, tenant])
    }
}
