import Testing

/// The SDK against the sandbox, over HTTP. An app has one SDK, so that one test runs at a time.
@MainActor
@Suite(.serialized) struct YunoSDKTests {}
