import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { ORDER_CHANGES_MAX, OWN_LINES_MAX } from './constants.ts'
import { OrderFacts } from './open-orders.ts'
import { Id, listOf, NullableInteger, NullableText } from './shapes.ts'

/** What a buyer's own system asks with the key of its company: catalogue at its prices, orders, papers. Money in fen. */

const Cents = Type.Integer({ description: '分' })
const NullableCents = { ...NullableInteger, description: '分；null：没有价格，或不对本企业显示' }
const Reasons = listOf({ code: Type.String(), message: Type.String() })
const problems = ['COMPANY_SHUT'] as const

export const ownCatalogue = call('GET', '/open/v1/own/catalogue', {
  scope: 'own.catalogue',
  summary: '目录与本企业价格',
  problems,
  query: Type.Object({
    keywords: Type.Optional(Type.String({ maxLength: 100, description: '与商城的搜索相同：名称、厂家、批准文号、条码、拼音' })),
    in_stock: Type.Optional(Type.Integer({ minimum: 0, maximum: 1, description: '1：只要有货的' })),
    can_buy: Type.Optional(Type.Integer({ minimum: 0, maximum: 1, description: '1：只要本企业现在能买的' })),
    page: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000, default: 1 })),
    per_page: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 100 })),
  }),
  data: Type.Object({
    goods: Type.Array(
      Type.Object({
        code: Type.String({ description: '下单时用它' }),
        name: Type.String(),
        spec: Type.String(),
        unit: Type.String(),
        manufacturer: Type.String(),
        approval_no: Type.String(),
        dosage_form: Type.String(),
        drug_class: Type.String(),
        price: { ...NullableCents, description: '买最小起订量时的单价，分；null：没有价格，或不对本企业显示' },
        price_source: NullableText,
        retail: { ...NullableCents, description: '建议零售价，分' },
        ladder: Type.Array(Type.Object({ number: Type.Integer(), price: Cents, text: Type.String() })),
        available: { ...NullableInteger, description: '可售数量；null：不对本企业显示' },
        nearest_expiry: NullableText,
        minimum: Type.Integer({ description: '最小起订量' }),
        step: Type.Integer({ description: '数量须是它的倍数' }),
        mid_pack: Type.Integer(),
        case_pack: Type.Integer(),
        limit: { ...NullableInteger, description: '每日限购；null：不限' },
        is_ephedrine: Type.Boolean({ description: 'true：含特殊药品复方制剂，单独成单，仅限对公转账' }),
        tags: Type.Array(Type.String()),
        can_buy: Type.Boolean(),
        reasons: { ...Reasons, description: '不能买的原因' },
      }),
    ),
    total: Type.Integer(),
    page: Type.Integer(),
    per_page: Type.Integer(),
  }),
})

export const ownAddresses = call('GET', '/open/v1/own/addresses', {
  scope: 'own.order',
  summary: '本企业的收货地址',
  problems,
  data: Type.Object({
    addresses: listOf({
      id: Id,
      receiver: Type.String(),
      phone: Type.String(),
      address: Type.String(),
      is_default: Type.Boolean(),
      reviewed: Type.Boolean({ description: 'false：还没有审核，有的商品不能送到这里' }),
    }),
  }),
})

export const OWN_PAYS = ['later', 'credit'] as const
/** Why a line was not taken, beside the reasons for which the shop lets nobody buy. */
export const OWN_LINE_CODES = { UNKNOWN_GOODS: '商城没有这个商品', REPEATED: '同一商品请合并为一行' } as const
/** What goes with LINES_REFUSED: each line of what was asked, in its order. */
export const OwnLineAnswer = Type.Object({
  index: Type.Integer({ description: '第几行，从 0 数起' }),
  goods_code: Type.String(),
  status: Type.Unsafe<'ok' | 'refused'>({ type: 'string', enum: ['ok', 'refused'] }),
  code: Type.Optional(Type.String()),
  message: Type.Optional(Type.String()),
})
export type OwnLineWire = Static<typeof OwnLineAnswer>

/** By lines, in one transaction: all of it is ordered, or nothing is and each line says why. */
export const ownOrderPlace = call('POST', '/open/v1/own/orders', {
  scope: 'own.order',
  summary: '按行下单',
  onceOnly: true,
  problems: [...problems, 'LINES_REFUSED', 'TOTAL_CHANGED', 'ORDER_REFUSED'],
  query: Type.Object({
    check: Type.Optional(Type.Integer({ minimum: 0, maximum: 1, description: '1：只试算，答每一行和总额，不下单' })),
  }),
  body: Type.Object({
    address_id: Id,
    invoice_kind: Type.Unsafe<'special' | 'normal'>({ type: 'string', enum: ['special', 'normal'], description: '专票、普票' }),
    pay: Type.Unsafe<(typeof OWN_PAYS)[number]>({
      type: 'string',
      enum: [...OWN_PAYS],
      description: 'credit：用账期付，不能用就不下单；later：待付款，到商城付',
    }),
    coupons: Type.Optional(Type.Boolean({ description: 'true：用能省最多的优惠券；不写：不用' })),
    remark: Type.Optional(Type.String({ maxLength: 200 })),
    total: Type.Optional({
      ...Cents,
      minimum: 0,
      maximum: 100_000_000_000,
      description: '看到的总额，分：现在的总额不同就不下单；不写：按现在的价格',
    }),
    lines: Type.Array(
      Type.Object({
        goods_code: Type.String({ minLength: 1, maxLength: 40 }),
        number: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
      }),
      { minItems: 1, maxItems: OWN_LINES_MAX },
    ),
  }),
  data: Type.Object({
    checked: Type.Boolean({ description: 'true：只是试算（check=1），没有下单' }),
    orders: listOf({ no: Type.String(), status: Type.String(), payable: Cents }),
    lines: Type.Array(
      Type.Object({
        goods_code: Type.String(),
        number: Type.Integer(),
        unit_price: Cents,
        net: { ...Cents, description: '减去优惠之后，分' },
      }),
    ),
    gifts: listOf({ name: Type.String(), number: Type.Integer(), unit: Type.String() }),
    total: { ...Cents, description: '各订单应付合计，分' },
  }),
})

