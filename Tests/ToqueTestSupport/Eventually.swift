/// Lets other tasks go on until the condition holds; gives up where the test is canceled, as its time limit does.
/// - Returns: whether it holds.
public func eventually(_ condition: () -> Bool) async -> Bool {
    while !condition() {
        guard !Task.isCancelled else { return false }
        await Task.yield()
    }
    return true
}
