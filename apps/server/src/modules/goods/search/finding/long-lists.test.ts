import { describe, expect, it } from 'vitest'
import { makeGoods } from '../../../../../test/fixtures.ts'
import { testShop } from '../../../../../test/harness.ts'
import { viewerOf } from '../testing.ts'

const PARTS = '阿莫西林头孢克洛维生素复方感冒清热解毒银黄板蓝根牛降压布洛芬'
const FORMS = ['胶囊', '片', '颗粒', '注射液', '口服液', '丸', '软膏', '散']
const GOODS = 4_000
const LINES = 400

const buyer = viewerOf({})
const identify = (text: string) => shop.search.identify({ text, usual: new Set(), limit: 6 }, buyer)

const seen = () => shop.search.refresh()

/** Always the same row of numbers, so that a failure comes again. */
function numbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

const shop = await testShop()
const { db, pool } = shop.database
const pick = numbers(7)
const first = await makeGoods(db, { name: '阿莫西林胶囊', scope_code: 'chemical' })
const names = Array.from({ length: GOODS }, () => {
  const at = pick(PARTS.length - 4)
  return `${PARTS.slice(at, at + 4)}${PARTS[pick(PARTS.length)]}${FORMS[pick(FORMS.length)]}`
})
// Like the first, under names of their own.
const { rows } = await pool.query<{ column_name: string }>(
  `select column_name from information_schema.columns
      where table_name = 'goods' and is_generated = 'NEVER' and column_name not in ('id', 'code', 'name', 'generic_name')`,
)
const others = rows.map((row) => row.column_name)
await pool.query(
  `insert into goods (code, name, generic_name, ${others.join(', ')})
     select 'L' || n.at, n.name, n.name, ${others.map((column) => `g.${column}`).join(', ')}
       from goods g, unnest($2::text[]) with ordinality as n (name, at) where g.id = $1`,
  [first, names],
)
await shop.search.load()

describe('又长又杂的清单', () => {
  it('每行都是一个个常见的字，认一千行也只占一小会儿', () => {
    const pick = numbers(11)
    const signs = [...'胶囊片颗粒注射液阿莫西林维生素清热感冒丸膏散复方']
    const lines = Array.from({ length: LINES }, () => Array.from({ length: 20 }, () => signs[pick(signs.length)]).join(' '))
    const before = process.threadCpuUsage()
    for (const line of lines) identify(line)
    const { user, system } = process.threadCpuUsage(before)
    expect((user + system) / 1000).toBeLessThan(600)
  })

  it('商品改了名，记住的字词不再照旧：旧名认不出，新名认得出', async () => {
    const id = await makeGoods(db, { name: '蒲地蓝消炎片', scope_code: 'chemical' })
    await seen()
    expect(identify('蒲地蓝消炎片')).toMatchObject({ fit: 'one', ids: [id] })
    expect(identify('银杏叶提取物滴剂').ids).not.toContain(id)
    await db.updateTable('goods').set({ name: '银杏叶提取物滴剂', generic_name: '银杏叶提取物滴剂' }).where('id', '=', id).execute()
    await seen()
    expect(identify('蒲地蓝消炎片').ids).not.toContain(id)
    expect(identify('银杏叶提取物滴剂')).toMatchObject({ fit: 'one', ids: [id] })
  })
})
