import { type Static, type TSchema, Type } from 'typebox'
import { call } from './call.ts'
import { OPEN_COMPANY_PRICES_MAX, OPEN_ROWS_MAX, OPEN_STOCK_GOODS_MAX } from './constants.ts'

/** What an ERP says of goods, stock and prices: up to a thousand rows a call, each answered. Money in fen, dates as Beijing has them. */

export const OpenCode = Type.String({ minLength: 1, maxLength: 40 })
export const Fen = Type.Integer({ minimum: 0, maximum: 100_000_000, description: '分' })
const Day = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', description: '2026-11-28' })
const Moment = Type.String({ maxLength: 40, description: 'RFC 3339: 2026-11-28T08:30:00+08:00' })
/** Of two messages about the same thing the later one counts, in whichever order they come. */
const Versions = {
  source_version: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description: '来源系统的版本号，只增不减' })),
  updated_at: Type.Optional({ ...Moment, description: '没有版本号时：来源系统的修改时间（RFC 3339）' }),
}
const exact = { additionalProperties: false }
const text = (maxLength: number, description?: string) => Type.Optional(Type.String({ maxLength, ...(description && { description }) }))

export const OpenGoodsRow = Type.Object(
  {
    code: OpenCode,
    name: Type.String({ minLength: 1, maxLength: 120 }),
    generic_name: text(200, '通用名'),
    trade_name: text(200, '商标名'),
    spec: text(300, '规格'),
    unit: text(12, '包装单位'),
    manufacturer: text(100, '生产厂家'),
    holder: text(100, '上市许可持有人'),
    origin: text(60, '产地'),
    dosage_form: text(30, '剂型'),
    approval_no: text(80, '批准文号'),
    barcode: text(40),
    category: text(60, '分类'),
    storage: text(100, '储藏条件'),
    special_mark: text(40, '特殊管理标记，空文本：没有'),
    mnemonic: text(60, '助记码'),
    mid_pack: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000, description: '中包装数' })),
    case_pack: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000, description: '件装数' })),
    splittable: Type.Optional(Type.Boolean({ description: '可拆零' })),
    cold_chain: Type.Optional(Type.Boolean()),
    drug_class: Type.Optional(Type.Unsafe<'rx' | 'otc_a' | 'otc_b'>({ type: 'string', enum: ['rx', 'otc_a', 'otc_b'] })),
    state: Type.Optional(Type.Unsafe<'on' | 'off'>({ type: 'string', enum: ['on', 'off'], description: '在售、停售；不写：不变' })),
    ...Versions,
  },
  exact,
)
export type OpenGoodsWire = Static<typeof OpenGoodsRow>

export const OpenStockRow = Type.Object(
  {
    warehouse_code: Type.String({ minLength: 1, maxLength: 20 }),
    goods_code: OpenCode,
    batch_no: Type.String({ minLength: 1, maxLength: 20 }),
    production_date: Type.Optional(Day),
    expiry_date: Day,
    available: Type.Integer({
      minimum: 0,
      maximum: 100_000_000,
      description: `ERP 此刻可销的数量：已扣除 ERP 接收过的订单；一个商品各仓、各批号合计至多 ${OPEN_STOCK_GOODS_MAX}`,
    }),
  },
  exact,
)
export type OpenStockWire = Static<typeof OpenStockRow>

