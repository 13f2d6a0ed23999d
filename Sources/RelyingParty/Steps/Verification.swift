import ToqueEncoding

/// A ceremony in progress: the policy, and the checks so far. The steps are in extensions, a file for each concern.
struct Verification {
    let policy: VerificationPolicy
    let clock: @Sendable () -> Timestamp
    let chains: ChainCache
    private let section: Check.Section
    private var checks: [Check] = []

    private init(
        _ section: Check.Section, policy: VerificationPolicy, clock: @escaping @Sendable () -> Timestamp,
        chains: ChainCache
    ) {
        self.section = section
        self.policy = policy
        self.clock = clock
        self.chains = chains
        checks.reserveCapacity(24)
    }

    /// Runs the steps of a ceremony; the first failure ends it.
    static func run<Value>(
        _ section: Check.Section, policy: VerificationPolicy,
        clock: @escaping @Sendable () -> Timestamp = Timestamp.now, chains: ChainCache = ChainCache(),
        _ steps: (inout Verification) throws(VerificationFailure) -> Value
    ) -> Verdict<Value> {
        var verification = Verification(section, policy: policy, clock: clock, chains: chains)
        do throws(VerificationFailure) {
            let value = try steps(&verification)
            return Verdict(checks: verification.checks, result: .success(value))
        } catch {
            return Verdict(checks: verification.checks, result: .failure(error))
        }
    }

    /// Records a check, and ends the ceremony if it failed and is not only reported.
    mutating func check(
        _ name: Check.Name, _ passed: Bool, _ code: VerdictCode, _ message: @autoclosure () -> String,
        reaction: VerificationPolicy.Reaction = .reject
    ) throws(VerificationFailure) {
        checks.append(Check(section: section, name: name, passed: passed))
        guard passed || reaction == .report else { throw VerificationFailure(code, message()) }
    }

    /// Records a check that has a code for each way to fail.
    mutating func check(
        _ name: Check.Name, _ failure: VerificationFailure?, reaction: VerificationPolicy.Reaction = .reject
    ) throws(VerificationFailure) {
        checks.append(Check(section: section, name: name, passed: failure == nil))
        if let failure, reaction == .reject { throw failure }
    }

    /// Records a check that produces a value.
    mutating func check<Value>(
        _ name: Check.Name, _ body: () throws(VerificationFailure) -> Value
    ) throws(VerificationFailure) -> Value {
        do throws(VerificationFailure) {
            let value = try body()
            checks.append(Check(section: section, name: name, passed: true))
            return value
        } catch {
            checks.append(Check(section: section, name: name, passed: false))
            throw error
        }
    }

    /// Records whether something could be read.
    mutating func parse<Value>(
        _ name: Check.Name, _ code: VerdictCode, _ body: () throws -> Value
    ) throws(VerificationFailure) -> Value {
        try check(name) { () throws(VerificationFailure) in
            do {
                return try body()
            } catch {
                throw VerificationFailure(code, "\(error)")
            }
        }
    }
}

/// The maximum sizes of a response's members in bytes, checked before anything is read and far above what real
/// authenticators send. `CollectedClientData` has the limit of client data; IDs are compared with known ones.
enum ResponseLimits {
    static let attestationObject = 64 << 10
    static let authenticatorData = 64 << 10
    /// The size of a signature by an RSA key of 8192 bits.
    static let signature = 1024
}
