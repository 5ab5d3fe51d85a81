import { setImmediate } from 'node:timers/promises'
import { beijingDate } from '#domain/dates.ts'
import type { Connection } from '../../../platform/database.ts'
import { type ColumnMap, RowReader } from './columns.ts'
import { judgeRows, type ReadRow, readAndJudge } from './goods-law.ts'
import { GOODS_ALIASES } from './goods-rows.ts'
import { barGoods, landGoods } from './goods-store.ts'
import { type Ahead, type Land, withoutRepeats } from './landing.ts'
import { knownCodes } from './store.ts'
import type { TableRow } from './table-row.ts'

/** So many rows are worked at a stretch before the database is listened to again. */
const AHEAD_ROWS = 25

/** Rows are read and judged while the database works on the batch before: together that takes as long as the longer of the two. */
export function goodsLander(columns: ColumnMap<keyof typeof GOODS_ALIASES>, now: Date): { ahead: Ahead; land: Land } {
  const fields = new Set(Object.keys(columns.index))
  const today = beijingDate(now)
  const known = new WeakMap<TableRow, ReadRow>()
  const read = (row: TableRow): ReadRow =>
    known.get(row) ?? readAndJudge(new RowReader(row.line, row.cells, columns, GOODS_ALIASES, row.problems), today)
  const ahead: Ahead = async (rows) => {
    for (const [at, row] of rows.entries()) {
      known.set(row, read(row))
      if (at % AHEAD_ROWS === 0) await setImmediate()
    }
  }
  const land: Land = async (connection, rows, find) => {
    const all = await withKnownCodes(connection, rows.map(read))
    const { records, barred, doubtful, refused } = await judgeRows(connection, all, fields, today)
    for (const { reader } of all) find(reader.findings)
    const fresh = await withoutRepeats(connection, records, (record) => record.code, '商品编码', find)
    await barGoods(connection, barred, now)
    return { ...(await landGoods(connection, fresh, fields)), barred: refused, doubtful }
  }
  return { ahead, land }
}

/** In other letters than the shop's own: the shop's code, and a word of it where the goods were there before. */
async function withKnownCodes(connection: Connection, all: readonly ReadRow[]): Promise<ReadRow[]> {
  const codes = await knownCodes(
    connection,
    'goods',
    all.map(({ row }) => row.code),
  )
  return all.map((one) => {
    const code = codes.get(one.row.code) ?? one.row.code
    if (code === one.row.code) return one
    one.reader.notice('code', one.row.code, `与商品编码“${code}”只差大小写，按同一件商品处理`)
    return { ...one, row: { ...one.row, code } }
  })
}
