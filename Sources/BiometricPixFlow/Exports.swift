// An app names the SDK's types and the API's models with this module imported alone.
@_exported import BiometricPixSDK
@_exported import PixAPI
