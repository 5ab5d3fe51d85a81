/** Where a refund stands, for whoever is asked "where is my refund": its state, and what happens next. */

export const REFUND_STANDINGS = ['reviewing', 'sending', 'inspecting', 'channel', 'bank', 'done'] as const
export type RefundStanding = (typeof REFUND_STANDINGS)[number]

export const STANDING_NAMES: Readonly<Record<RefundStanding, string>> = {
  reviewing: '售后审核中',
  sending: '待客户寄回',
  inspecting: '待仓库验收',
  channel: '支付渠道退回中',
  bank: '待财务汇出',
  done: '已退回',
}

/** Said to the customer as it stands. */
export const STANDING_NEXT: Readonly<Record<RefundStanding, string>> = {
  reviewing: '客服审核申请，通过后告知寄回地址',
  sending: '客户寄回商品并填写运单，仓库收到后验收',
  inspecting: '仓库验收后按实收数量退款',
  channel: '已提交支付渠道，原路退回付款账户，一般 1–3 个工作日到账；渠道退不回的转由财务汇款',
  bank: '财务汇款到企业的对公账户，汇出后在此确认',
  done: '款项已退回，无需再办',
}

/** Nothing of it has been sent, so the amount is what is expected and the way is not chosen. */
export const isExpected = (standing: RefundStanding): boolean =>
  standing === 'reviewing' || standing === 'sending' || standing === 'inspecting'
