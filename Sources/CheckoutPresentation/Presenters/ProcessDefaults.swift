import APIClient
import FoundationEssentials
import ToqueEncoding

/// A payment SDK's defaults from the process's environment variables.
package struct ProcessDefaults: Sendable {
    private let variables: [String: String]

    package init(_ variables: [String: String] = ProcessInfo.processInfo.environment) { self.variables = variables }

    /// Why a payment cannot begin.
    package struct Missing: Error, Sendable, Hashable, CustomStringConvertible {
        package let description: String

        package init(_ description: String) { self.description = description }
    }

    /// The server in `TOQUE_<PROVIDER>_SERVER`, or else in `TOQUE_SERVER`. There is no default, so nothing reaches a
    /// provider by accident.
    /// - Parameters:
    ///   - provider: the name in the variables.
    ///   - remedy: the app's alternative to the variable.
    package func server(of provider: String, remedy: String) throws(Missing) -> ServerURL {
        for name in ["TOQUE_\(provider)_SERVER", "TOQUE_SERVER"] {
            guard let text = variables[name], !text.isEmpty else { continue }
            guard let server = ServerURL(text) else {
                throw Missing("\(name): found \(text.quoted), expected https://HOST or http://HOST:PORT")
            }
            return server
        }
        throw Missing("no server: set TOQUE_SERVER, or \(remedy)")
    }

    /// The presenter in `TOQUE_PRESENT`.
    /// - Parameter clock: measures a script's `wait`.
    package func presenter(
        clock: any Clock<Duration>, remedy: String
    ) throws(Missing) -> any CheckoutPresenter {
        do throws(PresenterChoice.PresenterError) {
            if let choice = try PresenterChoice(environment: variables) { return choice.makePresenter(clock: clock) }
        } catch {
            throw Missing("\(error)")
        }
        throw Missing("no presenter: set \(PresenterChoice.variable), or \(remedy)")
    }
}
