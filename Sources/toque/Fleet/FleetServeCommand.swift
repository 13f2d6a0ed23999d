import ArgumentParser
import Fleet
import Glibc
import NIOCore
import ToqueEncoding

struct FleetServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Hold this machine's devices behind a Unix socket, for load tests.",
        discussion: """
            Takes one JSON object a line and answers each with a line, in order on each connection. Requests make \
            devices, risk signals, registrations and signatures, or take a step or a whole journey with its HTTP \
            requests; docs/fleet-protocol.md lists them. Serves until interrupted.

            Example: toque fleet serve --socket /tmp/fleet.sock --target http://127.0.0.1:8420
            """)

    @Option(
        help: .init("Listen on this socket, which only you may use. Required.", valueName: "path"), completion: .file())
    var socket: String

    @OptionGroup var options: FleetOptions

    @Flag(help: "Print the socket and the process ID as JSON.")
    var json = false

    func run() async throws {
        let terminations = Signals.termination()
        let fleet = try await options.fleet()
        let listener: FleetListener
        do {
            listener = try await FleetListener(FleetService(fleet), at: socket) { [socket] reason in
                Console.standard.progress(
                    "\(socket): connections wait: \(reason); raise the limit of open files with `ulimit -n`")
            }
        } catch FleetListenerError.empty {
            throw CommandError.invalid("--socket", socket, expected: "a path")
        } catch let error as FleetListenerError {
            throw CommandError(.cannotStart, at: socket, "\(error)", hint: "pass another --socket")
        } catch let error as IOError {
            throw CommandError(
                .cannotStart, at: socket, String(cString: strerror(error.errnoCode)), hint: "pass another --socket")
        }
        do {
            try announce()
        } catch {
            await listener.stop()
            throw error
        }
        for await _ in terminations { break }
        await listener.stop()
        for answer in fleet.unexpected {
            Console.standard.progress("\(answer.count) times: \(answer.step): \(answer.problem)")
        }
        await fleet.shutdown()
    }

    private func announce() throws {
        if json {
            try Console.standard.result(
                JSON.object(["socket": .string(socket), "pid": .int(getpid())]).serialized())
        } else {
            try Console.standard.result("Fleet ready at \(socket)")
        }
    }
}
