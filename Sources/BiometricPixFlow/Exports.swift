// An app names the SDK's types, the API's models and the transport with this module imported alone.
@_exported import APIClient
@_exported import BiometricPixSDK
@_exported import PixAPI
