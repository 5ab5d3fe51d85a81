import type { BodyOf, DataOf, QueryOf } from '#contract/call.ts'
import type { PairState, staffCompanyMerge, staffCompanyMergeLook } from '#contract/company-pairs.ts'
import { pointsBack, pointsSpent } from '#domain/ledger-points.ts'
import { ZERO } from '#domain/money.ts'
import { decideReview, REVIEW, reviewName, reviewOf } from '#domain/review.ts'
import { type StaffActor, writeAudits } from '../../../../platform/audit.ts'
import type { Connection, DatabaseHandle } from '../../../../platform/database.ts'
import { conflict, fieldErrors, notFound } from '../../../../platform/errors.ts'
import { transact } from '../../../../platform/transact.ts'
import { postAll, readPurses } from '../../../money/wallet/public.ts'
import { tell } from '../../../talking/messages/public.ts'
import { moveSessions } from '../../accounts/public.ts'
import { giveCompany, hasOwner, letIn, lockCompanies, takeOut } from '../../stores/public.ts'
import { type CompanyRow, readCompany, updateCompany } from '../store.ts'
import { tellPages } from '../verdict.ts'
import { peopleOf, type Unfinished, unfinishedOf } from './merge-views.ts'
import { lockPair, mergedInto, mergePair } from './pairs-store.ts'

/**
 * Two records of one customer become one to buy with. The other buys no more and stays as it is: its orders, money and papers are facts
 * of the past, under the name and the licence that they were made with (GSP arts. 91, 92: records of sales are kept as they were).
 */

interface Both {
  kept: CompanyRow
  gone: CompanyRow
  state: PairState
}

async function bothOf(trx: Connection, pairId: number, keep: number): Promise<Both> {
  const pair = await lockPair(trx, pairId)
  if (pair === null) throw notFound('记录')
  if (keep !== pair.firstId && keep !== pair.secondId) throw fieldErrors([{ field: 'keep', message: '请选择保留两家中的哪一家' }])
  await lockCompanies(trx, [pair.firstId, pair.secondId])
  const kept = await readCompany(trx, keep)
  const gone = await readCompany(trx, keep === pair.firstId ? pair.secondId : pair.firstId)
  if (kept === null || gone === null) throw notFound('企业')
  return { kept, gone, state: pair.state }
}

const COUNTED: readonly [of: keyof Unfinished, name: string, unit: string, where: string][] = [
  ['orders', '未完成的订单', '张', '办完或取消'],
  ['pointsOrders', '未完成的积分订单', '张', '办完或取消'],
  ['afterSales', '未办结的售后', '单', '办结'],
  ['refunds', '未退到的款', '笔', '等退款到账'],
  ['transfers', '未确认的转账凭证', '张', '由财务确认或退回'],
  ['suspense', '待查款项', '笔', '由财务入账或退回'],
  ['requests', '等待批准的事项', '项', '批准、退回或撤回'],
  ['pointsDebt', '欠的积分', '分', '由以后的积分抵完'],
]
const MONEY: readonly [of: 'balance' | 'voucher' | 'credit', name: string, where: string][] = [
  ['balance', '余额', '退回客户或由财务调整'],
  ['voucher', '现金券', '用完'],
  ['credit', '未还的账期款', '还清'],
]

async function obstaclesOf(connection: Connection, { kept, gone }: Both): Promise<{ name: string; how: string }[]> {
  const found = await unfinishedOf(connection, gone.id)
  const state = reviewOf(kept.review_state)
  return [
    ...(state === 'passed' ? [] : [{ name: `保留的企业“${reviewName(kept.review_state)}”`, how: '只能并入已通过审核的企业' }]),
    ...COUNTED.flatMap(([of, name, unit, how]) => (found[of] === 0 ? [] : [{ name: `${name} ${found[of]} ${unit}`, how }])),
    // How much is for those who may see a company's money.
    ...MONEY.flatMap(([of, name, how]) => (found[of] === ZERO ? [] : [{ name, how }])),
  ]
}

/** What would happen, and what is in the way; nothing changes by it. */
export function lookAtMerge(
  { db }: DatabaseHandle,
  pairId: number,
  { keep }: QueryOf<typeof staffCompanyMergeLook>,
): Promise<DataOf<typeof staffCompanyMergeLook>> {
  return transact(db, async (trx) => {
    const both = await bothOf(trx, pairId, keep)
    return {
      obstacles: await obstaclesOf(trx, both),
      people: (await peopleOf(trx, both.gone.id)).map(({ name }) => name),
      points: (await readPurses(trx, both.gone.id)).points,
    }
  })
}

export interface MergeWeighed extends Both {
  people: string[]
  /** What the approval is given for: who is in either by now, and as what both stand. */
  stands: string
}

