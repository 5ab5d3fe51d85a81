import type { DataOf, QueryOf } from '#contract/call.ts'
import { PAGE_SIZE } from '#contract/constants.ts'
import type { DrawRecordWire, DrawWire, drawRecord, drawSimple } from '#contract/draw.ts'
import { beijingDate } from '#domain/dates.ts'
import { chancesOf, isRunning, layOut, whyNotDraw } from '#domain/draw.ts'
import type { DatabaseHandle } from '../../../platform/database.ts'
import { notFound } from '../../../platform/errors.ts'
import type { ViewerCompany } from '../../../platform/viewer.ts'
import { drawerOf, isInvited, winnable } from './drawer.ts'
import type { OpenDraws } from './open-draws.ts'
import { type DrawRow, findDraw, type PrizeRow, prizesOf, runningDraws, tallyOf } from './store.ts'
import { countOwnRecords, newestWinners, ownRecords } from './views.ts'
import { drawWire, recordWire } from './wire.ts'

/** The first running draw that is for this company. */
async function openDraw({ db }: DatabaseHandle, company: ViewerCompany, now: Date): Promise<DrawRow | null> {
  return (await runningDraws(db, now)).find((draw) => isInvited(company, draw)) ?? null
}

async function chosenDraw(database: DatabaseHandle, company: ViewerCompany, id: number | undefined, now: Date): Promise<DrawRow | null> {
  if (id === undefined) return openDraw(database, company, now)
  const draw = await findDraw(database.db, id)
  if (draw === null) throw notFound('抽奖活动')
  return draw
}

async function standing({ db }: DatabaseHandle, company: ViewerCompany, draw: DrawRow, prizes: readonly PrizeRow[], now: Date) {
  const tally = await tallyOf(db, draw.id, company.id, beijingDate(now))
  const chances = chancesOf({ ...tally, perDay: draw.perDay })
  const open = await winnable(db, prizes, company, now)
  const why = whyNotDraw(draw, drawerOf(company, draw, now), chances.left, layOut(open).length > 0, now)
  return { chances, why }
}

async function shown(database: DatabaseHandle, company: ViewerCompany, draw: DrawRow, now: Date): Promise<DrawWire> {
  const prizes = await prizesOf(database.db, [draw.id])
  const { chances, why } = await standing(database, company, draw, prizes, now)
  return drawWire(draw, prizes, chances, why)
}

export async function drawOf(
  database: DatabaseHandle,
  company: ViewerCompany,
  id: number | undefined,
  now: Date,
): Promise<DrawWire | null> {
  const draw = await chosenDraw(database, company, id, now)
  return draw && shown(database, company, draw, now)
}

/** What the pop-up asks on every page: what runs is kept in the process a few seconds, the rest is one indexed read. */
export async function popUpOf(
  database: DatabaseHandle,
  open: OpenDraws,
  company: ViewerCompany,
  now: Date,
): Promise<DataOf<typeof drawSimple>['draw']> {
  const kept = (await open.read(now)).find(({ draw }) => isRunning(draw, now) && isInvited(company, draw))
  if (kept === undefined) return null
  const { why } = await standing(database, company, kept.draw, kept.prizes, now)
  const { id, name, remarks } = kept.draw
  return { id, is_join: why === '' ? 0 : 1, name, remarks }
}

/** As many as scroll by. */
const WINNERS = 30
const OWN_BESIDE_THE_DRAW = 20

export async function winnersOf(
  database: DatabaseHandle,
  company: ViewerCompany,
  id: number | undefined,
  now: Date,
): Promise<DrawRecordWire[]> {
  const draw = await chosenDraw(database, company, id, now)
  const records = draw === null ? [] : await newestWinners(database.db, draw.id, WINNERS)
  return records.map((record) => recordWire(record, company.id))
}

/** A draw with what this company has drawn in it. */
export async function activityOf(
  database: DatabaseHandle,
  company: ViewerCompany,
  id: number,
  now: Date,
): Promise<{ draw: DrawWire; records: DrawRecordWire[] }> {
  const draw = await findDraw(database.db, id)
  if (draw === null) throw notFound('抽奖活动')
  const [wire, records] = await Promise.all([
    shown(database, company, draw, now),
    ownRecords(database.db, company.id, id, 0, OWN_BESIDE_THE_DRAW),
  ])
  return { draw: wire, records: records.map((record) => recordWire(record, company.id)) }
}

export async function ownRecordsOf(
  { db }: DatabaseHandle,
  company: ViewerCompany,
  { page = 1, per_page: perPage = PAGE_SIZE }: QueryOf<typeof drawRecord>,
): Promise<DataOf<typeof drawRecord>> {
  const [records, total] = await Promise.all([
    ownRecords(db, company.id, null, (page - 1) * perPage, perPage),
    countOwnRecords(db, company.id),
  ])
  return { list: records.map((record) => recordWire(record, company.id)), total, page, per_page: perPage }
}
