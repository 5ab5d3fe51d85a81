/** 元 as a person types it to 元 with two decimals; null where it is no amount above nothing. */
export function readYuan(text: string): string | null {
  const plain = text.trim().replaceAll(/[,，]/g, '')
  if (!/^\d{1,9}(\.\d{0,2})?$/.test(plain)) return null
  const fen = Math.round(Number(plain) * 100)
  return fen > 0 ? (fen / 100).toFixed(2) : null
}

export const UNREAD = '请填写金额，最多两位小数'

/** '5000.00' → '5000': round sums are read faster without their zeros. */
export const plainYuan = (yuan: string): string => yuan.replace(/\.00$/, '')

/** What the highest tier that the amount reaches brings; the server says the last word. */
export function giftOf(amount: string, tiers: readonly { amount: string; gift: string }[]): string {
  const reached = tiers.filter((tier) => Number(amount) >= Number(tier.amount))
  return reached.reduce((best, tier) => (Number(tier.amount) > Number(best.amount) ? tier : best), { amount: '0', gift: '0.00' }).gift
}

/** Amounts in 元 as one sum. */
export const plus = (...amounts: readonly string[]): string =>
  (amounts.reduce((sum, amount) => sum + Math.round(Number(amount) * 100), 0) / 100).toFixed(2)
