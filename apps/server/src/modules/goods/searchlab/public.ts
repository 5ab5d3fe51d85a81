export { createSearchRecorder } from './recorder.ts'
export { searchLabRoutes } from './routes.ts'
export { searchLabTasks } from './tasks.ts'
