/** Agreements (用户协议, 隐私政策 …) in versions, and which company accepted which. */
export { acceptedFrom, acceptToRegister } from './accepting.ts'
export type { AcceptanceFrom } from './agreement-store.ts'
