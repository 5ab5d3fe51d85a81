import { describe, expect, it } from 'vitest'
import { OPEN_ROW_CODES } from '#contract/open-incoming.ts'
import { makeCompany, makeGoods, makeStaff } from '../../../../test/fixtures.ts'
import { testShop } from '../../../../test/harness.ts'
import { makeOpenKey, OPEN_WORDS } from '../../../../test/open-keys.ts'
import { MOVES_OF_ONE, statementMoves } from '../../../../test/statements-asked.ts'

const shop = await testShop({ now: new Date('2026-11-28T02:00:00Z') })
const { db, pool } = shop.database
const bearer = await makeOpenKey(shop, { name: '时空' })
const anyPrice = await makeOpenKey(shop, { scopes: [...OPEN_WORDS, 'prices.cost'] })
const send = async (rows: readonly object[], key = bearer, query = '') => {
  const answer = await shop.ask('POST', `/open/v1/prices${query}`, { bearer: key, body: { rows } })
  expect(answer.status, answer.text).toBe(200)
  return answer.data
}
const became = async (row: object, key = bearer) => (await send([row], key)).rows[0]
const pricesOf = async (goodsId: number) => {
  const clerk = await makeStaff(db, '价格', '质管')
  const { data } = await shop.ask('GET', `/api/staff/price/${goodsId}`, { cookie: clerk })
  return data
}
let number = 0
const fresh = async (options: Parameters<typeof makeGoods>[1] = {}) => {
  const code = `P-${++number}`
  return { code, id: await makeGoods(db, { code, price: '10.00', ...options }) }
}

