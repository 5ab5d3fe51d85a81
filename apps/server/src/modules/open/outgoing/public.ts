/** What changed, in the order of one stream, and orders as other systems read them. */
export { eventsFor } from './event-store.ts'
export { lineOf, placedOf } from './orders.ts'
export { factsOf, publishedNow, readOn, type Told, toldOf } from './stream.ts'
export { type OpenHeadRow, openHeads, openLines, openOrderByNo } from './views.ts'
