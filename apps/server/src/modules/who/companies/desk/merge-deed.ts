import { staffCompanyMerge } from '#contract/company-pairs.ts'
import { reviewName } from '#domain/review.ts'
import type { Deed } from '../../approvals/public.ts'
import { mergeCompanies, weighMerge } from './merge.ts'

/** One company buys no more, and its people come into another one with its prices and its money: said by two. */
export const mergeDeed: Deed<typeof staffCompanyMerge> = {
  call: staffCompanyMerge,
  kind: 'company.merge',
  async weigh({ database: { db }, params: { id }, body }) {
    const { kept, gone, people, stands } = await weighMerge(db, id, body.keep)
    return {
      subject: `company:${gone.id}`,
      companyId: gone.id,
      title: `${gone.name} 并入 ${kept.name}`,
      changes: [
        { name: gone.name, before: reviewName(gone.review_state), after: '不再下单，档案保留' },
        { name: `可登录 ${kept.name}`, before: '', after: people.join('、') || '没有人' },
      ],
      stands,
      reason: body.reason,
    }
  },
  run: ({ database, doer, params: { id }, body, now }) => mergeCompanies(database, doer, id, body, now),
  said: () => '已合并',
}