describe('写入价格', () => {
  it('基准价、零售价、等级价、阶梯价、企业专价一次写入；后台看到的就是这些；改价经过和操作记录写明是谁', async () => {
    const { code, id } = await fresh()
    const buyer = await makeCompany(db, { code: 'KH-1', rank: 'A' })
    const row = {
      goods_code: code,
      base: 1050,
      retail: 1600,
      ranks: [{ rank: 'A', price: 1000 }],
      ladder: [
        { number: 100, price: 950 },
        { number: 50, price: 980 },
      ],
      companies: [{ company_code: 'KH-1', price: 990 }],
    }
    expect(await became(row)).toMatchObject({ status: 'ok', key: code })
    expect(await pricesOf(id)).toMatchObject({
      base: '10.50',
      retail: '16.00',
      ranks: [{ rank: 'A', price: '10.00' }],
      ladder: [
        { number: 50, price: '9.80' },
        { number: 100, price: '9.50' },
      ],
      ladder_type: 0,
      companies: 1,
    })
    const seen = await shop.ask('GET', `/api/goods/detail/${id}`, { cookie: buyer.cookie })
    expect(seen.data.price).toBe('9.90')
    const { rows } = await pool.query('select kind, changed_by, account_id, reason from price_change where goods_id = $1 order by kind', [
      id,
    ])
    expect(rows.map(({ kind }) => kind)).toEqual(['base', 'company', 'ladder', 'ladder', 'rank', 'retail'])
    expect(rows[0]).toEqual({ kind: 'base', changed_by: '接口 时空', account_id: null, reason: '接口 时空' })
    const { rows: audited } = await pool.query("select actor from audit_log where action = 'price.change' and subject = $1", [
      `goods:${id}`,
    ])
    expect(audited).toEqual([{ actor: '接口 时空' }, { actor: '接口 时空' }])
  })

  it('再来一次不变；不写的不动，空列表是一个也没有，企业专价写 null 是取消', async () => {
    const { code, id } = await fresh({ rankPrices: { A: '9.50' }, ladder: [{ number: 10, price: '9.00' }] })
    const { companyId } = await makeCompany(db, { code: 'KH-2' })
    const row = { goods_code: code, base: 1100, companies: [{ company_code: 'KH-2', price: 900 }] }
    expect((await became(row)).status).toBe('ok')
    expect((await became(row)).status).toBe('unchanged')
    expect((await became({ goods_code: code, ladder: [{ number: 10, price: 900 }], ranks: [{ rank: 'A', price: 950 }] })).status).toBe(
      'unchanged',
    )
    expect(await pricesOf(id)).toMatchObject({ base: '11.00', ranks: [{ rank: 'A' }], ladder: [{ number: 10 }] })
    expect((await became({ goods_code: code, ranks: [], ladder: [], companies: [{ company_code: 'KH-2', price: null }] })).status).toBe(
      'ok',
    )
    expect(await pricesOf(id)).toMatchObject({ base: '11.00', ranks: [], ladder: [], companies: 0 })
    expect((await pool.query('select 1 from goods_company_price where company_id = $1', [companyId])).rows).toEqual([])
  })

  it('降价过多、低于成本或底价的不收：须两人在后台改；写明允许任何价格的密钥才收', async () => {
    const { code, id } = await fresh()
    await pool.query(
      "insert into goods_cost (goods_id, cost, floor, version, updated_at, updated_by) values ($1, 880, 900, 1, now(), '财务')",
      [id],
    )
    const deep = await became({ goods_code: code, base: 700 })
    expect(deep).toMatchObject({ status: 'rejected', code: 'NEEDS_APPROVAL', field: 'base' })
    // Whichever it is: what goods cost the shop is not told.
    const shallow = await became({ goods_code: code, ladder: [{ number: 10, price: 890 }] })
    expect(shallow).toEqual(deep)
    expect(deep.message).toBe(OPEN_ROW_CODES.NEEDS_APPROVAL)
    await makeCompany(db, { code: 'KH-3' })
    expect(await became({ goods_code: code, companies: [{ company_code: 'KH-3', price: 100 }] })).toMatchObject({ code: 'NEEDS_APPROVAL' })
    expect(await pricesOf(id)).toMatchObject({ base: '10.00', ladder: [], companies: 0 })
    expect((await became({ goods_code: code, base: 950 })).status).toBe('ok')
    expect((await became({ goods_code: code, base: 700 }, anyPrice)).status).toBe('ok')
    expect(await pricesOf(id)).toMatchObject({ base: '7.00' })
  })

  it('没有收的降价记在操作记录里，试算也记：试出成本价的，看得出来', async () => {
    const { code } = await fresh()
    const noted = async () =>
      (await pool.query("select actor, after - 'request' as after from audit_log where action = 'open.prices' order by id desc limit 1"))
        .rows[0]
    expect(await send([{ goods_code: code, base: 700 }], bearer, '?check=1')).toMatchObject({ rejected: 1 })
    const counts = { ok: 0, unchanged: 0, rejected: 1, needs_approval: 1 }
    expect(await noted()).toEqual({ actor: '接口 时空', after: { ...counts, checked: true } })
    expect(await send([{ goods_code: code, base: 700 }])).toMatchObject({ rejected: 1 })
    expect(await noted()).toEqual({ actor: '接口 时空', after: counts })
    const { rows } = await pool.query("select count(*)::integer as number from audit_log where action = 'open.prices'")
    await send([{ goods_code: code, base: 990 }], bearer, '?check=1')
    expect((await pool.query("select count(*)::integer as number from audit_log where action = 'open.prices'")).rows).toEqual(rows)
  })

  it('按折扣卖的特价随原价走：降价使它低于成本的不收；折后还高于成本的收', async () => {
    const [{ code, id }, other] = [await fresh(), await fresh()]
    for (const goods of [id, other.id]) {
      await pool.query(
        "insert into goods_cost (goods_id, cost, floor, version, updated_at, updated_by) values ($1, 800, null, 1, now(), '财务')",
        [goods],
      )
    }
    await pool.query(
      "insert into goods_offer (goods_id, kind, percent, starts_at, ends_at) values ($1, 'welfare', 88, '2026-11-28T00:00:00Z', '2026-11-30T00:00:00Z')",
      [id],
    )
    expect(await became({ goods_code: code, base: 905 })).toMatchObject({ status: 'rejected', code: 'NEEDS_APPROVAL' })
    expect(await became({ goods_code: other.code, base: 905 })).toMatchObject({ status: 'ok' })
    expect(await became({ goods_code: code, base: 910 })).toMatchObject({ status: 'ok' })
  })

  it('一天里分许多次降，合起来也不过一人可定的：基准价、等级价、企业专价、阶梯价都一样', async () => {
    const { code, id } = await fresh()
    await makeCompany(db, { code: 'KH-9' })
    for (const row of [{ base: 1000 }, { base: 801 }]) await became({ goods_code: code, ...row })
    const steps = [
      { base: 641 },
      { base: 799 },
      { ranks: [{ rank: 'A', price: 641 }] },
      { companies: [{ company_code: 'KH-9', price: 641 }] },
      { ladder: [{ number: 2, price: 641 }] },
    ]
    for (const row of steps)
      expect(await became({ goods_code: code, ...row }), JSON.stringify(row)).toMatchObject({ code: 'NEEDS_APPROVAL' })
    expect(await became({ goods_code: code, base: 805 })).toMatchObject({ status: 'ok' })
    expect(await pricesOf(id)).toMatchObject({ base: '8.05', ladder: [], companies: 0 })
    shop.clock.now = new Date(shop.clock.now.getTime() + 25 * 3_600_000)
    expect(await became({ goods_code: code, base: 700 })).toMatchObject({ status: 'ok' })
  })

  it('不认识的商品、企业，写了两次的等级，各答各的，别的行照收；旧版本不盖过新的；试算不改', async () => {
    const [one, two] = [await fresh(), await fresh()]
    const { rows } = await send([
      { goods_code: 'NO-SUCH', base: 100 },
      { goods_code: one.code, companies: [{ company_code: 'NOBODY', price: 100 }] },
      {
        goods_code: two.code,
        ranks: [
          { rank: 'A', price: 900 },
          { rank: 'A ', price: 950 },
        ],
      },
      { goods_code: (await fresh()).code.toLowerCase(), base: 1010 },
    ])
    expect(rows.map(({ status, code, field }: Record<string, string>) => [status, code, field])).toEqual([
      ['rejected', 'UNKNOWN_GOODS', 'goods_code'],
      ['rejected', 'UNKNOWN_COMPANY', 'companies'],
      ['rejected', 'INVALID', 'ranks'],
      ['ok', undefined, undefined],
    ])
    expect((await became({ goods_code: one.code, base: 1020, source_version: 8 })).status).toBe('ok')
    expect(await became({ goods_code: one.code, base: 1030, source_version: 7 })).toMatchObject({
      status: 'unchanged',
      code: 'OLDER_VERSION',
    })
    expect(await send([{ goods_code: one.code, base: 1040, source_version: 9 }], bearer, '?check=1')).toMatchObject({
      checked: true,
      ok: 1,
    })
    expect(await pricesOf(one.id)).toMatchObject({ base: '10.20' })
  })

  it('第一次有了价格就上架，停售的、质量拦着的不上', async () => {
    const off = { price: null, on_shelf: false, off_shelf_reason: '未定价' }
    const [sold, stopped] = [await fresh(off), await fresh({ ...off, off_shelf_reason: '停售' })]
    await send([
      { goods_code: sold.code, base: 1000, ranks: [{ rank: 'A', price: 990 }] },
      { goods_code: stopped.code, base: 1000 },
    ])
    const { rows } = await pool.query('select on_shelf, base_price from goods where id in ($1, $2) order by id', [sold.id, stopped.id])
    expect(rows).toEqual([
      { on_shelf: true, base_price: 1000 },
      { on_shelf: false, base_price: 1000 },
    ])
    expect(await pricesOf(sold.id)).toMatchObject({ ranks: [{ rank: 'A', price: '9.90' }] })
  })
})

