export { companyTasks } from './expiry.ts'
export { companyRoutes } from './routes.ts'
