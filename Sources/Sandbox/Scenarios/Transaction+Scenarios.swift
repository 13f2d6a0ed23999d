import GRDB

extension ReadTransaction {
    /// The scenario that control set for one object.
    public func scenario(of object: String) throws -> String? {
        try String.fetchOne(
            database.cachedStatement(sql: "SELECT scenario FROM object_scenario WHERE tenant = ? AND object = ?"),
            arguments: [tenant, object])
    }

    /// The scenario for what has no other, where control set one.
    public func defaultScenario() throws -> String? {
        try String.fetchOne(
            database.cachedStatement(sql: "SELECT scenario FROM tenant WHERE id = ?"), arguments: [tenant])
    }
}

extension Transaction {
    /// Sets the scenario of one object; nil takes it back.
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
    }

    /// Sets the default scenario; nil takes it back.
    public func setDefaultScenario(_ scenario: String?) throws {
        try run("UPDATE tenant SET scenario = ? WHERE id = ?", [scenario, tenant])
    }
}
