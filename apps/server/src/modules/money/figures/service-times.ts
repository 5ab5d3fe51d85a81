const HOUR = 60
const DAY = 24 * HOUR

/** Up to so many minutes each; the last one is everything above. */
export const SERVICE_BOUNDS = {
  ship: [4 * HOUR, 12 * HOUR, DAY, 2 * DAY, 3 * DAY],
  answer: [1, 5, 15, HOUR, 4 * HOUR],
  after_sale: [DAY, 3 * DAY, 7 * DAY, 15 * DAY, 30 * DAY],
} as const

export const SERVICE_NAMES = { ship: '付款到发货', answer: '会话首次答复', after_sale: '售后申请到退款' } as const
export type ServiceKind = keyof typeof SERVICE_NAMES

/** What counts as good: the figures up to this one. */
export const SERVICE_GOOD: Readonly<Record<ServiceKind, { buckets: number; text: string }>> = {
  ship: { buckets: 3, text: '24 小时内' },
  answer: { buckets: 2, text: '5 分钟内' },
  after_sale: { buckets: 3, text: '7 天内' },
}

const boundText = (minutes: number): string =>
  minutes < HOUR ? `${minutes} 分钟` : minutes <= 2 * DAY ? `${minutes / HOUR} 小时` : `${minutes / DAY} 天`
export const bucketText = (what: ServiceKind, bucket: number): string => {
  const bounds: readonly number[] = SERVICE_BOUNDS[what]
  const bound = bounds[bucket]
  return bound === undefined ? `${boundText(bounds.at(-1) ?? 0)}以上` : `${boundText(bound)}以内`
}
