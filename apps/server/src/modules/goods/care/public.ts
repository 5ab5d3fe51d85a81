/** 在库养护: the plan of storage checks and what was found, which goods need more of them, how warm and damp the rooms are. */
export { addRoom, takeReading } from './climate.ts'
export { type KeyGoodsRow, keyGoodsRows } from './goods-views.ts'
export { planCare } from './plan.ts'
export { check as checkBatches, decideGoods, fault as careFault } from './service.ts'
