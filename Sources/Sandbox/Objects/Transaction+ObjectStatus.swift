import ToqueEncoding

extension ReadTransaction {
    /// The numbers of objects by kind, status and reason.
    func objectCounts() throws -> [ObjectCount] { try session.objectCounts(of: tenant) }

    /// The objects that changed last, newest first.
    /// - Parameters:
    ///   - cursor: only those whose last event is before it.
    ///   - matches: selects the groups of the objects.
    func objectStatuses(
        before cursor: Int64, limit: Int, where matches: (ObjectCount) -> Bool
    ) throws -> [ObjectStatus] {
        // A few of each group, which the index has in order.
        let found = try objectCounts().filter(matches).flatMap { group in
            try session.objectStatuses(of: group, before: cursor, limit: limit, of: tenant)
        }
        return Array(found.sorted { $0.cursor > $1.cursor }.prefix(limit))
    }

    /// The objects whose id begins with the text, or that have it as the value of an indexed member.
    func objectStatuses(matching text: String, limit: Int) throws -> [ObjectStatus] {
        var found = try session.objectStatuses(withPrefix: text, limit: limit, of: tenant)
        let kinds = Set(try objectCounts().map(\.kind)).sorted()
        for index in store.provider.indexes {
            for kind in kinds where found.count < limit {
                found += try session.objectStatuses(kind: kind, index, text, limit: limit, of: tenant)
            }
        }
        var seen: Set<Int64> = []
        return Array(found.filter { seen.insert($0.cursor).inserted }.prefix(limit))
    }

    func objectStatus(_ id: String) throws -> ObjectStatus? { try session.objectStatus(id, of: tenant) }

    /// The kind and the document of an object of any kind: of the one with a life, if several have the id.
    package func anyObject(_ id: String) throws -> (kind: String, body: JSON)? {
        try session.document(ofAnyKind: id, preferring: objectStatus(id)?.kind, of: tenant)
    }

    /// The pending timers, the next first.
    /// - Parameter object: only this object's.
    func timers(of object: String?, limit: Int) throws -> [SandboxTimer] {
        try session.timers(of: object, limit: limit, of: tenant)
    }

    /// The number of webhook deliveries that have neither arrived nor failed.
    func pendingDeliveries() throws -> Int { try session.pendingDeliveries(of: tenant) }
}
