import type { DataOf } from '#contract/call.ts'

export type AfterSale = DataOf<typeof import('#contract/aftersales.ts')['staffAfterSaleInfo']>
