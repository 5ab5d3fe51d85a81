import type { DataOf, QueryOf } from '#contract/call.ts'
import { PAGE_SIZE, PRICE_LIST_STATES, PRICE_ROW_STATES } from '#contract/constants.ts'
import type { PriceListWire, PriceRowWire, staffPriceListRows, staffPriceLists } from '#contract/price-lists.ts'
import { type Fen, yuan } from '#domain/money.ts'
import type { Connection } from '../../../platform/database.ts'
import { notFound } from '../../../platform/errors.ts'
import { type FileAnswer, fileAnswer } from '../../../platform/http.ts'
import type { Viewer } from '../../../platform/viewer.ts'
import { rowsOf, WORKBOOK_MIME, workbookAnswer, workbookBytes } from '../../../platform/workbook.ts'
import { mostCutOf } from '../prices/public.ts'
import { KIND_NAMES } from './judge.ts'
import { COLUMNS } from './read-file.ts'
import { findList, type ListHeadRow, listPage, type RowFilter, rowPage, type ShownRow, sumsOf } from './views.ts'

const shown = (amount: Fen | null): string | null => (amount === null ? null : yuan(amount))
const moment = (at: Date | null): string => at?.toISOString() ?? ''
const flag = (is: boolean): 0 | 1 => (is ? 1 : 0)
/** What goods cost the house could be reckoned from which rows are below it. */
const seesCost = ({ staff }: Viewer): boolean => staff?.permissions.has('prices.cost') ?? false
export interface Looker {
  accountId: number
  /** Which rows are below cost. */
  sees: boolean
}
export const lookerOf = (viewer: Viewer): Looker => ({ accountId: viewer.accountId, sees: seesCost(viewer) })

const headWire = (row: ListHeadRow) => ({
  id: row.id,
  name: row.name,
  state: row.state,
  state_name: PRICE_LIST_STATES[row.state],
  starts_at: moment(row.startsAt),
  rows: row.rows,
  ready: row.ready,
  wrong: row.wrong,
  created_by: row.createdBy,
  updated_by: row.updatedBy,
  updated_at: row.updatedAt.toISOString(),
  applied_at: moment(row.appliedAt),
})

export async function listsPage(
  connection: Connection,
  query: QueryOf<typeof staffPriceLists>,
  now: Date,
): Promise<DataOf<typeof staffPriceLists>> {
  const { page = 1, per_page: perPage = PAGE_SIZE, state = null, keywords = '' } = query
  const { rows, total } = await listPage(connection, { state, keywords: keywords.trim() }, (page - 1) * perPage, perPage, now)
  return { list: rows.map(headWire), total, page, per_page: perPage }
}

export async function listOf(connection: Connection, id: number, { accountId, sees }: Looker, now: Date): Promise<PriceListWire> {
  const row = await findList(connection, id, now)
  if (row === null) throw notFound('调价单')
  const { states, kinds, large, below, low } = await sumsOf(connection, id)
  const { request } = row
  return {
    ...headWire(row),
    reason: row.reason,
    version: row.version,
    is_late: flag(row.stored === 'draft' && row.startsAt !== null && row.startsAt <= now),
    asked_by: row.askedBy,
    approved_by: row.approvedBy,
    approved_at: moment(row.approvedAt),
    request: request && {
      id: request.id,
      asked_by: request.asked_by,
      asked_at: new Date(request.asked_at).toISOString(),
      mine: flag(request.asked_id === accountId),
    },
    request_is_back: flag(request?.kind === 'price.list_back'),
    under_way: row.stored === 'applying' ? 'apply' : row.stored === 'rolling' ? 'back' : '',
    counts: Object.fromEntries(states.map((one) => [one.state, one.rows])),
    kinds: kinds.map((one) => ({ ...one, name: KIND_NAMES[one.kind] })),
    large,
    most_cut: await mostCutOf(connection),
    below: sees ? below : null,
    low: sees ? low : null,
    back_by: row.backBy,
    back_approved_by: row.backApprovedBy,
    back_at: moment(row.backAt),
    back_reason: row.backReason,
    withdrawn_by: row.withdrawnBy,
    withdrawn_at: moment(row.withdrawnAt),
    withdrawn_reason: row.withdrawnReason,
  }
}

/** Per cent, one decimal. */
const changeOf = (before: Fen | null, after: Fen | null): string =>
  before === null || after === null ? '' : (((after - before) * 100) / before).toFixed(1)

