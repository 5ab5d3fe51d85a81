import { type BroadcastDraftWire, staffBroadcastSend } from '#contract/broadcasts.ts'
import type { BodyOf } from '#contract/call.ts'
import { beijingMinute } from '#domain/dates.ts'
import { type StaffActor, writeAudit } from '../../../platform/audit.ts'
import { auditCall } from '../../../platform/audit-call.ts'
import type { Connection, DatabaseHandle } from '../../../platform/database.ts'
import { changedMeanwhile, conflict, fieldErrors, notFound } from '../../../platform/errors.ts'
import type { Jobs } from '../../../platform/jobs.ts'
import { transact } from '../../../platform/transact.ts'
import type { Deed, Weighed } from '../../who/approvals/public.ts'
import { segmentsOf } from '../../who/segments/public.ts'
import { broadcastOf } from './screens.ts'
import { broadcastWork } from './sending.ts'
import { type BroadcastRow, insertBroadcast, lockBroadcast, type Plan, setApproved, setStopped, writeBroadcast } from './store.ts'
import { audienceText, dayOf, planOf, sendAt, sendingRules } from './terms.ts'
import { audienceCompanies, broadcastById, countOften } from './views.ts'

/** Drafts are saved by one person; what another one approved is sent as it stands. */

type Database = Pick<DatabaseHandle, 'db'>

async function saidOf(connection: Connection, { title, text, url, audience, plannedAt }: Plan) {
  const names = await segmentsOf(connection, audience.segments)
  return {
    title,
    text,
    url,
    audience: audienceText(audience, names),
    codes: audience.codes,
    at: plannedAt === null ? '批准后就发' : beijingMinute(plannedAt),
  }
}

export async function addBroadcast({ db }: Database, staff: StaffActor, typed: BroadcastDraftWire, now: Date): Promise<number> {
  return transact(db, async (trx) => {
    const plan = await planOf(trx, typed, now)
    const id = await insertBroadcast(trx, plan, staff.name, now)
    await writeAudit(trx, staff, { action: 'broadcast.add', subject: `broadcast:${id}`, before: null, after: await saidOf(trx, plan) }, now)
    return id
  })
}

async function openBroadcast(trx: Connection, id: number, version: number): Promise<BroadcastRow> {
  const row = await lockBroadcast(trx, id)
  if (row === null) throw notFound('群发消息')
  if (row.version === version) return row
  const said = await saidOf(trx, row)
  throw changedMeanwhile(
    row.version,
    Object.entries(said).map(([field, theirs]) => ({ field, theirs })),
  )
}

/** Whoever approves reads what was asked for: it stays as it is until that is decided. */
async function refuseWhileWaiting(trx: Connection, id: number, now: Date): Promise<void> {
  const head = await broadcastById(trx, id, now)
  if (head?.request != null) throw conflict(`已由 ${head.request.asked_by} 送审，等待批准；要修改或撤下，请先撤回送审`)
}

export async function saveBroadcast(
  { db }: Database,
  staff: StaffActor,
  id: number,
  { version, ...typed }: BroadcastDraftWire & { version: number },
  now: Date,
): Promise<void> {
  await transact(db, async (trx) => {
    const row = await openBroadcast(trx, id, version)
    if (row.dueAt !== null) throw conflict('批准过的群发不再修改；请照此新建一条')
    if (row.endedAt !== null) throw conflict('这条群发已撤下')
    await refuseWhileWaiting(trx, id, now)
    const plan = await planOf(trx, typed, now)
    const [before, after] = [await saidOf(trx, row), await saidOf(trx, plan)]
    await writeBroadcast(trx, id, plan, staff.name, now)
    await writeAudit(trx, staff, { action: 'broadcast.change', subject: `broadcast:${id}`, before, after }, now)
  })
}

/** What the segments ask for at this moment; a segment that changes later changes nothing of what was approved. */
async function sendable(trx: Connection, id: number, version: number, now: Date) {
  const row = await openBroadcast(trx, id, version)
  if (row.dueAt !== null) throw conflict('这条群发已经批准')
  if (row.endedAt !== null) throw conflict('这条群发已撤下')
  if (row.plannedAt !== null && row.plannedAt <= now) throw fieldErrors([{ field: 'at', message: '发送时间已经过去，请改后再送审' }])
  const known = await segmentsOf(trx, row.audience.segments)
  if (row.audience.segments.some((segment) => !known.has(segment))) throw fieldErrors([{ field: 'segments', message: '选的客群已不存在' }])
  return { row, segments: [...known.values()].map(({ facts }) => facts), names: known }
}

