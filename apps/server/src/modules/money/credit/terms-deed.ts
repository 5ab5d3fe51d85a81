import { staffCreditTerms } from '#contract/finance.ts'
import { beijingDate } from '#domain/dates.ts'
import { type Fen, fenFromYuan, yuan } from '#domain/money.ts'
import { type Deed, limitOf } from '../../who/approvals/public.ts'
import { setCreditTerms } from './service.ts'
import { creditCompanyName, lockCreditCompany, readStanding } from './store.ts'

const shown = ({ limit, days }: { limit: Fen; days: number }) => `¥${yuan(limit)}，${days} 天`

/** More credit than the shop lets one person give is given by two. */
export const termsDeed: Deed<typeof staffCreditTerms> = {
  call: staffCreditTerms,
  kind: 'credit.terms',
  async weigh({ database: { db }, params: { id }, body, now }) {
    const limit = fenFromYuan(body.limit)
    if (limit === null || limit <= (await limitOf(db, 'credit_over'))) return null
    if ((await lockCreditCompany(db, id)) === null) return null
    const before = await readStanding(db, id, beijingDate(now))
    if (limit <= before.limit && body.days <= before.days) return null
    const name = await creditCompanyName(db, id)
    return {
      subject: `company:${id}`,
      companyId: id,
      title: `${name} 的账期改为 ${shown({ limit, days: body.days })}`,
      changes: [
        { name: '额度', before: `¥${yuan(before.limit)}`, after: `¥${yuan(limit)}` },
        { name: '账期天数', before: String(before.days), after: String(body.days) },
      ],
      stands: `${before.limit}:${before.days}`,
      reason: body.reason,
    }
  },
  async run({ database, doer, params, body, now }) {
    const { limit, days, used } = await setCreditTerms(database, doer, params.id, body, now)
    return { limit: yuan(limit), days, used: yuan(used) }
  },
  said: () => '账期已设置',
}
