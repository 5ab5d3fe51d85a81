/** Deliveries on the buyer's side: how their record is drawn. */
export { drawRecord } from './record.ts'
