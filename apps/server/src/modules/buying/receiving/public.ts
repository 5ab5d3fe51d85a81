/** Deliveries on the buyer's side: how their record is drawn, and papers packed by a job. */
export { packTasks } from './pack.ts'
export { drawRecord } from './record.ts'
