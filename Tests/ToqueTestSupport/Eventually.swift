/// Lets other tasks run until the condition holds; stops if the test is canceled, as by its time limit.
/// - Returns: Whether the condition holds.
public func eventually(_ condition: () -> Bool) async -> Bool {
    while !condition() {
        guard !Task.isCancelled else { return false }
        await Task.yield()
    }
    return true
}
