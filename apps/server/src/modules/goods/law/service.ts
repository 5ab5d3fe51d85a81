import type { BodyOf } from '#contract/call.ts'
import { LAW_REASON_MIN, type staffLawDecide } from '#contract/law.ts'
import { beijingDate } from '#domain/dates.ts'
import { type Decision, settle } from '#domain/law/standing.ts'
import { type StaffActor, writeAudit } from '../../../platform/audit.ts'
import type { DatabaseHandle } from '../../../platform/database.ts'
import { conflict, fieldErrors, notFound } from '../../../platform/errors.ts'
import { transact } from '../../../platform/transact.ts'
import { evidenceDigest, findingOf, judgeGoods } from './judging.ts'
import { lawVersionOn } from './running.ts'
import { goodsById, insertDecision, lockJudgements, writeJudged } from './store.ts'

/**
 * The quality department decides on a goods that the rules doubt, or bars one that they let pass. It decides on what the
 * rules say this moment, not on what an older list said.
 */
export async function decideOnGoods(
  { db }: DatabaseHandle,
  staff: StaffActor,
  id: number,
  decision: Decision,
  body: BodyOf<typeof staffLawDecide>,
  now: Date,
): Promise<{ state: string; on_shelf: 0 | 1 }> {
  const reason = body.reason.trim()
  // Counted as people count.
  if ([...reason].length < LAW_REASON_MIN) throw fieldErrors([{ field: 'reason', message: `请写明依据，至少 ${LAW_REASON_MIN} 个字` }])
  return transact(db, async (trx) => {
    await lockJudgements(trx)
    const goods = await goodsById(trx, id)
    if (goods === null) throw notFound('商品')
    if (goods.name !== body.name || goods.approval_no !== body.approval_no || evidenceDigest(goods) !== body.digest)
      throw conflict('商品资料在您打开之后变化过，请刷新后重新核对', { reason: 'GOODS_CHANGED' })
    const today = beijingDate(now)
    const found = findingOf(goods, today)
    const article = { name: goods.name, approvalNo: goods.approval_no }
    const before = settle(found, article, goods.decision)
    if (found.verdict === 'barred') throw conflict(`${found.barredClass ?? ''}依法不得在网上销售，不能另作决定`, { reason: 'LAW_BARRED' })
    if (decision === 'release' && before.verdict === 'lawful') throw conflict('该商品没有待审核的事项', { reason: 'NOTHING_TO_DECIDE' })
    if (decision === 'bar' && before.verdict === 'barred') throw conflict('该商品已禁售', { reason: 'NOTHING_TO_DECIDE' })
    const decided = {
      decision,
      reason,
      goodsName: goods.name,
      approvalNo: goods.approval_no,
      rule: found.rule,
      barredClass: found.barredClass ?? ('' as const),
      finding: found.reason,
    }
    await insertDecision(
      trx,
      { ...decided, goodsId: id, version: lawVersionOn(today), accountId: staff.accountId, decidedBy: staff.name },
      now,
    )
    const judged = judgeGoods(goods, decided, goods.coldSaid, today)
    await writeJudged(trx, [{ id, ...judged }])
    const onShelf = (goods.onShelf || goods.held) && judged.law_verdict === 'lawful'
    await writeAudit(
      trx,
      staff,
      {
        action: `law.${decision}`,
        subject: `goods:${id}`,
        before: { verdict: before.verdict, on_shelf: goods.onShelf },
        after: {
          verdict: judged.law_verdict,
          on_shelf: onShelf,
          reason,
          goods_name: goods.name,
          approval_no: goods.approval_no,
          rule: found.rule,
          finding: found.reason,
          version: judged.law_version,
        },
      },
      now,
    )
    return { state: judged.law_verdict, on_shelf: onShelf ? 1 : 0 }
  })
}