describe('一次许多价格', () => {
  /** Goods with another price of each kind. */
  async function message(goods: number, codes: readonly string[]) {
    const rows = []
    for (let at = 0; at < goods; at += 1) {
      const { code } = await fresh({ rankPrices: { A: '9.80' } })
      const ladder = [{ number: 10, price: 990 }]
      const companies = codes.map((one, place) => ({ company_code: one, price: 980 - place }))
      rows.push({ goods_code: code, base: 1010, ranks: [{ rank: 'A', price: 1000 }], ladder, companies })
    }
    return rows
  }
  async function statementsOf(work: () => Promise<unknown>): Promise<number> {
    const before = statementMoves()
    await work()
    return (statementMoves() - before) / MOVES_OF_ONE
  }

  it('商品再多、企业专价再多，问数据库的次数一样：别人发货、停售不久等', async () => {
    const codes = []
    for (let at = 0; at < 20; at += 1) {
      codes.push(`DUO-${at}`)
      await makeCompany(db, { code: `DUO-${at}` })
    }
    const [few, many] = [await message(2, codes.slice(0, 2)), await message(40, codes)]
    for (const query of ['?check=1', '']) {
      const small = await statementsOf(async () => expect(await send(few, bearer, query)).toMatchObject({ ok: 2 }))
      const large = await statementsOf(async () => expect(await send(many, bearer, query)).toMatchObject({ ok: 40 }))
      expect(large - small).toBeLessThan(10)
    }
    const { rows } = await pool.query(
      'select count(*)::integer as number from goods_company_price p join company c on c.id = p.company_id where c.code like $1',
      ['DUO-%'],
    )
    expect(rows).toEqual([{ number: 2 * 2 + 40 * 20 }])
  })

  it('企业专价一次至多 1,000 个，放不下的那几行不收，别的照收', async () => {
    const codes = Array.from({ length: 99 }, (_, at) => `QI-${at}`)
    for (const code of codes) await makeCompany(db, { code })
    const rows = (await message(11, codes)).map((row, at) => (at === 10 ? { ...row, companies: row.companies.slice(0, 11) } : row))
    const { rows: answers } = await send(rows, bearer, '?check=1')
    expect(answers.slice(0, 10).map(({ status }: { status: string }) => status)).toEqual(Array.from({ length: 10 }, () => 'ok'))
    expect(answers[10]).toMatchObject({ status: 'rejected', code: 'INVALID', field: 'companies', message: expect.stringContaining('1000') })
    expect(await send(rows.slice(10))).toMatchObject({ ok: 1 })
  })
})
