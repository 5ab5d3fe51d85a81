/** Lists of the console as files: asked for, made by the queue, fetched. Lists that are as their call answers them are named in lists/; the few that are more by the modules of their rows. */
export { LIST_EXPORTERS } from './lists/lists.ts'
export { type Exporters, exportTasks } from './making.ts'
export { exportRoutes } from './routes.ts'
