import type { PostingKind } from '#domain/ledger.ts'

/** What a movement is called in the logs (use_type). */
const USE_NAMES: Readonly<Partial<Record<PostingKind, string>>> = {
  opening: '期初',
  order_pay: '订单支付',
  order_refund: '订单退款',
  order_split: '订单拆分',
  after_sale_refund: '售后退款',
  cashback: '满额返现',
  cashback_back: '返现收回',
  voucher_grant: '活动发放',
  recharge: '充值',
  credit_repay: '账期还款',
  adjust: '余额调整',
  surplus: '重复支付',
  surplus_back: '重复支付退回',
  suspense_matched: '待查款项入账',
  points_earn: '获得积分',
  points_spend: '积分兑换',
  points_back: '兑换退回',
  points_taken: '退货收回',
  points_order_pay: '积分换购付款',
  points_order_refund: '积分换购退款',
}

export const useName = (kind: string): string => USE_NAMES[kind as PostingKind] ?? '其他'
