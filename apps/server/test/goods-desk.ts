import { ofGoodsTexts } from '#contract/constants.ts'
import type { GoodsFactsWire } from '#contract/goods-desk.ts'
import type { Answer, Shop } from './harness.ts'

/** A goods as a clerk types it; whatever a test does not speak of is filled in. */
export const typedGoods = (facts: Partial<GoodsFactsWire> = {}): GoodsFactsWire => ({
  name: '阿莫西林胶囊',
  generic_name: '',
  trade_name: '',
  manufacturer: '云岭制药',
  ...ofGoodsTexts(() => ''),
  spec: '0.25g*24粒',
  unit: '盒',
  mid_pack: 10,
  case_pack: 200,
  splittable: 1,
  min_number: 1,
  purchase_limit: 0,
  free_shipping_from: 0,
  dosage_form: '胶囊剂',
  approval_no: '国药准字H20001236',
  barcode: '',
  drug_class: 'rx',
  storage: '密封，在干燥处保存',
  cold_chain: '',
  shelf_life_months: 24,
  insurance_class: '',
  is_selected: 0,
  mnemonic: '',
  special_mark: '',
  category_said: '',
  categories: [],
  availability_id: 0,
  instructions: [],
  ...facts,
})

/** Calls of one member of staff. */
export const clerkOf = (shop: Shop, cookie: string) => ({
  get: (url: string): Promise<Answer> => shop.ask('GET', url, { cookie }),
  post: (url: string, body: object): Promise<Answer> => shop.ask('POST', url, { cookie, body }),
})
