import { beforeEach, describe, expect, it } from 'vitest'
import { fillCart, makeAddress, openSheet, submit } from '../../../../test/buying.ts'
import { makeCompany, makeGoods } from '../../../../test/fixtures.ts'
import { testShop } from '../../../../test/harness.ts'
import { BARRED_ROW, DOUBTFUL_ROW, rulesWith } from '../../../../test/law.ts'
import { rejudge, rejudgeDaily } from './rejudge.ts'
import { lawVersionOn, useLawRules } from './running.ts'

const NOW = new Date('2026-11-22T02:00:00Z')
const still = { changes: [] }
const BEFORE = { ...rulesWith(), ...still }
const AFTER = { ...rulesWith(BARRED_ROW, DOUBTFUL_ROW), ...still }

const shop = await testShop({ now: NOW })
const { db, pool } = shop.database
const buyer = await makeCompany(db)
const address = await makeAddress(db, buyer.companyId)
beforeEach(async () => {
  shop.clock.now = NOW
  useLawRules(BEFORE)
  // What the tests before left is of no list's concern.
  await pool.query(`update goods set name = '旧品' || id, generic_name = '旧品' || id`)
  await rejudge(shop.database, NOW)
})

const kept = async (id: number) =>
  db
    .selectFrom('goods')
    .where('id', '=', id)
    .select(['law_verdict', 'law_class', 'law_reason', 'law_rule', 'law_version', 'on_shelf', 'off_shelf_reason', 'law_held'])
    .executeTakeFirstOrThrow()
const add = (goodsId: number) => shop.ask('POST', '/api/cart', { cookie: buyer.cookie, body: { list: [{ goods_id: goodsId, number: 1 }] } })
const listed = async (keywords: string): Promise<number[]> => {
  await shop.search.load()
  const { data } = await shop.ask('GET', `/api/goods/search?keywords=${encodeURIComponent(keywords)}`, { cookie: buyer.cookie })
  return data.list.map((one: { id: number }) => one.id)
}
const ordered = async () => (await db.selectFrom('order_line').select('goods_id').execute()).map((row) => row.goods_id)