async function weighBroadcast(
  { db }: Database,
  id: number,
  { version, reason }: BodyOf<typeof staffBroadcastSend>,
  now: Date,
  isAsked: boolean,
): Promise<Weighed> {
  const { row, segments, names } = await sendable(db, id, version, now)
  const companies = await audienceCompanies(db, row.audience, segments, now)
  // Whoever approves may see fewer.
  if (companies.length === 0 && isAsked) throw fieldErrors([{ field: 'segments', message: '现在没有一家企业符合，请改后再送审' }])
  const { quiet, perDay } = await sendingRules(db)
  const due = sendAt(row.plannedAt, quiet, now)
  const often = await countOften(db, companies, dayOf(due), perDay)
  const isPutOff = row.plannedAt === null && due > now
  const when =
    row.plannedAt === null && !isPutOff
      ? '批准后就发'
      : `${beijingMinute(due)}${due > (row.plannedAt ?? now) ? '（免打扰时段，顺延）' : ''}`
  const audience = audienceText(row.audience, names)
  return {
    subject: `broadcast:${id}`,
    title: `群发“${row.title}”给 ${companies.length.toLocaleString('zh-CN')} 家：${audience}`,
    changes: [
      { name: '企业', before: '', after: `${companies.length.toLocaleString('zh-CN')} 家：${audience}` },
      ...(often === 0 ? [] : [{ name: '当天已收满、不发', before: '', after: `${often} 家` }]),
      ...(row.audience.codes === '' ? [] : [{ name: '指定的编码', before: '', after: row.audience.codes.replaceAll('\n', '、') }]),
      { name: '标题', before: '', after: row.title },
      { name: '内容', before: '', after: row.text },
      { name: '链接', before: '', after: row.url || '没有' },
      { name: '发送', before: '', after: when },
    ],
    stands: JSON.stringify([row.version, segments]),
    reason: reason?.trim() || '按计划群发',
  }
}

async function approveBroadcast(trx: Connection, queue: Jobs, staff: StaffActor, id: number, version: number, now: Date): Promise<void> {
  const { row, segments } = await sendable(trx, id, version, now)
  const { quiet } = await sendingRules(trx)
  const dueAt = sendAt(row.plannedAt, quiet, now)
  const approvedBy = auditCall()?.approval?.approved ?? ''
  await setApproved(trx, id, { segments, senderId: staff.accountId, approvedBy, dueAt, now })
  await queue.enqueue(trx, broadcastWork, { broadcast_id: id }, { runAt: dueAt })
  const after = { ...(await saidOf(trx, row)), due: beijingMinute(dueAt) }
  await writeAudit(trx, staff, { action: 'broadcast.send', subject: `broadcast:${id}`, before: null, after }, now)
}

export const broadcastSendDeed = (queue: Jobs): Deed<typeof staffBroadcastSend> => ({
  call: staffBroadcastSend,
  kind: 'broadcast.send',
  weigh: ({ database, params: { id }, body, now, askedAt }) => weighBroadcast(database, id, body, now, askedAt === undefined),
  run: async ({ database, doer, params: { id }, body, now }) => {
    await transact(database.db, (trx) => approveBroadcast(trx, queue, doer, id, body.version, now))
    return broadcastOf(database.db, id, doer.accountId, now)
  },
  said: () => '已排好，到时间就发',
})

export async function stopBroadcast({ db }: Database, staff: StaffActor, id: number, reason: string, now: Date): Promise<void> {
  await transact(db, async (trx) => {
    const row = await lockBroadcast(trx, id)
    if (row === null) throw notFound('群发消息')
    if (row.endedAt !== null) throw conflict('这条群发已经结束')
    await refuseWhileWaiting(trx, id, now)
    const head = await broadcastById(trx, id, now)
    await setStopped(trx, id, staff.name, reason.trim(), now)
    const entry = {
      action: 'broadcast.stop' as const,
      subject: `broadcast:${id}`,
      before: { state: head?.state ?? '' },
      after: { state: 'stopped', sent: head?.counts.sent ?? 0, reason: reason.trim() },
    }
    await writeAudit(trx, staff, entry, now)
  })
}