const OwnHead = {
  ...OrderFacts,
  payable: Cents,
  paid: Cents,
}
const OwnOrderHead = Type.Object(OwnHead)
export type OwnOrderHeadWire = Static<typeof OwnOrderHead>

export const ownOrders = call('GET', '/open/v1/own/orders', {
  scope: 'own.order',
  summary: '本企业订单的变化',
  problems: [...problems, 'CURSOR_GONE'],
  query: Type.Object({
    changed_after: Type.Optional(Type.String({ maxLength: 40, description: '上一次回答的 cursor；不写：从保留着的最早一条读起' })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: ORDER_CHANGES_MAX, default: 200 })),
  }),
  data: Type.Object({
    orders: Type.Array(OwnOrderHead, { description: '其间变化过的订单，每张一次，都是此刻的样子' }),
    cursor: Type.String({ description: '下一次从这里读' }),
    more: Type.Boolean({ description: 'true：后面还有，马上再读' }),
  }),
})

export const ownOrder = call('GET', '/open/v1/own/orders/:no', {
  scope: 'own.order',
  summary: '本企业的一张订单',
  problems,
  params: Type.Object({ no: Type.String({ minLength: 1, maxLength: 40 }) }),
  data: Type.Object({
    ...OwnHead,
    goods_amount: Cents,
    reduction_amount: Cents,
    shipping_amount: Cents,
    voucher_amount: Cents,
    balance_amount: Cents,
    receiver: Type.Object({ name: Type.String(), phone: Type.String(), address: Type.String() }),
    invoice_kind: Type.String(),
    remark: Type.String(),
    shipment: Type.Unsafe<{ carrier: string; waybill: string; shipped_at: string } | null>({
      anyOf: [Type.Object({ carrier: Type.String(), waybill: Type.String(), shipped_at: Type.String() }), { type: 'null' }],
    }),
    lines: Type.Array(
      Type.Object({
        goods_code: Type.String(),
        name: Type.String(),
        spec: Type.String(),
        unit: Type.String(),
        manufacturer: Type.String(),
        approval_no: Type.String(),
        number: Type.Integer(),
        unit_price: Cents,
        amount: Cents,
        reduction: Cents,
        net: Cents,
        returned: Type.Integer(),
        batches: Type.Array(
          Type.Object({ batch_no: Type.String(), production_date: NullableText, expiry_date: Type.String(), number: Type.Integer() }),
        ),
      }),
    ),
  }),
})

export const ownPapers = call('GET', '/open/v1/own/papers', {
  scope: 'own.papers',
  summary: '本企业的单据',
  problems,
  query: Type.Object({
    keyword: Type.Optional(Type.String({ maxLength: 40, description: '单据号的开头，或标题的一部分' })),
    before: Type.Optional({ ...Id, description: '上一次回答的 next' }),
    per_page: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 50 })),
  }),
  data: Type.Object({
    papers: listOf({
      id: Id,
      no: Type.String(),
      kind: Type.String(),
      kind_name: Type.String(),
      title: Type.String(),
      day: Type.String(),
      state: Type.String(),
      state_name: Type.String(),
      file: Type.String({ description: '在哪里取 PDF；空：还没有做好' }),
    }),
    next: NullableInteger,
  }),
})
export const ownPaperFile = call('GET', '/open/v1/own/papers/:id', {
  scope: 'own.papers',
  summary: '取一份单据（PDF）',
  problems,
  file: true,
  data: Type.Object({}),
})

export const ownReports = call('GET', '/open/v1/own/reports', {
  scope: 'own.papers',
  summary: '所购批号的检验报告',
  problems,
  query: Type.Object({
    keyword: Type.Optional(Type.String({ maxLength: 60, description: '商品名、批号或追溯码' })),
    page: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000, default: 1 })),
    per_page: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 50 })),
  }),
  data: Type.Object({
    batches: listOf({
      goods_code: Type.String(),
      name: Type.String(),
      spec: Type.String(),
      manufacturer: Type.String(),
      batch_no: Type.String(),
      expiry_date: NullableText,
      order_no: NullableText,
      reports: listOf({
        id: Id,
        kind: Type.String(),
        kind_name: Type.String(),
        report_no: Type.String(),
        report_date: NullableText,
        file: Type.String({ description: '在哪里取 PDF' }),
      }),
    }),
    total: Type.Integer(),
    page: Type.Integer(),
    per_page: Type.Integer(),
  }),
})
export const ownReportFile = call('GET', '/open/v1/own/reports/:id', {
  scope: 'own.papers',
  summary: '取一份检验报告（PDF）',
  problems,
  file: true,
  data: Type.Object({}),
})
