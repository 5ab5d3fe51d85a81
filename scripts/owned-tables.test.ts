import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

/** Whatever the shop keeps, a command of its module puts there: what only seeds and SQL write, nobody of the house can change. */

const SERVER = fileURLToPath(new URL('../apps/server/', import.meta.url))
const MAKES = /\b(?:insert into|merge into)\s+(\w+)|\b(?:insertInto|mergeInto)\('(\w+)'/g

/** The tables that come into being in these texts. */
const madeIn = (texts: Iterable<string>): Set<string> =>
  new Set([...texts].flatMap((text) => [...text.matchAll(MAKES)].map(([, raw, built]) => raw ?? built ?? '')))

function textsBelow(folder: string, kind: RegExp): string[] {
  return readdirSync(join(SERVER, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => kind.test(path) && !path.endsWith('.test.ts'))
    .map((path) => readFileSync(join(SERVER, folder, path), 'utf8'))
}

/** Every table of the migrations: the types are written from them, and migrations.test.ts holds both together. */
function tablesOfSchema(): string[] {
  const types = readFileSync(join(SERVER, 'src/platform/database-types.ts'), 'utf8')
  const all = types.slice(types.indexOf('export interface DB '))
  return [...all.matchAll(/^ {2}(\w+): [A-Z]\w*;?$/gm)].map(([, name = '']) => name).sort()
}

/** Written by the database itself, along with what a command writes. */
const BY_TRIGGER: Readonly<Record<string, string>> = {
  audit_unsealed: 'which rows of the record still wait for their seal',
  care_goods_listed: 'which goods may need care by the month, which follows the same rule',
  care_plan: 'what is due of each batch in stock, which the night only asks the database to mend',
  care_plan_day: 'one row, made with the table: the day that the plan is of',
  change: 'the feed of what processes remember',
  change_sweep: 'one row, made with the table: how far the feed was swept',
  company_batch: 'which batches a company bought, of its shipments',
  open_stream: 'one row, made with the table: up to where the stream of those changes goes',
  open_waiting: 'paid orders that no system has taken over',
  promotion_version: 'one row, made with the table: the number of the book of promotions',
  qualification_history: 'what a licence said before',
}

/** No row of these comes into being but by a seed or SQL. */
const STILL_SEEDED: Readonly<Record<string, string>> = {
  draw_chance: 'taps beyond those that a draw gives each day: no desk gives any yet',
}

describe('每张表', () => {
  const tables = tablesOfSchema()

  it('都有所属模块的命令写入；没有的一一写明为什么', () => {
    expect(tables.length).toBeGreaterThan(185)
    const made = madeIn(textsBelow('src', /\.ts$/))
    expect(tables.filter((table) => !made.has(table))).toEqual(Object.keys({ ...BY_TRIGGER, ...STILL_SEEDED }).sort())
  })

  it('说由数据库自己写的，迁移里确有写它的语句', () => {
    const made = madeIn(textsBelow('migrations', /\.sql$/))
    expect(Object.keys(BY_TRIGGER).filter((table) => !made.has(table))).toEqual([])
  })

  it('只有种子和测试写的表会被指出来', () => {
    expect([...madeIn(['insert into goods (name)', 'update price set x = 1', ".insertInto('company')"])]).toEqual(['goods', 'company'])
  })
})
