import { staffCompanyTermsSave } from '#contract/company-desk.ts'
import { cutsOfRank } from '../../../goods/prices/public.ts'
import type { Deed } from '../../approvals/public.ts'
import { readCompany } from '../store.ts'
import { ranksOfDay } from '../views.ts'
import { saveTerms } from './terms.ts'
import { readTerms } from './views.ts'

/** Another rank is other prices for all goods at once: where they fall further than one person may cut a price, it takes two. */
export const rankDeed: Deed<typeof staffCompanyTermsSave> = {
  call: staffCompanyTermsSave,
  kind: 'company.rank',
  async weigh({ database: { db }, params: { id }, body, now, askedAt = now }) {
    const row = await readTerms(db, id, true)
    const company = await readCompany(db, id)
    if (row === null || company === null) return null
    const rank = body.rank.trim()
    const why = await cutsOfRank(db, id, { from: row.rank, to: rank, lately: await ranksOfDay(db, id, askedAt) })
    if (why === '') return null
    return {
      subject: `company:${id}`,
      companyId: id,
      title: `${company.name} 的等级 ${row.rank || '（无）'} → ${rank || '（无）'}：${why}`,
      changes: [{ name: '等级', before: row.rank, after: rank }],
      stands: row.rank,
      reason: body.reason,
    }
  },
  run: ({ database, doer, params: { id }, body, now }) => saveTerms(database, doer, id, body, now),
  said: () => '等级与客户经理已保存',
}
