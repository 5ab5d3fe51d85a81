export { DESCRIBED, isOpenKey } from './described.ts'
