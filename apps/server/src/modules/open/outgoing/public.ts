/** What changed, in the order of one stream, and orders as other systems read them. */
export { eventsFor } from './event-store.ts'
export { orderData, publishedNow } from './stream.ts'
