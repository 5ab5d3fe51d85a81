export { nameKeys } from './initials.ts'
export { zoneRoutes } from './routes.ts'
