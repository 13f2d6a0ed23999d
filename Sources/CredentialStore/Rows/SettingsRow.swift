import Foundation
import GRDB
import SoftAuthenticator
import ToqueEncoding

/// The table `settings`: one row if anything was configured or counted, otherwise none.
enum SettingsRow {
    static func fetch(_ database: Database) throws -> AuthenticatorSettings {
        let statement = try database.cachedStatement(sql: "SELECT * FROM settings")
        guard let row = try Row.fetchOne(statement) else { return AuthenticatorSettings() }
        var settings = AuthenticatorSettings()
        settings.minPINLength = try row.checked("min_pin_length")
        settings.minPINLengthRPIDs = try rpIDs(row)
        settings.forcePINChange = try row.checked("force_pin_change")
        settings.pinComplexityPolicy = try row.checked("pin_complexity_policy")
        settings.alwaysUv = try row.checked("always_uv")
        settings.enterpriseAttestation = try row.checked("enterprise_attestation")
        settings.longTouchForReset = try row.checked("long_touch_for_reset")
        settings.uvRetries = try row.checked("uv_retries")
        settings.uvCountSinceLastPINEntry = try row.checked("uv_count_since_pin")
        guard (0...AuthenticatorSettings.maxUVRetries).contains(settings.uvRetries) else {
            throw DamagedStore(
                reason: "settings.uv_retries is not a number from 0 to \(AuthenticatorSettings.maxUVRetries)")
        }
        guard (0..<Int.max).contains(settings.uvCountSinceLastPINEntry) else {
            throw DamagedStore(reason: "settings.uv_count_since_pin is not a count")
        }
        return settings
    }

    static func save(_ settings: AuthenticatorSettings, to database: Database) throws {
        try database.execute(
            sql: """
                REPLACE INTO settings (
                    id, min_pin_length, min_pin_length_rp_ids, force_pin_change, pin_complexity_policy, always_uv,
                    enterprise_attestation, long_touch_for_reset, uv_retries, uv_count_since_pin
                ) VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                settings.minPINLength, JSON.array(settings.minPINLengthRPIDs.map(JSON.string)).serialized(),
                settings.forcePINChange, settings.pinComplexityPolicy, settings.alwaysUv,
                settings.enterpriseAttestation, settings.longTouchForReset, settings.uvRetries,
                settings.uvCountSinceLastPINEntry,
            ])
    }

    static func endPINChange(in database: Database) throws {
        try database.execute(sql: "UPDATE settings SET force_pin_change = 0")
    }

    static func delete(from database: Database) throws { try database.execute(sql: "DELETE FROM settings") }

    private static func rpIDs(_ row: Row) throws -> [String] {
        let list = try? JSON(parsing: try row.checked("min_pin_length_rp_ids") as String).arrayValue
        guard let list, case let texts = list.compactMap(\.stringValue), texts.count == list.count else {
            throw DamagedStore(reason: "settings.min_pin_length_rp_ids is not a list of strings")
        }
        return texts
    }
}
