import { deviceName, placeOfAddress } from '#domain/devices.ts'
import type { Connection } from '../../../../platform/database.ts'
import type { Viewer } from '../../../../platform/viewer.ts'
import { listSessions } from '../sessions-store.ts'

/** Where an account is signed in, as its owner reads it. */
export async function sessionsWire(connection: Connection, { accountId, sessionId }: Viewer, now: Date) {
  const rows = await listSessions(connection, accountId, now)
  return {
    list: rows.map((row) => ({
      id: row.id,
      device: deviceName(row.userAgent),
      place: placeOfAddress(row.ip),
      ip: row.ip,
      created_at: row.createdAt.toISOString(),
      last_seen_at: (row.id === sessionId ? now : row.lastSeenAt).toISOString(),
      current: Number(row.id === sessionId),
    })),
  }
}
