import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { judged, type Taken, type Written, writtenIn } from './lib/statements.ts'

const STORE = `
import type { Fen } from './money.ts'
interface OrderRow extends Named { id: number; placedAt: Date; total: Fen }
interface Named { no: string }
const BRIEF = 'select id, no from orders where id = $1'
export const all = (db, company, more) => sql<OrderRow>\`
  select o.id, o.no, o.placed_at as "placedAt", o.total
    from orders o where o.company_id = \${company} \${more}\`.execute(db)
export const later = (day) => sql\`and o.placed_at > \${day}\`
export const brief = (pool) => pool.query<Pick<OrderRow, 'id' | 'no'>>({ name: 'brief', text: BRIEF, values: [1] })
`
const ALL = 'select o.id, o.no, o.placed_at as "placedAt", o.total\n from orders o where o.company_id = $1 and o.placed_at > $2'
const BRIEF = 'select id, no from orders where id = $1'
const [INT8, TEXT, TIMESTAMP] = [20, 25, 1184]
const ANSWERED: Taken = {
  text: ALL,
  columns: [
    ['id', INT8],
    ['no', TEXT],
    ['placedAt', TIMESTAMP],
    ['total', INT8],
  ],
}
const BRIEFLY: Taken = {
  text: BRIEF,
  columns: [
    ['id', INT8],
    ['no', TEXT],
  ],
}

let root: string
let written: Written[]
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'statements-'))
  mkdirSync(join(root, 'orders'))
  writeFileSync(join(root, 'orders', 'store.ts'), STORE)
  writeFileSync(join(root, 'orders', 'money.ts'), 'export type Fen = number & { readonly unit: unique symbol }')
  written = writtenIn({ root, path: 'orders/store.ts' })
})
afterAll(() => rmSync(root, { recursive: true }))

const wordsOf = (taken: readonly Taken[]) => judged(written, taken).mistyped.map(({ differences }) => differences.join('; '))

describe('语句与它的类型', () => {
  it('每条语句和语句的每一段都找到，列与类型相符的没有话说', () => {
    expect(written).toHaveLength(3)
    expect(judged(written, [ANSWERED, BRIEFLY])).toEqual({ untaken: [], mistyped: [], compared: 2 })
  })

  it('从没被数据库收下过的语句指名到行', () => {
    const { untaken } = judged(written, [BRIEFLY])
    expect(untaken.map(({ path, line }) => `${path}:${line}`)).toEqual(['orders/store.ts:6', 'orders/store.ts:9'])
  })

  it.each<[string, Taken['columns'], string]>([
    [
      '少了一列',
      [
        ['id', INT8],
        ['no', TEXT],
        ['placedAt', TIMESTAMP],
      ],
      'total is promised and not answered',
    ],
    ['多了一列', [...(ANSWERED.columns ?? []), ['cost', INT8]], 'cost is answered and not in the type'],
    [
      '类型不同',
      [
        ['id', INT8],
        ['no', TEXT],
        ['placedAt', TEXT],
        ['total', INT8],
      ],
      'placedAt is string, its type says date',
    ],
    [
      '继承来的列也算',
      [
        ['id', INT8],
        ['no', INT8],
        ['placedAt', TIMESTAMP],
        ['total', INT8],
      ],
      'no is number, its type says string',
    ],
    [
      '名字是别的写法',
      [
        ['id', INT8],
        ['no', TEXT],
        ['placed_at', TIMESTAMP],
        ['total', INT8],
      ],
      'placedAt is promised and not answered; placed_at is answered and not in the type',
    ],
  ])('%s', (_, columns, words) => {
    expect(wordsOf([{ text: ALL, columns }, BRIEFLY])).toEqual([words])
  })

  it('按名字取出的列（Pick）也对照', () => {
    expect(
      wordsOf([
        ANSWERED,
        {
          text: BRIEF,
          columns: [
            ['id', TEXT],
            ['no', TEXT],
          ],
        },
      ]),
    ).toEqual(['id is string, its type says number'])
  })
})
