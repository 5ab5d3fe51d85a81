import type { EmergencyWire, staffEmergencies, staffEmergencyBegin } from '#contract/approvals.ts'
import type { BodyOf, DataOf } from '#contract/call.ts'
import type { Permission } from '#contract/calls.ts'
import { clashOf, isPermission, PERMISSIONS } from '#contract/permissions.ts'
import { writeAudit } from '../../../../platform/audit.ts'
import type { DatabaseHandle } from '../../../../platform/database.ts'
import { conflict, fieldErrors, notFound } from '../../../../platform/errors.ts'
import { tellLive } from '../../../../platform/live.ts'
import { transact } from '../../../../platform/transact.ts'
import type { Viewer } from '../../../../platform/viewer.ts'
import { endSeeing } from '../sessions-store.ts'
import { closeSpent, type EmergencyRow, endEmergency, insertEmergency, openEmergencies } from './emergency-store.ts'

/** 应急授权: a word for an hour at most, taken by oneself, with a reason, in everybody's sight. */

const MINUTE_MS = 60_000
/** What this word opens is a session, which would outlast it. */
const SEES: Permission = 'companies.see'
const nameOf = (word: string): string => (isPermission(word) ? PERMISSIONS[word].name : word)
const subjectOf = (accountId: number): string => `account:${accountId}`
const manages = ({ staff }: Viewer): boolean => staff?.permissions.has('staff.manage') ?? false

function wireOf(row: EmergencyRow, viewer: Viewer): EmergencyWire {
  const isMine = row.accountId === viewer.accountId
  return {
    id: row.id,
    name: row.name,
    word: row.word,
    word_name: nameOf(row.word),
    reason: row.reason,
    of_quality: row.ofQuality ? 1 : 0,
    began_at: row.beganAt.toISOString(),
    until_at: row.untilAt.toISOString(),
    mine: isMine ? 1 : 0,
    may_end: isMine || manages(viewer) ? 1 : 0,
  }
}

export async function emergenciesOf({ db }: DatabaseHandle, viewer: Viewer, now: Date): Promise<DataOf<typeof staffEmergencies>> {
  const seesAll = manages(viewer) || (viewer.staff?.permissions.has('audit.view') ?? false)
  const rows = await openEmergencies(db, seesAll ? null : viewer.accountId, now)
  return { list: rows.map((row) => wireOf(row, viewer)) }
}

/**
 * Whoever holds words of trade gets none of quality, and the other way round, not for an hour either: the law keeps them apart. Whoever
 * holds neither may take one of quality, and that is marked wherever it shows.
 */
export async function beginEmergency(
  { db }: DatabaseHandle,
  viewer: Viewer,
  { word, minutes, reason: said }: BodyOf<typeof staffEmergencyBegin>,
  now: Date,
): Promise<EmergencyWire> {
  if (!isPermission(word)) throw fieldErrors([{ field: 'word', message: `没有这项权限：${word}` }])
  const reason = said.trim()
  if (reason.length < 6) throw fieldErrors([{ field: 'reason', message: '请写明发生了什么、为什么不能等（至少 6 个字）' }])
  const held = [...(viewer.staff?.permissions ?? [])].filter((one) => one !== viewer.staff?.emergency?.word)
  const clash = clashOf([...held, word])
  if (clash !== null)
    throw conflict(`质量权限与业务权限不能由同一人行使，应急时也不能：“${nameOf(clash.quality)}”与“${nameOf(clash.trade)}”`)
  const ofQuality = PERMISSIONS[word].side === 'quality' && !held.includes(word)
  return transact(db, async (trx) => {
    await closeSpent(trx, viewer.accountId, now)
    const untilAt = new Date(now.getTime() + minutes * MINUTE_MS)
    const id = await insertEmergency(trx, { accountId: viewer.accountId, word, reason, ofQuality, untilAt }, now)
    if (id === null) throw conflict('您已有一项应急授权，结束后才能取得另一项')
    const after = { word, word_name: nameOf(word), until: untilAt.toISOString(), minutes, of_quality: ofQuality, reason }
    await writeAudit(trx, viewer, { action: 'emergency.begin', subject: subjectOf(viewer.accountId), before: null, after }, now)
    await tellLive(trx, { staff: true }, { type: 'emergency' })
    const row = (await openEmergencies(trx, viewer.accountId, now)).find((one) => one.id === id)
    if (row === undefined) throw notFound('应急授权')
    return wireOf(row, viewer)
  })
}

export async function stopEmergency({ db }: DatabaseHandle, viewer: Viewer, id: number, now: Date): Promise<void> {
  await transact(db, async (trx) => {
    const row = (await openEmergencies(trx, manages(viewer) ? null : viewer.accountId, now)).find((one) => one.id === id)
    if (row === undefined) throw notFound('应急授权')
    await endEmergency(trx, id, viewer.accountId, now)
    if (row.word === SEES) await endSeeing(trx, row.accountId)
    const before = { word: row.word, until: row.untilAt.toISOString() }
    await writeAudit(
      trx,
      viewer,
      { action: 'emergency.end', subject: subjectOf(row.accountId), before, after: { word: row.word, ended_by: viewer.name } },
      now,
    )
    await tellLive(trx, { staff: true }, { type: 'emergency' })
  })
}
