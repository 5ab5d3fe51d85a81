import type { PointsGoodsWire } from '#contract/points.ts'

export const POINTS_KINDS = { goods: '实物', coupon: '优惠券', voucher: '现金券' } as const

/** 1,200 积分, or 600 积分 + ¥9.90; the money part is for members only. */
export function pointsText({ points, money }: Pick<PointsGoodsWire, 'points' | 'money'>): string {
  const text = `${points.toLocaleString('zh-CN')} 积分`
  return money === null || money === '0.00' ? text : `${text} + ¥${money}`
}
