import type { QueryOf } from '#contract/call.ts'
import type { GoodsDetailWire, goodsDetail, OfferWire } from '#contract/goods.ts'
import { paths } from '../../paths.ts'

/** What of one goods is looked at: which offer, which warehouse, by the whole case. It stands in the address. */
export type Choice = Required<QueryOf<typeof goodsDetail>>

const KEYS = ['goods_price_id', 'ladder_price_id', 'goods_manjian_id', 'is_yj', 'is_jxq', 'ck_id'] as const
const FLAGS: readonly string[] = ['is_yj', 'is_jxq']

/** Values that are none are left out, so that a mistyped address still shows the goods. */
export function choiceOf(search: URLSearchParams): Choice {
  const choice: Choice = { goods_price_id: 0, ladder_price_id: 0, goods_manjian_id: 0, is_yj: 0, is_jxq: 0, ck_id: 0 }
  for (const key of KEYS) {
    const text = search.get(key) ?? ''
    if (!/^\d{1,15}$/.test(text)) continue
    const value = Number(text)
    choice[key] = FLAGS.includes(key) ? Math.min(value, 1) : value
  }
  return choice
}

/** Without what is not chosen: 0 is the same as absent. */
export function queryOf(choice: Choice): Partial<Choice> {
  return Object.fromEntries(Object.entries(choice).filter(([, value]) => value > 0))
}

export const goodsAt = (goodsId: number, choice: Choice): string => paths.goods(goodsId, queryOf(choice))

export interface Option {
  key: string
  name: string
  /** 至 2028-08-31 */
  note: string
  price: string | null
  near: boolean
  here: boolean
  choice: Choice
}

/** 正常批次, each near-expiry batch that is offered, and 整件 where that has its own price. */
export function batchOptions(goods: GoodsDetailWire, choice: Choice): Option[] {
  const near = goods.offers.filter((offer) => offer.kind === 'near_expiry')
  const whole = goods.offers.find((offer) => offer.kind === 'whole_case')
  if (near.length === 0 && whole === undefined) return []
  const plain: Choice = { ...choice, goods_price_id: 0, is_yj: 0, is_jxq: 0 }
  const chosen = chosenOffer(goods)
  const special = chosen?.kind === 'near_expiry' || choice.is_yj === 1
  const fresh = goods.batches.find((batch) => !near.some((offer) => offer.batch_no === batch.batch_no))
  const options: Option[] = [
    {
      key: 'plain',
      name: near.length > 0 ? '正常批次' : `按${goods.bzdw}购买`,
      note: near.length > 0 && fresh ? `${fresh.batch_no} · 至 ${fresh.expiry_date}` : `${goods.mid_pack} ${goods.bzdw}/中包`,
      price: null,
      near: false,
      here: !special,
      choice: plain,
    },
  ]
  for (const offer of near) options.push(nearOption(offer, goods, plain))
  if (whole) {
    options.push({
      key: 'whole',
      name: '整件购买',
      note: `${goods.case_pack} ${goods.bzdw}/件`,
      price: whole.price,
      near: false,
      here: choice.is_yj === 1,
      choice: { ...plain, is_yj: 1 },
    })
  }
  return options
}

const nearOption = (offer: OfferWire, goods: GoodsDetailWire, plain: Choice): Option => ({
  key: `near-${offer.goods_price_id}`,
  name: '近效期',
  note: [offer.batch_no, offer.expiry_date && `至 ${offer.expiry_date}`].filter(Boolean).join(' · '),
  price: offer.price,
  near: true,
  here: chosenOffer(goods)?.goods_price_id === offer.goods_price_id,
  // The batch lies in one warehouse: the server knows which.
  choice: { ...plain, goods_price_id: offer.goods_price_id, is_jxq: 1, ck_id: 0 },
})

/** The offer that the goods is shown under. */
export const chosenOffer = (goods: Pick<GoodsDetailWire, 'goods_price_id' | 'offer'>): OfferWire | null =>
  goods.goods_price_id > 0 ? goods.offer : null
