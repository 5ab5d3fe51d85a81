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
]
