import { Type } from 'typebox'
import type { BodyOf, DataOf, QueryOf } from '#contract/call.ts'
import type { staffPaperList, staffPaperReaders, staffPaperSave } from '#contract/firsttrade.ts'
import { Id } from '#contract/shapes.ts'
import { addDays, beijingDate, type TradeDate } from '#domain/dates.ts'
import {
  missingGoodsPapers,
  missingSupplierPapers,
  TRADE_PAPER_SOON_DAYS,
  type TradePaperKind,
  tradePaperForm,
  tradePaperName,
  tradePaperStanding,
} from '#domain/first-trade.ts'
import { isTradeDate } from '#domain/identifiers.ts'
import { type StaffActor, writeAudit } from '../../../platform/audit.ts'
import type { Connection, DatabaseHandle } from '../../../platform/database.ts'
import { conflict, type FieldError, fieldErrors, notFound } from '../../../platform/errors.ts'
import { jobs } from '../../../platform/jobs.ts'
import { paperProblems } from '../../../platform/paper-fields.ts'
import { defineTask } from '../../../platform/tasks.ts'
import { transact } from '../../../platform/transact.ts'
import { claimFiles, filesOf, fileWire, type StoredFile } from '../../who/files/public.ts'
import { withdrawBegun } from '../documents/public.ts'
import {
  endPaper,
  fileSubject,
  findPaper,
  insertPaper,
  lockKind,
  type NewTradePaper,
  papersForStaff,
  papersInForce,
  type TradePaperRow,
} from './store.ts'
import { goodsOf, readersOf } from './views.ts'

type StaffPaperWire = DataOf<typeof staffPaperSave>

export const paperChanged = defineTask('firsttrade.changed', Type.Object({ paper_id: Id }), { formerly: ['first_trade.changed'] })
const READERS = 50

export function paperData(paper: TradePaperRow, today: TradeDate) {
  const { standing, daysLeft } = tradePaperStanding(paper.expiresOn, today)
  return {
    id: paper.id,
    kind: paper.kind,
    name: tradePaperName(paper.kind, paper.holder),
    number: paper.number,
    holder: paper.holder,
    issuer: paper.issuer,
    issued_on: paper.issuedOn,
    expires_on: paper.expiresOn,
    days_left: daysLeft,
    state: standing,
    note: paper.note,
  }
}

const staffWire = (paper: TradePaperRow, files: readonly StoredFile[], today: TradeDate): StaffPaperWire => ({
  ...paperData(paper, today),
  goods_id: paper.goodsId,
  paper_state: paper.state,
  reason: paper.reason,
  created_at: paper.createdAt.toISOString(),
  created_by: paper.createdBy,
  files: files.map(fileWire),
})

async function staffPaper(connection: Connection, id: number, now: Date): Promise<StaffPaperWire> {
  const paper = await findPaper(connection, id)
  if (paper === null) throw notFound('资料')
  const files = await filesOf(connection, [fileSubject(id)])
  return staffWire(paper, files.get(fileSubject(id)) ?? [], beijingDate(now))
}

/** As it will be kept; throws field errors, each with its field. */
function paperFrom(body: BodyOf<typeof staffPaperSave>, today: TradeDate): NewTradePaper {
  const goodsId = body.goods_id ?? null
  const form = tradePaperForm(body.kind, goodsId !== null)
  if (form === null) throw fieldErrors([{ field: 'kind', message: goodsId === null ? '没有这种企业资料' : '没有这种品种资料' }])
  const { holder: person = '', number = '', issuer = '', note = '' } = body
  const faults: FieldError[] = paperProblems({ holder: person, number, issuer, note })
  const holder = body.holder?.trim() ?? ''
  if (form.named && holder === '') faults.push({ field: 'holder', message: '请填写姓名' })
  const day = (field: 'issued_on' | 'expires_on', name: string): TradeDate | null => {
    const value = body[field]?.trim() ?? ''
    if (value !== '' && !isTradeDate(value)) faults.push({ field, message: `${name}不是有效的日期` })
    return value === '' ? null : value
  }
  const issuedOn = day('issued_on', '签发日期')
  const endless = body.is_endless === 1
  const expiresOn = endless ? null : day('expires_on', '有效期')
  if (expiresOn === null && !(endless && form.mayBeEndless) && faults.length === 0)
    faults.push({ field: 'expires_on', message: form.mayBeEndless ? '请填写有效期，或选择长期有效' : `${form.name}须填写有效期` })
  if (expiresOn !== null && expiresOn < today) faults.push({ field: 'expires_on', message: '已经过期，不能登记' })
  if (issuedOn !== null && issuedOn > today) faults.push({ field: 'issued_on', message: '签发日期不能晚于今天' })
  if (faults.length > 0) throw fieldErrors(faults)
  return {
    goodsId,
    kind: body.kind as TradePaperKind,
    holder: form.named ? holder : '',
    number: body.number?.trim() ?? '',
    issuer: body.issuer?.trim() ?? '',
    issuedOn,
    expiresOn,
    note: body.note?.trim() ?? '',
  }
}

