import type { BroadcastWire, staffBroadcastCompanies, staffBroadcastLook, staffBroadcasts } from '#contract/broadcasts.ts'
import type { DataOf, QueryOf } from '#contract/call.ts'
import { PAGE_SIZE } from '#contract/constants.ts'
import { momentOf } from '#domain/dates.ts'
import type { Connection, DatabaseHandle } from '../../../platform/database.ts'
import { notFound } from '../../../platform/errors.ts'
import { segmentsOf } from '../../who/segments/public.ts'
import { audienceText, companiesIn, dayOf, draftIn, quietText, sendAt, sendingRules } from './terms.ts'
import {
  audienceCompanies,
  type BroadcastHead,
  broadcastById,
  broadcastPage,
  countOften,
  readCounts,
  resultPage,
  someCompanies,
} from './views.ts'

/** Broadcasts as the console shows them. */

type Names = ReadonlyMap<number, { name: string }>

const headWire = (row: BroadcastHead, names: Names): DataOf<typeof staffBroadcasts>['list'][number] => ({
  id: row.id,
  title: row.title,
  state: row.state,
  audience: audienceText(row.audience, names),
  due_at: (row.dueAt ?? row.plannedAt)?.toISOString() ?? null,
  total: Object.values(row.counts).reduce((sum, count) => sum + count, 0),
  sent: row.counts.sent,
  updated_at: row.updatedAt.toISOString(),
  updated_by: row.updatedBy,
})

export async function broadcastsPage(
  { db }: DatabaseHandle,
  query: QueryOf<typeof staffBroadcasts>,
  now: Date,
): Promise<DataOf<typeof staffBroadcasts>> {
  const { page = 1, per_page: perPage = PAGE_SIZE, keywords = '', state = null } = query
  const { rows, total } = await broadcastPage(db, { keywords: keywords.trim(), state }, { page, perPage }, now)
  const names = await segmentsOf(
    db,
    rows.flatMap(({ audience }) => audience.segments),
  )
  return { list: rows.map((row) => headWire(row, names)), total, page, per_page: perPage }
}

export async function broadcastOf(connection: Connection, id: number, viewer: number, now: Date): Promise<BroadcastWire> {
  const row = await broadcastById(connection, id, now)
  if (row === null) throw notFound('群发消息')
  const { audience, request } = row
  const names = await segmentsOf(connection, audience.segments)
  return {
    ...headWire(row, names),
    version: row.version,
    draft: {
      title: row.title,
      text: row.text,
      url: row.url,
      all: audience.all ? 1 : 0,
      segments: audience.segments,
      codes: audience.codes,
      at: row.plannedAt?.toISOString() ?? '',
    },
    segment_names: audience.segments.map((segment) => ({ id: segment, name: names.get(segment)?.name ?? '已删除' })),
    request: request && {
      id: request.id,
      asked_by: request.asked_by,
      asked_at: new Date(request.asked_at).toISOString(),
      mine: request.asker === viewer ? 1 : 0,
    },
    asked_by: row.askedBy,
    approved_by: row.approvedBy,
    counts: { ...row.counts, ...(await readCounts(connection, id)) },
    ended_at: row.endedAt?.toISOString() ?? null,
    stopped_by: row.stoppedBy,
    stopped_reason: row.stoppedReason,
  }
}

const SOME = 20

export async function lookAtBroadcast({ db }: DatabaseHandle, text: string, now: Date): Promise<DataOf<typeof staffBroadcastLook>> {
  const { all, segments, codes, at } = draftIn(text)
  const [{ companies: named, unknown }, known, { quiet, perDay }] = await Promise.all([
    companiesIn(db, codes),
    segmentsOf(db, segments),
    sendingRules(db),
  ])
  const audience = { all: all === 1, segments, companies: named, codes }
  const planned = at === '' ? null : momentOf(at)
  const due = sendAt(planned, quiet, now)
  const companies = await audienceCompanies(
    db,
    audience,
    [...known.values()].map(({ facts }) => facts),
    now,
  )
  const day = dayOf(due)
  const [often, some] = await Promise.all([countOften(db, companies, day, perDay), someCompanies(db, companies.slice(0, SOME), day)])
  return {
    text: audienceText(audience, known),
    companies: companies.length,
    often,
    per_day: perDay,
    unknown: all === 1 ? [] : unknown.slice(0, SOME),
    send_at: due.toISOString(),
    quiet: quietText(quiet),
    is_put_off: due > now && (planned === null || due > planned) ? 1 : 0,
    some: some.map(({ had, ...row }) => ({ ...row, often: had >= perDay ? 1 : 0 })),
  }
}

export async function resultsPage(
  { db }: DatabaseHandle,
  query: QueryOf<typeof staffBroadcastCompanies>,
): Promise<DataOf<typeof staffBroadcastCompanies>> {
  const { page = 1, per_page: perPage = PAGE_SIZE, keywords = '', state = null, broadcast = null } = query
  const { rows, total } = await resultPage(db, { broadcast, state, keywords: keywords.trim() }, { page, perPage })
  const time = (at: Date | null) => at?.toISOString() ?? null
  const list = rows.map(({ at, seenAt, openedAt, ...row }) => ({ ...row, at: time(at), read_at: time(seenAt), opened_at: time(openedAt) }))
  return { list, total, page, per_page: perPage }
}
