import type { FastBuyOrder } from '#contract/selfservice.ts'

/** In which order goods that were bought before are shown. */
export const ORDERS: Readonly<Record<FastBuyOrder, string>> = { recent: '最近采购', due: '该补货', times: '采购次数', name: '名称' }
export const isOrder = (text: string): text is FastBuyOrder => Object.hasOwn(ORDERS, text)
