/** Live: what happens, told to the open pages at once. */
export { liveRoutes } from './routes.ts'