/** Throws what is in the way. */
export async function weighMerge(trx: Connection, pairId: number, keep: number): Promise<MergeWeighed> {
  const both = await bothOf(trx, pairId, keep)
  if (both.state === 'merged') throw conflict('这两家已经合并')
  if (both.state !== 'open') throw conflict('这两家已判定不是同一家，请先重新判定')
  const obstacles = await obstaclesOf(trx, both)
  if (obstacles.length > 0)
    throw conflict(`还不能合并，${both.gone.name}：${obstacles.map(({ name, how }) => `${name}（${how}）`).join('；')}`)
  const earlier = await mergedInto(trx, both.gone.id)
  if (earlier !== '') throw conflict(`${both.gone.name} 已并入“${earlier}”`)
  const people = await peopleOf(trx, both.gone.id)
  const who = (of: typeof people) => of.map(({ accountId, isOwner }) => `${accountId}${isOwner ? '*' : ''}`).sort()
  const stands = JSON.stringify([
    [both.gone.id, both.gone.review_state, who(people)],
    [both.kept.id, both.kept.review_state, who(await peopleOf(trx, both.kept.id))],
  ])
  return { ...both, people: people.map(({ name }) => name), stands }
}

export function mergeCompanies(
  { db }: DatabaseHandle,
  staff: StaffActor,
  pairId: number,
  { keep, reason }: BodyOf<typeof staffCompanyMerge>,
  now: Date,
): Promise<DataOf<typeof staffCompanyMerge>> {
  return transact(db, async (trx) => {
    const { kept, gone } = await weighMerge(trx, pairId, keep)
    const to = decideReview(reviewOf(gone.review_state), 'merge')
    if (to === null) throw conflict(`${gone.name}当前为“${reviewName(gone.review_state)}”，不能合并`)
    const note = `已并入“${kept.name}”`
    await updateCompany(trx, gone.id, { review_state: REVIEW[to], reviewed_at: now, review_note: note }, now)
    const people = await peopleOf(trx, gone.id)
    const known = new Set((await peopleOf(trx, kept.id)).map(({ accountId }) => accountId))
    const fresh = people.filter(({ accountId }) => !known.has(accountId))
    let isOwned = await hasOwner(trx, kept.id)
    for (const { accountId, isOwner } of fresh) {
      if (isOwner && !isOwned) await giveCompany(trx, accountId, kept.id)
      else await letIn(trx, accountId, kept.id)
      isOwned ||= isOwner
    }
    const { points } = await readPurses(trx, gone.id)
    if (points > 0) {
      const move = { orderId: null, points, memo: `${gone.name} 并入 ${kept.name}` }
      const key = `company_merged:${pairId}:${now.getTime()}`
      await postAll(
        trx,
        [pointsSpent({ ...move, key: `${key}:from`, companyId: gone.id }), pointsBack({ ...move, key: `${key}:to`, companyId: kept.id })],
        now,
      )
    }
    const letInIds = fresh.map(({ accountId }) => accountId)
    await mergePair(trx, pairId, { keptId: kept.id, letIn: letInIds, by: staff.name, reason: reason.trim() }, now)
    const after = { kept: kept.id, gone: gone.id, let_in: letInIds, points, reason: reason.trim() }
    const entry = (company: number) => ({ action: 'company.merge' as const, subject: `company:${company}`, before: null, after })
    await writeAudits(trx, staff, [entry(gone.id), entry(kept.id)], now)
    const news = { kind: 'licence', url: '/', key: `company_merged:${pairId}:${now.getTime()}` } as const
    const names = fresh.map(({ name }) => name).join('、')
    if (names !== '')
      await tell(
        trx,
        {
          ...news,
          companyId: kept.id,
          title: `${gone.name} 的档案已并入`,
          text: `今后可以登录本企业的还有：${names}。不认识的请联系客户经理。`,
        },
        now,
      )
    await tell(
      trx,
      {
        ...news,
        companyId: gone.id,
        title: `企业档案已并入 ${kept.name}`,
        text: `两份档案核实为同一家企业，今后请切换到“${kept.name}”采购。这份档案的订单、单据仍可查看。`,
      },
      now,
    )
    for (const company of [gone, kept]) await tellPages(trx, company.id)
    return { kept: kept.id, gone: gone.id }
  })
}

/** It was a mistake: whom the merge let in goes out again, and quality may unfreeze the other one. Points stay where they are. */
export async function unmerge(trx: Connection, keptId: number, letInIds: readonly number[]): Promise<number[]> {
  const gone: number[] = []
  for (const accountId of letInIds) {
    if (!(await takeOut(trx, accountId, keptId))) continue
    await moveSessions(trx, accountId, keptId)
    gone.push(accountId)
  }
  await tellPages(trx, keptId)
  return gone
}
