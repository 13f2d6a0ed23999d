import CTAP
import Testing
import ToqueCrypto

@testable import VirtualKey

private typealias Effect = DeviceState.Effect

/// The state machine alone: events and their effects.
struct DeviceStateTests {
    private func keepalive(_ status: UInt8, _ channel: CTAPHIDChannel, _ client: Int) -> Effect {
        .sendKeepalive(CTAPHIDMessage(channel: channel, command: .keepalive, payload: [status]), to: client)
    }

    private func reply(_ status: CTAPStatus, _ channel: CTAPHIDChannel, _ client: Int) -> Effect {
        .send(CTAPHIDMessage(channel: channel, command: .cbor, payload: [status.rawValue]), to: client)
    }

    @Test("The same events have the same effects")
    func copiesAgree() throws {
        var state = DeviceState(speaksU2F: false)
        let (client, channel) = try state.open()
        var copy = state
        for message in [CTAPCommand.selection.message(on: channel), CTAPCommand.getInfo.message(on: channel)] {
            let effects = try copy.receive(message, from: client)
            #expect(try state.receive(message, from: client) == effects)
        }
        let effects = (copy.suspend(at: .zero), copy.finish(1, reply: [0]))
        #expect(state.suspend(at: .zero) == effects.0)
        #expect(state.finish(1, reply: [0]) == effects.1)
    }

    @Test("A request is executed, kept alive and answered")
    func aRequest() throws {
        var state = DeviceState(speaksU2F: false)
        let (client, channel) = try state.open()
        let request = try #require(try state.ask(client, channel))
        #expect(state.due == nil)
        // Held back until the request is certain to wait.
        #expect(state.changeStatus(.upNeeded, of: request.id, at: .zero) == [])
        #expect(state.suspend(at: .zero) == [keepalive(2, channel, client)])
        #expect(state.due == .milliseconds(100))
        #expect(state.passTime(to: .milliseconds(99)) == [])
        #expect(state.passTime(to: .milliseconds(100)) == [keepalive(2, channel, client)])
        #expect(state.due == .milliseconds(200))
        #expect(state.changeStatus(.upNeeded, of: request.id, at: .milliseconds(100)) == [])
        let news = state.changeStatus(.processing, of: request.id, at: .milliseconds(100))
        #expect(news == [keepalive(1, channel, client)])
        #expect(state.finish(request.id, reply: [0]) == [reply(.ok, channel, client)])
        #expect(state.due == nil)
    }

    @Test("After CANCEL only the answer is sent")
    func canceling() throws {
        var state = DeviceState(speaksU2F: false)
        let (client, channel) = try state.open()
        let request = try #require(try state.ask(client, channel))
        #expect(state.suspend(at: .zero) == [])
        #expect(try state.cancel(client, channel) == [.log(.canceled(connection: client)), .cancel])
        #expect(state.due == nil)
        #expect(state.changeStatus(.upNeeded, of: request.id, at: .zero) == [])
        #expect(state.passTime(to: .seconds(1)) == [])
        let status = CTAPStatus.keepaliveCancel
        #expect(state.finish(request.id, reply: [status.rawValue]) == [reply(status, channel, client)])
    }

    @Test("A command that has not suspended yet is canceled when it does")
    func cancelingEarly() throws {
        var state = DeviceState(speaksU2F: false)
        let (client, channel) = try state.open()
        _ = try #require(try state.ask(client, channel))
        #expect(try state.cancel(client, channel) == [.log(.canceled(connection: client))])
        #expect(state.suspend(at: .zero) == [.cancel])
        #expect(state.due == nil)
    }

    @Test("A request waits until the processor has finished an abandoned one")
    func waiting() throws {
        var state = DeviceState(speaksU2F: false)
        let (client, channel) = try state.open()
        let first = try #require(try state.ask(client, channel))
        #expect(state.suspend(at: .zero) == [])
        let (other, otherChannel) = try state.open()
        let closed: [Effect] = [.close(client), .log(.disconnected(connection: client)), .cancel]
        #expect(state.close(client) == closed)
        #expect(state.close(client) == [])
        #expect(try state.ask(other, otherChannel) == nil)
        #expect(state.passTime(to: .milliseconds(100)) == [keepalive(1, otherChannel, other)])
        let message = CTAPCommand.selection.message(on: otherChannel)
        let second = CTAPHIDTransaction.Request(id: first.id + 1, connection: other, message: message)
        #expect(state.finish(first.id, reply: [0]) == [.execute(second, channelChanged: true)])
        #expect(state.finish(second.id, reply: [0]) == [reply(.ok, otherChannel, other)])
    }

    @Test("A power cut closes every connection and ends the request in progress")
    func power() throws {
        var state = DeviceState(speaksU2F: false)
        let (client, channel) = try state.open()
        let (other, _) = try state.open()
        _ = try state.ask(client, channel)
        #expect(state.suspend(at: .zero) == [])
        let effects: [Effect] = [.close(client, abandoning: channel), .close(other), .log(.powerCycled), .cancel]
        #expect(state.cutPower() == effects)
        #expect(state.cutPower() == [.log(.powerCycled), .cancel])
    }

    @Test("A message whose packets stop is abandoned after its timeout")
    func timeout() throws {
        var state = DeviceState(speaksU2F: false)
        let (client, channel) = try state.open()
        let ping = CTAPHIDMessage(channel: channel, command: .ping, payload: [UInt8](repeating: 1, count: 100))
        let first = try #require(CTAPHIDPacket(report: ping.reports[0]))
        #expect(state.receive(first, from: client, at: .zero, random: SeededRandom(seed: "channels")) == [])
        #expect(state.due == .milliseconds(800))
        let error = CTAPHIDMessage(channel: channel, command: .error, payload: [CTAPHIDError.msgTimeout.rawValue])
        let effects: [Effect] = [
            .send(error, to: client), .log(.refused(connection: client, .msgTimeout)),
        ]
        #expect(state.passTime(to: .milliseconds(800)) == effects)
        #expect(state.due == nil)
    }
}

extension DeviceState {
    fileprivate mutating func receive(_ message: CTAPHIDMessage, from client: Int) throws -> [Effect] {
        var effects: [Effect] = []
        for report in message.reports {
            let packet = try #require(CTAPHIDPacket(report: report))
            effects += receive(packet, from: client, at: .zero, random: SeededRandom(seed: "\(client)"))
        }
        return effects
    }

    /// A client connects and gets a channel.
    fileprivate mutating func open() throws -> (client: Int, channel: CTAPHIDChannel) {
        let client = try #require(connect(maxChannels: 2))
        let message = CTAPHIDMessage(channel: .broadcast, command: .`init`, payload: FramingCase.nonce)
        guard case .send(let answer, client)? = try receive(message, from: client).first else {
            throw CTAPHIDError.other
        }
        return (client, CTAPHIDChannel(rawValue: answer.payload[8..<12].reduce(0) { $0 << 8 | UInt32($1) }))
    }

    /// - Returns: The executed request; nil if it waits.
    fileprivate mutating func ask(_ client: Int, _ channel: CTAPHIDChannel) throws -> CTAPHIDTransaction.Request? {
        let effects = try receive(CTAPCommand.selection.message(on: channel), from: client)
        guard case .execute(let request, _)? = effects.first, effects.count == 1 else { return nil }
        return request
    }

    fileprivate mutating func cancel(_ client: Int, _ channel: CTAPHIDChannel) throws -> [Effect] {
        try receive(CTAPHIDMessage(channel: channel, command: .cancel, payload: []), from: client)
    }
}
