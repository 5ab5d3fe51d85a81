import { tradePaperName } from '#domain/first-trade.ts'
import type { DatabaseHandle } from '../../../platform/database.ts'
import { collectFailures } from '../../../platform/each.ts'
import { type TaskWork, workOf } from '../../../platform/tasks.ts'
import { transact } from '../../../platform/transact.ts'
import { type News, tellMany } from '../../talking/messages/public.ts'
import { endOf } from './drawings.ts'
import { paperChanged } from './intake.ts'
import { askPack, type PackOf } from './pack.ts'
import { findPaper, lockPack, packCompanies, partyOf, passedCompanies, type TradePaperRow } from './store.ts'

const PAGE = 500
const PACKS = 50

const newsOf = (paper: TradePaperRow, companyId: number): News => {
  const name = tradePaperName(paper.kind, paper.holder)
  const withdrawn = paper.state === 'withdrawn'
  return {
    companyId,
    kind: 'licence',
    title: withdrawn ? `我司${name}已撤下` : `我司${name}已更新`,
    text: withdrawn
      ? `原因：${paper.reason}。此前提供的副本不再有效，请勿继续作为首营备案资料使用。`
      : `新的${name}有效期${paper.expiresOn === null ? '为长期' : `至 ${endOf(paper.expiresOn)}`}，请下载新的首营资料备案。`,
    url: '/qyzl',
    key: `trade_paper:${paper.id}:${paper.state === 'withdrawn' ? 'withdrawn' : 'filed'}`,
  }
}

/** Every passed buyer hears of a paper of the wholesaler's, and who has a pack is given the new copy. Safe to run twice. */
async function changed(database: DatabaseHandle, paperId: number, now: Date): Promise<void> {
  const paper = await findPaper(database.db, paperId)
  // What came later tells of itself.
  if (paper === null || paper.state === 'replaced' || paper.goodsId !== null) return
  const failures = collectFailures()
  for (let after = 0; ; ) {
    const ids = await passedCompanies(database.db, after, PAGE)
    await failures.page(ids, String, (some) =>
      transact(database.db, (trx) =>
        tellMany(
          trx,
          some.map((id) => newsOf(paper, id)),
          now,
        ),
      ),
    )
    after = ids.at(-1) ?? 0
    if (ids.length < PAGE) break
  }
  for (let after = 0; ; ) {
    const ids = await packCompanies(database.db, after, PACKS)
    for (const id of ids) await failures.one(`company:${id}`, () => renewPack(database, { companyId: id, goodsId: null }, now))
    after = ids.at(-1) ?? 0
    if (ids.length < PACKS) break
  }
  failures.report()
}

async function renewPack(database: DatabaseHandle, of: PackOf, now: Date): Promise<void> {
  await transact(database.db, async (trx) => {
    await lockPack(trx, of)
    const party = await partyOf(trx, of.companyId)
    if (party !== null) await askPack(trx, of, party, '系统', now)
  })
}

export const firstTradeTasks = (database: DatabaseHandle): readonly TaskWork[] => [
  workOf(paperChanged, ({ paper_id }, now) => changed(database, paper_id, now)),
]
