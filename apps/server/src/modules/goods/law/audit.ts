import { type AuditEntry, writeAudits } from '../../../platform/audit.ts'
import type { Connection } from '../../../platform/database.ts'

/** What the rules did by themselves, on record like what staff does. */
export const auditJudged = (connection: Connection, entries: readonly Omit<AuditEntry, 'action'>[], now: Date): Promise<void> =>
  writeAudits(
    connection,
    { accountId: null, name: '禁售目录' },
    entries.map((entry) => ({ action: 'law.judged' as const, ...entry })),
    now,
  )
