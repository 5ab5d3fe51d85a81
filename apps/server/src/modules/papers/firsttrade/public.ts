/** First-trade data both ways: the wholesaler's papers as packs of copies, and what buyers hand in beside their licences. */
export { FIRST_TRADE_DRAWINGS } from './drawings.ts'
export { tellWhenWhole } from './pack.ts'
export { firstTradeRoutes } from './routes.ts'
export { firstTradeTasks } from './tasks.ts'