/** Buyers hear of it, and packs are made anew, by a job: there may be thousands of them. */
const announce = (trx: Connection, id: number, now: Date) =>
  jobs.enqueue(trx, paperChanged, { paper_id: id }, { key: `trade_paper:${id}`, runAt: now })

/** A paper in force at once; one of the same kind and person gives way to it. */
export async function savePaper(
  database: DatabaseHandle,
  staff: StaffActor,
  body: BodyOf<typeof staffPaperSave>,
  now: Date,
): Promise<StaffPaperWire> {
  const paper = paperFrom(body, beijingDate(now))
  return transact(database.db, async (trx) => {
    if (paper.goodsId !== null && (await goodsOf(trx, paper.goodsId)) === null)
      throw fieldErrors([{ field: 'goods_id', message: '商品不存在' }])
    const old = await lockKind(trx, paper)
    if (old !== null) await endPaper(trx, old.id, 'replaced', '', now)
    const id = await insertPaper(trx, paper, old?.series ?? null, staff.name, now)
    await claimFiles(trx, { companyId: null, ids: body.file_ids, purpose: 'trade_paper', subject: fileSubject(id), field: 'file_ids' })
    await writeAudit(
      trx,
      staff,
      {
        action: 'trade_paper.save',
        subject: `trade_paper:${id}`,
        before: old && { id: old.id, number: old.number, expires_on: old.expiresOn },
        after: { kind: paper.kind, goods: paper.goodsId, holder: paper.holder, number: paper.number, expires_on: paper.expiresOn },
      },
      now,
    )
    await announce(trx, id, now)
    return staffPaper(trx, id, now)
  })
}

/** Taken out of all packs; copies that were given say when they are verified that it no longer stands. */
export async function withdrawPaper(
  database: DatabaseHandle,
  staff: StaffActor,
  id: number,
  reason: string,
  now: Date,
): Promise<StaffPaperWire> {
  return transact(database.db, async (trx) => {
    const paper = await findPaper(trx, id, true)
    if (paper === null) throw notFound('资料')
    if (paper.state !== 'in_force') throw conflict(paper.state === 'withdrawn' ? '资料已经撤下' : '资料已被新版本替代')
    await endPaper(trx, id, 'withdrawn', reason, now)
    await withdrawBegun(trx, 'licence_copy', `trade_paper:${paper.series}:`, reason)
    await writeAudit(
      trx,
      staff,
      {
        action: 'trade_paper.withdraw',
        subject: `trade_paper:${id}`,
        before: { state: 'in_force' },
        after: { state: 'withdrawn', reason },
      },
      now,
    )
    await announce(trx, id, now)
    return staffPaper(trx, id, now)
  })
}

export async function papersOfStaff(
  { db }: DatabaseHandle,
  query: QueryOf<typeof staffPaperList>,
  now: Date,
): Promise<DataOf<typeof staffPaperList>> {
  const today = beijingDate(now)
  const soon = query.soon === 1
  const rows = await papersForStaff(db, {
    goodsId: query.goods_id ?? (soon ? undefined : null),
    ended: query.all === 1 && !soon,
    before: soon ? addDays(today, TRADE_PAPER_SOON_DAYS) : null,
  })
  const files = await filesOf(
    db,
    rows.map(({ id }) => fileSubject(id)),
  )
  const kinds = (await papersInForce(db, query.goods_id ?? null)).map(({ kind }) => kind)
  return {
    list: rows.map((row) => staffWire(row, files.get(fileSubject(row.id)) ?? [], today)),
    missing: query.goods_id === undefined ? missingSupplierPapers(kinds) : missingGoodsPapers(kinds),
  }
}

export async function readersWire(
  { db }: DatabaseHandle,
  id: number,
  query: QueryOf<typeof staffPaperReaders>,
): Promise<DataOf<typeof staffPaperReaders>> {
  const paper = await findPaper(db, id)
  if (paper === null) throw notFound('资料')
  const rows = await readersOf(db, paper, { unseen: query.unseen === 1, after: query.after ?? 0 }, READERS)
  const time = (at: Date | null) => (at === null ? null : new Date(at).toISOString())
  return {
    list: rows.map((row) => ({
      company_id: row.companyId,
      name: row.name,
      seen_at: time(row.seenAt),
      downloaded_at: time(row.downloadedAt),
      downloads: row.downloads,
    })),
    next: rows.length < READERS ? null : (rows.at(-1)?.companyId ?? null),
  }
}