export const OpenPriceRow = Type.Object(
  {
    goods_code: OpenCode,
    base: Type.Optional({ ...Fen, minimum: 1, description: '基准价' }),
    retail: Type.Optional({ ...Fen, minimum: 1, description: '建议零售价' }),
    ranks: Type.Optional(
      Type.Array(Type.Object({ rank: Type.String({ minLength: 1, maxLength: 10 }), price: { ...Fen, minimum: 1 } }, exact), {
        maxItems: 30,
        description: '全部等级价；空列表：一个也没有；不写：不变',
      }),
    ),
    ladder: Type.Optional(
      Type.Array(Type.Object({ number: Type.Integer({ minimum: 1, maximum: 1_000_000 }), price: { ...Fen, minimum: 1 } }, exact), {
        maxItems: 10,
        description: '全部阶梯：从某数量起；空列表：没有；不写：不变',
      }),
    ),
    companies: Type.Optional(
      Type.Array(
        Type.Object(
          {
            company_code: OpenCode,
            price: Type.Unsafe<number | null>({ type: ['integer', 'null'], minimum: 1, maximum: 100_000_000, description: 'null：取消' }),
          },
          exact,
        ),
        { maxItems: 100, description: `企业专价，只写有变化的；一次提交的各行合计至多 ${OPEN_COMPANY_PRICES_MAX} 个` },
      ),
    ),
    ...Versions,
  },
  exact,
)
export type OpenPriceWire = Static<typeof OpenPriceRow>

/** Why a row was not taken, or was left as it was. */
export const OPEN_ROW_CODES = {
  INVALID: '内容有误',
  REPEATED: '同一次提交里写了两次',
  LAW_BARRED: '依法不得在网上销售',
  UNKNOWN_GOODS: '商城没有这个商品',
  UNKNOWN_WAREHOUSE: '商城没有这个仓库',
  UNKNOWN_COMPANY: '商城没有这家企业',
  WAREHOUSE_SHUT: '仓库已停用',
  NEEDS_APPROVAL: '降价过多，或价格（连同活动）低于成本、底价：须两人在后台办理',
  OLDER_VERSION: '已有更新的版本',
} as const
export type OpenRowCode = keyof typeof OPEN_ROW_CODES

const RowAnswer = Type.Object({
  index: Type.Integer({ description: '第几行，从 0 数起' }),
  key: Type.String(),
  status: Type.Unsafe<'ok' | 'unchanged' | 'rejected'>({ type: 'string', enum: ['ok', 'unchanged', 'rejected'] }),
  code: Type.Optional(Type.Unsafe<OpenRowCode>({ type: 'string', enum: Object.keys(OPEN_ROW_CODES) })),
  field: Type.Optional(Type.String()),
  message: Type.Optional(Type.String()),
  notices: Type.Optional(Type.Array(Type.String(), { description: '收下了，但请看一看' })),
})
export type OpenRowAnswer = Static<typeof RowAnswer>
const Bulk = Type.Object({
  checked: Type.Boolean({ description: 'true：只是试算（check=1），什么都没有改' }),
  ok: Type.Integer(),
  unchanged: Type.Integer(),
  rejected: Type.Integer(),
  rows: Type.Array(RowAnswer),
})
export type OpenBulkWire = Static<typeof Bulk>

const Check = Type.Object({
  check: Type.Optional(Type.Integer({ minimum: 0, maximum: 1, description: '1：只试算，不改任何东西' })),
})
/** Whatever a row is, it is answered by itself. */
const Rows = Type.Array(Type.Unknown(), { minItems: 1, maxItems: OPEN_ROWS_MAX })
const bulk = <const P extends string, Row extends TSchema>(path: P, scope: string, summary: string, row: Row) =>
  call('POST', path, { scope, summary, row, query: Check, body: Type.Object({ rows: Rows }), data: Bulk })

export const openGoods = bulk('/open/v1/goods', 'goods.change', '写入商品资料', OpenGoodsRow)
export const openPrices = bulk('/open/v1/prices', 'prices.change', '写入价格', OpenPriceRow)
/** Figures of the ERP at one moment; what orders hold that it had not taken over by then comes off. */
export const openStock = call('POST', '/open/v1/stock', {
  scope: 'stock.count',
  summary: '写入库存',
  row: OpenStockRow,
  query: Check,
  body: Type.Object({
    cutoff: { ...Moment, description: '这些数字是 ERP 哪一刻的（RFC 3339）；接收时间不晚于它的订单，ERP 已经扣除' },
    rows: Rows,
  }),
  data: Bulk,
})
