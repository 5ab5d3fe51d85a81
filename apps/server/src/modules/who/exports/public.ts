/** Lists of the console as files: asked for, made by the queue, fetched. What can be exported is said by the modules of the rows. */
export { type Exporters, exportTasks } from './making.ts'
export { exportRoutes } from './routes.ts'
