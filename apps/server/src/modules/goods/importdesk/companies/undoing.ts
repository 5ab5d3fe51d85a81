import { isDeepStrictEqual } from 'node:util'
import { auditActionName } from '#domain/audit-names.ts'
import { REVIEW, reviewName } from '#domain/review.ts'
import { type AuditEntry, writeAudit, writeAudits } from '../../../../platform/audit.ts'
import type { Connection, DatabaseHandle } from '../../../../platform/database.ts'
import {
  type CompanyFacts,
  companyFactsOf,
  type FormerFacts,
  lockCompanyFacts,
  type PaperFacts,
  removeCompanies,
  restoreCompany,
} from '../../import/public.ts'
import type { KeptRow, LookAhead, SaidFields, Undoing, Undone } from '../kind.ts'
import { rowsToTakeBack } from '../store.ts'
import { fieldName, isText, kindOfPaper, saidOf } from './fields.ts'
import { spoken } from './landing.ts'
import { happenedWith } from './store.ts'

/** An import taken back: companies with which nothing has happened go, what was changed of others becomes what it was. */

const WHERE: Readonly<Record<string, string>> = {
  account_company: '已有人登录',
  session: '已有人登录',
  store_invitation: '门店邀请里有它',
  orders: '已有订单',
  cart_line: '购物车里有商品',
  certificate: '已交证照',
  goods_company_price: '有企业专价',
  availability_entry: '可售范围里有它',
  approval_request: '有等待批准的事',
  offer: '活动、优惠券指名给它',
  coupon: '发过优惠券',
  broadcast: '群发消息指名给它',
  broadcast_company: '收到过群发消息',
  message: '收到过消息',
  document: '已有单据',
  chat_conversation: '已有会话',
  'letter opened': '邀请信已被打开',
  address: '另有收货地址',
}
const placeWords = (place: string): string => WHERE[place] ?? (place.includes('.') ? `后来“${auditActionName(place)}”` : '其他记录里有它')

/** Fields that are still as the import left them, and those that somebody changed since. */
function stillIts(is: CompanyFacts, after: SaidFields): { back: string[]; kept: string[] } {
  const now = saidOf(is)
  const fields = Object.keys(after)
  const back = fields.filter((field) => isDeepStrictEqual(now[field]?.is ?? null, after[field]?.is ?? null))
  return { back, kept: fields.filter((field) => !back.includes(field)) }
}

/** Why companies that came by the import stay; by id. */
async function whyTheyStay(
  connection: Connection,
  rows: readonly KeptRow[],
  now: ReadonlyMap<number, CompanyFacts>,
): Promise<Map<number, string>> {
  const places = Map.groupBy(await happenedWith(connection, [...now.keys()]), ({ companyId }) => companyId)
  const why = new Map<number, string>()
  for (const { recordId, after } of rows) {
    const is = now.get(recordId ?? 0)
    if (is === undefined) continue
    const reasons = new Set([
      ...(stillIts(is, after ?? {}).kept.length > 0 ? ['资料后来改过'] : []),
      ...(is.reviewState === REVIEW.passed ? [] : [`企业${reviewName(is.reviewState)}`]),
      ...(is.hasTerms ? ['已设置等级或账期'] : []),
      ...(is.isRead ? ['质量已审核过它的证照或经营类别'] : []),
      ...(places.get(is.id) ?? []).map(({ place }) => placeWords(place)),
    ])
    if (reasons.size > 0) why.set(is.id, [...reasons].join('、'))
  }
  return why
}

const idsOf = (rows: readonly KeptRow[]): number[] => rows.flatMap(({ recordId }) => recordId ?? [])

/** Whoever keeps it by now keeps what the import changed too. */
function keptBy({ hasOwner, isRead }: CompanyFacts): string | null {
  if (hasOwner) return '企业已有登录账号，资料由它提交变更'
  return isRead ? '质量已审核过它的证照或经营类别' : null
}

const KEPT_SHOWN = 50

