// With this import alone, an app can use the SDK's types, the API's models and the transport.
@_exported import APIClient
@_exported import BiometricPixSDK
@_exported import PixAPI
