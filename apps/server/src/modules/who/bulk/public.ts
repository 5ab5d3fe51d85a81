/** One deed on many records: weighed and done by the queue, a record at a time. What can be done so is said by the modules of the records. */
export { type BulkDeeds, bulkTasks } from './making.ts'
export { bulkRoutes } from './routes.ts'
export { doneAlone, triedOut } from './rows.ts'
