import CTAP

/// CTAPHID_CBOR and CTAPHID_MSG: requests on their way to the processor and back (CTAP 2.3 sections 11.2.9.1.1 and
/// 11.2.9.1.2).
extension DeviceState {
    /// The processor has one command at a time, even while an earlier one is still stopping.
    mutating func enqueue(_ message: CTAPHIDMessage, from connection: Int) -> [Effect] {
        lastID += 1
        let request = CTAPHIDTransaction.Request(id: lastID, connection: connection, message: message)
        transaction = .processing(CTAPHIDTransaction.Processing(request: request))
        guard execution == nil else {
            scheduleKeepalive()
            return []
        }
        return [execute(request)]
    }

    private mutating func execute(_ request: CTAPHIDTransaction.Request) -> Effect {
        let channel = request.message.channel
        defer { lastChannel = channel }
        execution = Execution(id: request.id)
        return .execute(request, channelChanged: lastChannel != channel)
    }

    func reply(_ payload: [UInt8], to request: CTAPHIDTransaction.Request) -> Effect {
        var message = request.message
        message.payload = payload
        return .send(message, to: request.connection)
    }

    /// The current request awaits something: the thread that delivered it continues.
    mutating func suspend(at now: Duration) -> [Effect] {
        self.now = now
        execution?.isSuspended = true
        if execution?.isCanceled == true { return [.cancel] }
        guard case .processing(let processing) = transaction, processing.request.id == execution?.id else { return [] }
        scheduleKeepalive()
        // Its reason for waiting was held back until it was certain that it waits.
        return processing.status == .processing ? [] : [keepalive(processing)]
    }

    /// A request has a new reason for waiting. After a cancellation, its client only awaits the response.
    mutating func changeStatus(_ status: KeepaliveStatus, of id: Int, at now: Duration) -> [Effect] {
        self.now = now
        guard case .processing(var processing) = transaction, processing.request.id == id, processing.status != status
        else { return [] }
        processing.status = status
        transaction = .processing(processing)
        guard let execution, execution.isSuspended, !execution.isCanceled else { return [] }
        scheduleKeepalive()
        return [keepalive(processing)]
    }

    /// The current request is over. If it was given up, another one may have waited for its end.
    mutating func finish(_ id: Int, reply payload: [UInt8]) -> [Effect] {
        execution = nil
        guard case .processing(let processing) = transaction else { return [] }
        guard processing.request.id == id else { return [execute(processing.request)] }
        transaction = nil
        return [reply(payload, to: processing.request)]
    }

    /// None during a CTAPHID_MSG request, which awaits nobody: some U2F hosts mistake a keepalive for a response.
    mutating func scheduleKeepalive() {
        guard case .processing(var processing) = transaction, processing.request.message.command == .cbor else {
            return
        }
        processing.keepalive = now + Self.keepaliveInterval
        transaction = .processing(processing)
    }

    func keepalive(_ processing: CTAPHIDTransaction.Processing) -> Effect {
        let message = CTAPHIDMessage(
            channel: processing.request.message.channel, command: .keepalive, payload: [processing.status.rawValue])
        return .sendKeepalive(message, to: processing.request.connection)
    }
}
