/** 调价单: many prices that change together at a moment, and can be taken back together. */
export { priceListRoutes } from './routes.ts'
export { priceListTasks } from './work.ts'