const rowWire = (row: ShownRow, sees: boolean): PriceRowWire => ({
  id: row.line,
  goods_id: row.goodsId ?? 0,
  code: row.code || row.saidGoods,
  name: row.name,
  spec: row.spec,
  kind_name: row.kind === null ? row.saidKind : KIND_NAMES[row.kind],
  of: row.company ?? (row.rank === '' ? row.saidOf : `${row.rank} 级`),
  before: shown(row.before),
  after: shown(row.after),
  said_price: row.saidPrice,
  change: row.state === 'wrong' ? '' : changeOf(row.before, row.after),
  state: row.state,
  state_name: PRICE_ROW_STATES[row.state],
  note: row.note,
  large: flag(row.large),
  below: flag(sees && row.below),
  low: flag(sees && row.low),
})

type RowQuery = Pick<NonNullable<QueryOf<typeof staffPriceListRows>>, 'state' | 'kind' | 'flag' | 'keywords'>

/** Whoever may not see what goods cost may not ask for those below it either. */
const filterOf = ({ state, kind, flag: asked, keywords }: RowQuery, sees: boolean): RowFilter => ({
  state: state ?? null,
  kind: kind ?? null,
  flag: asked === undefined || (asked !== 'large' && !sees) ? null : asked,
  keywords: keywords?.trim() ?? '',
})

export async function rowsPage(
  connection: Connection,
  id: number,
  query: QueryOf<typeof staffPriceListRows>,
  viewer: Viewer,
): Promise<DataOf<typeof staffPriceListRows>> {
  const { page = 1, per_page: perPage = PAGE_SIZE, sort = 'line' } = query
  const sees = seesCost(viewer)
  const place = { sort, offset: (page - 1) * perPage, limit: perPage }
  const { rows, total } = await rowPage(connection, id, filterOf(query, sees), place)
  return { list: rows.map((row) => rowWire(row, sees)), total, page, per_page: perPage }
}

const SHEET_ROWS_MAX = 20_000
const WIDTHS = [14, 22, 18, 10, 18, 12]
const TEMPLATE_COLUMNS = COLUMNS.map((title, at) => ({ title, width: WIDTHS[at] ?? 14 }))

/** The columns that an upload reads, and beside them what was found about each row. */
export async function sheetOf(connection: Connection, id: number, query: RowQuery, viewer: Viewer): Promise<FileAnswer> {
  const sees = seesCost(viewer)
  const filter = filterOf(query, sees)
  const { rows } = await rowPage(connection, id, filter, { sort: 'line', offset: 0, limit: SHEET_ROWS_MAX })
  const warn = (row: ShownRow) =>
    [row.large ? '变动大' : '', sees && row.below ? '低于成本价或底价' : '', sees && row.low ? '活动价低于成本价或底价' : '']
      .filter(Boolean)
      .join('、')
  const bytes = await workbookBytes([
    {
      name: '调价单',
      columns: [
        ...TEMPLATE_COLUMNS,
        ...['商品', '商品规格名称', '原价', '变动 %', '状态', '提示', '原因'].map((title, at) => ({
          title,
          width: [28, 18, 12, 9, 10, 22, 50][at] ?? 12,
        })),
      ],
      rows: rowsOf(rows, (row) => [
        row.code || row.saidGoods,
        '',
        '',
        row.kind === null ? row.saidKind : KIND_NAMES[row.kind],
        row.companyCode ?? (row.rank || row.saidOf),
        row.after === null ? row.saidPrice : { yuan: yuan(row.after) },
        row.name,
        row.spec,
        row.before === null ? '' : { yuan: yuan(row.before) },
        changeOf(row.before, row.state === 'wrong' ? null : row.after),
        PRICE_ROW_STATES[row.state],
        warn(row),
        row.note,
      ]),
    },
  ])
  return fileAnswer(`调价单-${id}${filter.state === 'wrong' ? '-有误的行' : ''}.xlsx`, WORKBOOK_MIME, bytes)
}

export const templateFile = (): Promise<FileAnswer> =>
  workbookAnswer('调价单模板.xlsx', [
    { name: '调价单', columns: TEMPLATE_COLUMNS, rows: [] },
    {
      name: '填写说明',
      columns: [
        { title: '列', width: 18 },
        { title: '怎么填', width: 80 },
      ],
      rows: [
        ['商品编码', '商城里的商品编码；没有编码的写批准文号和规格'],
        ['种类', '基准价、等级价 或 客户价；不填：没有等级和客户的算基准价'],
        ['等级或客户编码', '等级价写等级（如 A），客户价写客户编码，基准价留空'],
        ['新价', '元，至多两位小数；等级价、客户价留空即取消，客户回到等级价或基准价'],
      ],
    },
  ])
