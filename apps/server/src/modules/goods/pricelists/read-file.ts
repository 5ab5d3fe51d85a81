import { PRICE_LIST_ROWS_MAX } from '#contract/constants.ts'
import { rowsOfUpload, type TableRow, UnreadableFile } from '../import/public.ts'

/** A row of a 调价单 as somebody wrote it. */
export interface SaidRow {
  line: number
  code: string
  approval: string
  spec: string
  kind: string
  /** Rank or code of a company. */
  of: string
  price: string
  /** A cell that holds nothing to go by: why; '' none. */
  fault: string
}
type Field = Exclude<keyof SaidRow, 'line' | 'fault'>

/** The first of each is what the template calls it. */
const NAMES: Readonly<Record<Field, readonly string[]>> = {
  code: ['商品编码', '编码', '商品编号', '货号'],
  approval: ['批准文号', '国药准字'],
  spec: ['规格', '商品规格'],
  kind: ['种类', '价格种类', '价格类型'],
  of: ['等级或客户编码', '等级', '客户编码', '企业编码', '客户等级'],
  price: ['新价', '新价格', '价格', '调后价', '新价（元）'],
}
const FIELDS = Object.keys(NAMES) as Field[]
export const COLUMNS = FIELDS.map((field) => NAMES[field][0] ?? '')

/** Longer than any code, rank or price. */
const CELL_MAX = 100
/** Lines of words above the head of a table. */
const ABOVE = 10

type Places = ReadonlyMap<Field, readonly number[]>

function headOf(cells: readonly string[]): Places | null {
  const places = new Map<Field, number[]>()
  for (const [at, cell] of cells.entries()) {
    const name = cell.replace(/[\s*]/g, '').replace('(', '（').replace(')', '）')
    const field = FIELDS.find((one) => NAMES[one].includes(name))
    if (field !== undefined) places.set(field, [...(places.get(field) ?? []), at])
  }
  return places.has('price') && (places.has('code') || places.has('approval')) ? places : null
}

/** Pasted without a head: code and new price, or code, kind, of whom, new price. */
const bare = (columns: number): Places =>
  columns <= 2
    ? new Map<Field, number[]>([
        ['code', [0]],
        ['price', [1]],
      ])
    : new Map<Field, number[]>([
        ['code', [0]],
        ['kind', [1]],
        ['of', [2]],
        ['price', [3]],
      ])

function readRow({ line, cells, problems }: TableRow, places: Places): SaidRow {
  const of = (field: Field) =>
    ((places.get(field) ?? []).map((at) => cells[at]?.trim() ?? '').find((text) => text !== '') ?? '').slice(0, CELL_MAX)
  const wrong = [...places.values()].flat().flatMap((at) => problems?.get(at)?.reason ?? [])
  return {
    line,
    code: of('code'),
    approval: of('approval'),
    spec: of('spec'),
    kind: of('kind'),
    of: of('of'),
    price: of('price').replace(/^[¥￥]/, ''),
    fault: wrong[0] ?? '',
  }
}

const isBlank = ({ cells }: TableRow): boolean => cells.every((cell) => cell.trim() === '')

/** CSV, XLSX, XLS, or lines that were typed or pasted. */
export async function readListFile(name: string, content: Buffer, from: 'file' | 'typed'): Promise<SaidRow[]> {
  const most = PRICE_LIST_ROWS_MAX + ABOVE
  const rows = await rowsOfUpload(name, content, most)
  const at = rows.slice(0, ABOVE).findIndex(({ cells }) => headOf(cells) !== null)
  const head = headOf(rows[at]?.cells ?? [])
  if (head === null && from === 'file')
    throw new UnreadableFile('没有找到表头：要有“商品编码”（或“批准文号”和“规格”）和“新价”，可下载模板填写')
  const read = rows.slice(at + 1).filter((row) => !isBlank(row))
  if (read.length === 0) throw new UnreadableFile('没有一行价格')
  if (rows.length > most || read.length > PRICE_LIST_ROWS_MAX)
    throw new UnreadableFile(`一张调价单至多 ${PRICE_LIST_ROWS_MAX.toLocaleString('zh-CN')} 行，请分成几张`)
  return read.map((row) => readRow(row, head ?? bare(row.cells.length)))
}
