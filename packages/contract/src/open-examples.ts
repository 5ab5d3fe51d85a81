/** Examples of the open API's documentation, one a call and in this order: a test runs them as they stand here. */

export interface OpenExample {
  call: `${'GET' | 'POST'} /open/v1/${string}`
  says: string
  params?: Readonly<Record<string, string>>
  query?: Readonly<Record<string, string>>
  headers?: Readonly<Record<string, string>>
  body?: object
}

/** Stands for the number of an order, which every shop has its own of. */
export const EXAMPLE_ORDER = '20261128000001'
/** Stands for the number of a return. */
export const EXAMPLE_RETURN = 'TH20261128000001'
/** Stands for the code of a warehouse of the shop. */
export const EXAMPLE_WAREHOUSE = '01'

/** Stand for what only one buyer has: a place of its own, a goods that it buys, its order, a paper, a report. */
export const EXAMPLE_ADDRESS = 118
export const EXAMPLE_GOODS = 'YP100118'
export const EXAMPLE_OWN_ORDER = '20261128000118'
export const EXAMPLE_PAPER = '990118'
export const EXAMPLE_REPORT = '990119'
const OWN_ORDER = {
  address_id: EXAMPLE_ADDRESS,
  invoice_kind: 'normal',
  pay: 'later',
  lines: [{ goods_code: EXAMPLE_GOODS, number: 10 }],
}

export const OPEN_EXAMPLES: readonly OpenExample[] = [
  {
    call: 'POST /open/v1/goods',
    says: '先试算：每一行会怎样，什么都不改',
    query: { check: '1' },
    body: {
      rows: [
        {
          code: 'ERP-10001',
          name: '阿莫西林胶囊',
          spec: '0.25g*24粒',
          unit: '盒',
          manufacturer: '示例制药有限公司',
          holder: '示例制药有限公司',
          dosage_form: '胶囊剂',
          approval_no: '国药准字H20260001',
          mid_pack: 10,
          case_pack: 200,
          drug_class: 'rx',
          storage: '密封，在阴凉干燥处保存',
          state: 'on',
          source_version: 1,
        },
      ],
    },
  },
  {
    call: 'POST /open/v1/goods',
    says: '写入。每一行各有回答：错的一行不影响别的；没有写的字段保持不变',
    headers: { 'idempotency-key': 'goods-20261128-0001' },
    body: {
      rows: [
        {
          code: 'ERP-10001',
          name: '阿莫西林胶囊',
          spec: '0.25g*24粒',
          unit: '盒',
          manufacturer: '示例制药有限公司',
          holder: '示例制药有限公司',
          dosage_form: '胶囊剂',
          approval_no: '国药准字H20260001',
          mid_pack: 10,
          case_pack: 200,
          drug_class: 'rx',
          storage: '密封，在阴凉干燥处保存',
          state: 'on',
          source_version: 1,
        },
      ],
    },
  },
  {
    call: 'POST /open/v1/prices',
    says: '价格，单位是分。第一次有了基准价，state 为 on 的商品随即上架',
    body: {
      rows: [
        {
          goods_code: 'ERP-10001',
          base: 1280,
          retail: 1860,
          ranks: [{ rank: 'A', price: 1250 }],
          ladder: [{ number: 100, price: 1200 }],
          source_version: 1,
        },
      ],
    },
  },
  {
    call: 'POST /open/v1/stock',
    says: '库存：cutoff 那一刻 ERP 可销的数量，按仓库和批号',
    body: {
      cutoff: '2026-11-28T08:00:00+08:00',
      rows: [
        {
          warehouse_code: EXAMPLE_WAREHOUSE,
          goods_code: 'ERP-10001',
          batch_no: '2609001',
          production_date: '2026-09-01',
          expiry_date: '2028-08-31',
          available: 1200,
        },
      ],
    },
  },
  { call: 'GET /open/v1/orders', says: '订单的变化：记住 cursor，下一次从它读起', query: { limit: '2' } },
  { call: 'GET /open/v1/orders/:no', says: '一张订单：每一行、优惠怎样摊、分到哪些批号', params: { no: EXAMPLE_ORDER } },
  {
    call: 'POST /open/v1/orders/:no/ack',
    says: '接收：告诉商城 ERP 的单据号和记账时间。同一张单据再报一次，回答相同',
    params: { no: EXAMPLE_ORDER },
    body: { sheet_no: 'XS-2026-118800' },
  },
  { call: 'GET /open/v1/returns', says: '退货退款的变化，连同各自的退款', query: { limit: '2' } },
  { call: 'GET /open/v1/returns/:no', says: '一张退货退款', params: { no: EXAMPLE_RETURN } },
  { call: 'GET /open/v1/own/catalogue', says: '现在能买的商品和本企业的价格，一页一页读', query: { can_buy: '1', per_page: '2' } },
  { call: 'GET /open/v1/own/addresses', says: '收货地址：下单时用它的 id' },
  { call: 'POST /open/v1/own/orders', says: '先试算：每一行能不能买，一共多少', query: { check: '1' }, body: OWN_ORDER },
  {
    call: 'POST /open/v1/own/orders',
    says: '下单。有一行不能买就什么都不下，LINES_REFUSED 写明每一行；没有收到回答就用同一个 Idempotency-Key 再发',
    headers: { 'idempotency-key': 'po-20261128-0001' },
    body: OWN_ORDER,
  },
  { call: 'GET /open/v1/own/orders', says: '本企业订单的变化：记住 cursor，下一次从它读起', query: { limit: '2' } },
  { call: 'GET /open/v1/own/orders/:no', says: '一张订单：状态、批号、运单', params: { no: EXAMPLE_OWN_ORDER } },
  { call: 'GET /open/v1/own/papers', says: '随货单据、对账单等，最近的在前', query: { per_page: '2' } },
  { call: 'GET /open/v1/own/papers/:id', says: '取 PDF', params: { id: EXAMPLE_PAPER } },
  { call: 'GET /open/v1/own/reports', says: '所购批号和它们的检验报告', query: { per_page: '2' } },
  { call: 'GET /open/v1/own/reports/:id', says: '取 PDF', params: { id: EXAMPLE_REPORT } },
]
