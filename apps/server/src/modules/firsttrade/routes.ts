import { exchangeHome } from '#contract/firsttrade.ts'
import type { ModuleContext } from '../modules.ts'
import { exchangeHomeOf } from './home.ts'

export function firstTradeRoutes({ serve, deps: { database } }: ModuleContext): void {
  serve(exchangeHome, ({ viewer, now }) => exchangeHomeOf(database, viewer.company, now))
}
