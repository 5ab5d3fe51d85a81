import { goodsSearch } from '#contract/goods.ts'
import type { ModuleContext } from '../../../context.ts'

const SUGGESTIONS = 10

export function searchRoutes({ serve, deps }: ModuleContext): void {
  serve(goodsSearch, ({ query, viewer }) => ({ list: deps.search.suggest(query.keywords, query.type === 1 ? 1 : 0, viewer, SUGGESTIONS) }))
}
