import { type Fen, ZERO } from './money.ts'

/** Cash vouchers are bought by recharging; a large recharge brings some for nothing (充 5000 送 100). */
export interface RechargeTier {
  amount: Fen
  gift: Fen
}

/** The gift of the highest tier that the amount reaches; not of several together. */
export function rechargeGift(amount: Fen, tiers: readonly RechargeTier[]): Fen {
  const reached = tiers.filter((tier) => amount >= tier.amount)
  return reached.reduce<RechargeTier>((best, tier) => (tier.amount > best.amount ? tier : best), { amount: ZERO, gift: ZERO }).gift
}
