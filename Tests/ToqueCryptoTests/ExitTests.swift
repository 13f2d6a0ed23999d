import Foundation
import Testing

@testable import ToqueCrypto

@Suite("The end of a process")
struct ExitTests {
    /// Each thread is within OpenSSL most of the time, so that OpenSSL's own handler of exits would crash most runs.
    @Test("A process exits while other threads use OpenSSL", arguments: 0..<5)
    func exitDuringUse(_: Int) async {
        await #expect(processExitsWith: .exitCode(7)) {
            let started = DispatchSemaphore(value: 0)
            for _ in 0..<4 {
                Thread.detachNewThread {
                    started.signal()
                    while true { _ = try? KeyPair.generate(.rsa(bits: 2048), random: SystemRandom()) }
                }
            }
            for _ in 0..<4 { started.wait() }
            exit(7)
        }
    }
}
