export { createSearchRecorder, type SearchRecorder } from './recorder.ts'
export { searchLabRoutes } from './routes.ts'
export { searchLabTasks } from './tasks.ts'
