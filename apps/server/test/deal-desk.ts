import type { DealTermsWire } from '#contract/deal-desk.ts'

/** A plan as the console sends it: a flash session of one goods on a morning, unless said otherwise. */

type Line = DealTermsWire['lines'][number]
type Prize = DealTermsWire['prizes'][number]
export type DealSaid = Omit<Partial<DealTermsWire>, 'lines' | 'points' | 'prizes'> & {
  lines?: readonly Partial<Line>[]
  points?: Partial<DealTermsWire['points']>
  prizes?: readonly Partial<Prize>[]
}

export const dealTyped = ({ lines = [], points, prizes = [], ...said }: DealSaid = {}): DealTermsWire => ({
  kind: 'flash',
  name: '上午场',
  intro: '',
  starts_at: '2026-11-24T01:00:00.000Z',
  ends_at: '2026-11-24T05:00:00.000Z',
  full_reduction_ok: 0,
  coupon_ok: 0,
  lines: lines.map((line) => ({ goods_id: 1, batch_id: 0, price: '', percent: 0, number: 0, quota: 0, limit: 0, ...line })),
  warehouse_id: 0,
  quota: 0,
  limit: 0,
  points: { mall: 'points', kind: 'goods', goods_id: 0, coupon_id: 0, points: 0, money: '', worth: '', ...points },
  prizes: prizes.map((prize, at) => ({
    key: at + 1,
    kind: 'none',
    name: '谢谢参与',
    amount: '',
    coupon_id: 0,
    goods_id: 0,
    odds: 0,
    stock: 0,
    ...prize,
  })),
  ...said,
})