/** What taking it back will come to, as things stand. */
export async function lookAhead(connection: Connection, id: number): Promise<LookAhead> {
  const rows = await rowsToTakeBack(connection, id, 100_000)
  const now = await companyFactsOf(connection, idsOf(rows))
  const fresh = rows.filter(({ before }) => before === null)
  const changed = rows.filter(({ before }) => before !== null)
  const why = await whyTheyStay(connection, fresh, now)
  const touched = changed.filter(({ recordId, after }) => {
    const is = now.get(recordId ?? 0)
    return is === undefined || keptBy(is) !== null || stillIts(is, after ?? {}).kept.length > 0
  })
  const kept = fresh.flatMap(({ recordId, code, name }) => {
    const reason = why.get(recordId ?? 0)
    return recordId === null || reason === undefined ? [] : [{ record_id: recordId, code, name, why: reason }]
  })
  const figures = { changed: changed.length, touched: touched.length, new: fresh.length, removable: fresh.length - kept.length }
  return { ...figures, kept: kept.slice(0, KEPT_SHOWN), stands: Object.values(figures).join('-') }
}

/** Companies with which nothing has happened go, and letters to them with them; others stay and say why. */
export async function takeAway(trx: Connection, rows: readonly KeptRow[], { staff, file, reason, now }: Undoing): Promise<Undone[]> {
  // Whoever comes in by a letter waits for the company: he finds none, or it stays.
  const there = await lockCompanyFacts(trx, idsOf(rows))
  const why = await whyTheyStay(trx, rows, there)
  const free = [...there.keys()].filter((id) => !why.has(id))
  await removeCompanies(trx, free)
  const entries = rows.flatMap(({ recordId, code, name }): AuditEntry[] =>
    recordId !== null && free.includes(recordId)
      ? [{ action: 'company_import.removed', subject: `company:${recordId}`, before: { code, name }, after: { file, reason } }]
      : [],
  )
  await writeAudits(trx, staff, entries, now)
  return rows.map(({ seq, recordId }): Undone => {
    if (!there.has(recordId ?? 0)) return { seq, undone: 'removed', message: '企业已不在' }
    const stays = why.get(recordId ?? 0)
    return stays === undefined ? { seq, undone: 'removed', message: '' } : { seq, undone: 'left', message: stays }
  })
}

function formerOf(before: SaidFields, fields: readonly string[]): FormerFacts {
  const value = (field: string): unknown => before[field]?.is ?? null
  const of = (some: readonly string[], key: (field: string) => string) =>
    Object.fromEntries(some.map((field) => [key(field), value(field)]))
  const texts = fields.filter(isText)
  const papers = fields.filter((field) => kindOfPaper(field) !== null)
  return {
    texts: of(texts, (field) => field) as FormerFacts['texts'] & object,
    papers: of(papers, (field) => kindOfPaper(field) ?? '') as Record<string, PaperFacts | null>,
    ...(fields.includes('scopes') && { scopes: value('scopes') as string[] }),
    ...(fields.includes('drugClasses') && { drugClasses: value('drugClasses') as string[] | null }),
  }
}

/** One company that the import changed: what is still as the import left it becomes what it was. */
export async function putBack({ db }: DatabaseHandle, row: KeptRow, { staff, file, reason, now }: Undoing): Promise<Undone> {
  const { seq, recordId, before, after } = row
  const is = (await lockCompanyFacts(db, idsOf([row]))).get(recordId ?? 0)
  if (is === undefined) return { seq, undone: 'left', message: '企业已不在' }
  const keeper = keptBy(is)
  if (keeper !== null) return { seq, undone: 'left', message: keeper }
  const { back, kept } = stillIts(is, after ?? {})
  const others = kept.length === 0 ? '' : `后来改过的留着：${kept.map(fieldName).join('、')}`
  if (back.length === 0) return { seq, undone: 'left', message: others }
  await restoreCompany(db, is.id, formerOf(before ?? {}, back), now)
  const picked = (of: SaidFields | null): SaidFields =>
    Object.fromEntries(Object.entries(of ?? {}).filter(([field]) => back.includes(field)))
  const change = { before: spoken(picked(after)), after: { ...spoken(picked(before)), file, reason } }
  await writeAudit(db, staff, { action: 'company_import.put_back', subject: `company:${is.id}`, ...change }, now)
  return { seq, undone: kept.length === 0 ? 'back' : 'partly', message: others }
}
