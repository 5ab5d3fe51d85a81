/** 收货与验收. */
export { accept as acceptIntake } from './accept.ts'
export { receive as receiveIntake } from './receive.ts'
