import { staffLaw, staffLawDecide, staffLawGoods } from '#contract/law.ts'
import type { ModuleContext } from '../../../context.ts'
import { lawGoodsOf, lawStateOf } from './screens.ts'
import { decideOnGoods } from './service.ts'

export function lawRoutes({ serve, deps: { database } }: ModuleContext): void {
  serve(staffLaw, ({ now }) => lawStateOf(database, now))
  serve(staffLawGoods, ({ query }) => lawGoodsOf(database, query))
  serve(staffLawDecide, async ({ viewer, params, body, now, say }) => {
    // Anybody may take a doubtful goods off; that it may be sold is for quality to say.
    const staff = { accountId: viewer.accountId, name: viewer.name }
    const decided = await decideOnGoods(database, staff, params.id, params.decision, body, now)
    say(params.decision === 'release' ? '已放行' : '已禁售')
    return decided
  })
}
