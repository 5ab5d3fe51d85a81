export { companyExporter } from './desk/list-export.ts'
export { companyTasks } from './expiry.ts'
export { companyRoutes } from './routes.ts'
export { freezeCompanies } from './store.ts'
