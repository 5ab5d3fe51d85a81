export { taskName } from './names.ts'
