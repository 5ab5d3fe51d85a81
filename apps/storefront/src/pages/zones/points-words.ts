export const POINTS_KINDS = { goods: '实物', coupon: '优惠券', voucher: '现金券' } as const
