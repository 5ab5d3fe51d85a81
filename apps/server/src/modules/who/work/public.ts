export { handWork } from './service.ts'