describe('名单变了', () => {
  it('旧名单判定过的商品一律不能下单；核验后禁售的随即下架，其余恢复', async () => {
    const bad = await makeGoods(db, { name: '测禁啡片' })
    const good = await makeGoods(db, { name: '寻常片' })
    const lines = await fillCart(shop, buyer, [
      { goods_id: bad, number: 1 },
      { goods_id: good, number: 1 },
    ])
    const sheet = await openSheet(shop, buyer, lines)
    expect(sheet.status).toBe(200)

    useLawRules(AFTER)
    for (const goods of [bad, good]) {
      const refused = await add(goods)
      expect(refused.status).toBe(409)
      expect(refused.message).toContain('按现行禁售目录核验')
    }
    const placed = await submit(shop, buyer, address, lines, sheet.data)
    expect(placed.status).toBe(409)
    expect(placed.data.lines.map((line: { reasons: { code: string }[] }) => line.reasons[0]?.code)).toEqual([
      'LAW_UNDECIDED',
      'LAW_UNDECIDED',
    ])

    const done = await rejudge(shop.database, NOW)
    expect(done).toMatchObject({ barred: 1, takenOff: 1, version: lawVersionOn('2026-11-22') })
    expect(await kept(bad)).toMatchObject({
      law_verdict: 'barred',
      law_class: '麻醉药品',
      on_shelf: false,
      off_shelf_reason: '麻醉药品，依法不得在网上销售',
      law_held: true,
    })
    expect((await add(good)).status).toBe(200)
    const refused = await submit(shop, buyer, address, lines, sheet.data)
    expect(refused.status).toBe(409)
    expect(refused.message).toContain('该商品依法不得在网上销售')
    expect(await listed('测禁啡')).toEqual([])
    expect(await listed('寻常片')).toContain(good)
    expect((await shop.ask('GET', `/api/goods/detail/${bad}`, { cookie: buyer.cookie })).status).toBe(404)
    expect(await ordered()).not.toContain(bad)
    expect(await rejudge(shop.database, NOW)).toBeNull()
  })

  it('只因旧名单下架的恢复上架；另有原因下架的不动', async () => {
    const [back, stopped] = [
      await makeGoods(db, { name: '测禁啡片' }),
      await makeGoods(db, { name: '测禁啡片', on_shelf: false, off_shelf_reason: '停售' }),
    ]
    useLawRules(AFTER)
    await rejudge(shop.database, NOW)
    expect([(await kept(back)).off_shelf_reason, (await kept(stopped)).off_shelf_reason]).toEqual(['麻醉药品，依法不得在网上销售', '停售'])
    useLawRules(BEFORE)
    const done = await rejudge(shop.database, NOW)
    expect(done).toMatchObject({ putBack: 1, released: expect.any(Number) })
    expect(await kept(back)).toMatchObject({ law_verdict: 'lawful', on_shelf: true, off_shelf_reason: '', law_held: false })
    expect(await kept(stopped)).toMatchObject({ law_verdict: 'lawful', on_shelf: false, off_shelf_reason: '停售', law_held: false })
  })

  it('一批核验被数据库打断、从头再来，每种商品只数一次', async () => {
    const bad = await makeGoods(db, { name: '测禁啡片' })
    const goods = await pool.query<{ all: number }>('select count(*)::int as all from goods')
    // Sequences go on counting when a transaction is taken back: only the first one stumbles.
    await pool.query(`create sequence stumbles;
      create function stumble() returns trigger language plpgsql as
        $$ begin if nextval('stumbles') = 1 then raise exception 'once' using errcode = '40001'; end if; return new; end $$;
      create trigger stumble before insert on audit_log for each row execute function stumble()`)
    useLawRules(AFTER)
    try {
      expect(await rejudge(shop.database, NOW)).toMatchObject({ judged: goods.rows[0]?.all, barred: 1, takenOff: 1 })
      expect((await pool.query('select last_value::int as times from stumbles')).rows[0].times).toBeGreaterThan(1)
    } finally {
      await pool.query('drop trigger stumble on audit_log; drop function stumble; drop sequence stumbles')
    }
    expect(await kept(bad)).toMatchObject({ law_verdict: 'barred' })
  })

  it('存疑的下架待审，不当作合法', async () => {
    const doubtful = await makeGoods(db, { name: '测疑' })
    useLawRules(AFTER)
    await rejudge(shop.database, NOW)
    expect(await kept(doubtful)).toMatchObject({ law_verdict: 'doubtful', on_shelf: false, off_shelf_reason: '待质量管理部门审核' })
    expect((await add(doubtful)).message).toContain('待质量管理部门审核')
    expect(await listed('测疑')).toEqual([])
  })

  it('每次核验和每个变化都有记录', async () => {
    const bad = await makeGoods(db, { name: '测禁啡片' })
    useLawRules(AFTER)
    await rejudge(shop.database, NOW)
    const audit = await db.selectFrom('audit_log').where('subject', '=', `goods:${bad}`).selectAll().execute()
    expect(audit).toMatchObject([
      {
        action: 'law.judged',
        actor: '禁售目录',
        before: { verdict: 'lawful', on_shelf: true },
        after: { verdict: 'barred', on_shelf: false, class: '麻醉药品' },
      },
    ])
    const last = await db.selectFrom('law_judging').orderBy('id', 'desc').selectAll().executeTakeFirstOrThrow()
    expect(last).toMatchObject({ law_version: lawVersionOn('2026-11-22'), taken_off: 1 })
  })

  it('名单某行到生效日的零点起生效：核验之前什么都不能下单', async () => {
    const soon = await makeGoods(db, { name: '测将禁啡片' })
    const good = await makeGoods(db, { name: '寻常片' })
    const rules = rulesWith({ ...BARRED_ROW, name: '测将禁啡', other_names: '测将禁啡片', in_force_from: '2099-01-01' })
    useLawRules({ ...rules, changes: ['2099-01-01'] })
    const eve = new Date('2098-12-31T15:59:00Z')
    shop.clock.now = eve
    await rejudge(shop.database, eve)
    expect((await add(soon)).status).toBe(200)
    const midnight = new Date('2098-12-31T16:00:00Z')
    shop.clock.now = midnight
    expect((await add(good)).message).toContain('按现行禁售目录核验')
    expect(await rejudgeDaily(shop.database, midnight)).toMatchObject({ barred: 1 })
    expect((await add(good)).status).toBe(200)
    expect((await kept(soon)).law_verdict).toBe('barred')
  })

  it('仍在用旧名单的进程，每日核验不会推翻新名单的结论', async () => {
    const bad = await makeGoods(db, { name: '测禁啡片' })
    useLawRules(AFTER)
    await rejudge(shop.database, NOW)
    useLawRules(BEFORE)
    expect(await rejudgeDaily(shop.database, NOW)).toBeNull()
    expect((await kept(bad)).law_verdict).toBe('barred')
  })
})

describe('绕不过名单', () => {
  it('没有判定过的商品不上架，不能下单', async () => {
    const { rows } = await pool.query<{ id: number }>(
      `insert into goods (code, name, generic_name, scope_code, base_price) values ('RAW1', '直接写入片', '直接写入片', 'chem', 100) returning id`,
    )
    const id = rows[0]?.id ?? 0
    expect(await kept(id)).toMatchObject({ law_verdict: 'unjudged', on_shelf: false, law_held: true })
    expect((await add(id)).status).toBe(409)
    await rejudge(shop.database, NOW)
    expect(await kept(id)).toMatchObject({ law_verdict: 'lawful', on_shelf: true, law_held: false })
  })

  it('禁售和待审的商品在数据库里改成上架，仍不上架、不列出、不能下单', async () => {
    useLawRules(AFTER)
    for (const name of ['测禁啡片', '测疑']) {
      const id = await makeGoods(db, { name })
      await db.updateTable('goods').set({ law_version: null }).where('id', '=', id).execute()
      await rejudge(shop.database, NOW)
      await pool.query('update goods set on_shelf = true where id = $1', [id])
      expect((await kept(id)).on_shelf).toBe(false)
      expect(await listed(name)).toEqual([])
      expect((await add(id)).status).toBe(409)
    }
  })

  it('连触发器也绕过时，表的约束仍挡住', async () => {
    const id = await makeGoods(db, { name: '测禁啡片', law_verdict: 'barred', on_shelf: false })
    await pool.query('alter table goods disable trigger goods_shelf_asks_the_law')
    try {
      await expect(pool.query('update goods set on_shelf = true where id = $1', [id])).rejects.toThrow('goods_on_shelf_is_lawful')
    } finally {
      await pool.query('alter table goods enable trigger goods_shelf_asks_the_law')
    }
  })
})
