/** What changed, in the order of one stream, and orders as other systems read them. */
export { eventsFor } from './event-store.ts'
export { publishedNow, toldOf } from './stream.ts'
