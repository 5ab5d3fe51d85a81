import { beforeEach, describe, expect, it } from 'vitest'
import { emptyTables } from '../../../../test/databases.ts'
import { makeCompany, makeStaff } from '../../../../test/fixtures.ts'
import { testShop } from '../../../../test/harness.ts'
import { bringFile } from '../../../../test/importing.ts'
import { BARRED_ROW, DOUBTFUL_ROW, rulesWith } from '../../../../test/law.ts'
import { rejudge, useLawRules } from '../law/public.ts'

const NOW = new Date('2026-11-22T02:00:00Z')
const shop = await testShop({ now: NOW })
const { db, pool } = shop.database
beforeEach(async () => {
  await emptyTables(shop.database, 'change', 'goods', 'manufacturer', 'category', 'law_decision', 'audit_log', 'company')
  useLawRules({ ...rulesWith(BARRED_ROW, DOUBTFUL_ROW), changes: [] })
})

const bring = (...lines: string[]) => bringFile(shop, 'goods', lines)
const HEADER = '商品编码,商品名称,规格,单位,生产厂家,批准文号,批发价,状态'
const line = (code: string, name: string, rest = '0.25g*24粒,盒,云岭制药,国药准字H00000001,9.80,在售') => `${code},${name},${rest}`
const goods = async () =>
  (
    await pool.query(
      `select code, name, law_verdict as verdict, on_shelf, law_held as held, off_shelf_reason as why from goods order by code`,
    )
  ).rows

describe('导入时按禁售目录判定每一行', () => {
  it('禁售的拒绝并写明类别和理由，存疑的落地但不上架，好的照常上架', async () => {
    const result = await bring(HEADER, line('A1', '测禁啡片'), line('A2', '测疑'), line('A3', '寻常片'))
    expect(result).toMatchObject({ inserted: 2, refused: 1, barred: 1, doubtful: 1 })
    expect(await goods()).toEqual([
      { code: 'A2', name: '测疑', verdict: 'doubtful', on_shelf: false, held: true, why: '待质量管理部门审核' },
      { code: 'A3', name: '寻常片', verdict: 'lawful', on_shelf: true, held: false, why: '' },
    ])
    const [barred, doubtful] = result.findings
    expect(barred).toMatchObject({ line: 2, level: 'error', column: '商品名称', value: '测禁啡片' })
    expect(barred?.reason).toMatch(/^麻醉药品：.*测禁啡/)
    expect(doubtful).toMatchObject({ line: 3, level: 'notice', column: '商品名称', value: '测疑' })
    expect(doubtful?.reason).toMatch(/^待质量管理部门审核，审核前不上架：.+/)
  })

  it('存疑的出现在质量管理部门的队列里，放行后上架，再导入不变', async () => {
    const file = [HEADER, line('A2', '测疑')]
    await bring(...file)
    const staff = await makeStaff(db, '质管王', '质管')
    const { data } = await shop.ask('GET', '/api/staff/law/goods', { cookie: staff })
    expect(data.list).toMatchObject([{ code: 'A2', manufacturer: '云岭制药', approval_no: '国药准字H00000001' }])
    const [{ digest }] = data.list
    const body = { name: '测疑', approval_no: '国药准字H00000001', digest, reason: '核对注册证，不含该物质' }
    expect((await shop.ask('POST', `/api/staff/law/goods/${data.list[0].id}/release`, { cookie: staff, body })).status).toBe(200)
    expect(await bring(...file)).toMatchObject({ unchanged: 1, doubtful: 0 })
    expect(await goods()).toMatchObject([{ verdict: 'lawful', on_shelf: true }])
    // Another approval number is another article.
    expect(await bring(HEADER, line('A2', '测疑', '0.25g*24粒,盒,云岭制药,国药准字H00000009,9.80,在售'))).toMatchObject({ doubtful: 1 })
    expect(await goods()).toMatchObject([{ verdict: 'doubtful', on_shelf: false, held: true }])
  })

  it('再导入一次什么都不变，存疑和禁售的也一样', async () => {
    const file = [HEADER, line('A1', '寻常片'), line('A2', '测疑')]
    await bring(...file)
    await bring(HEADER, line('A1', '测禁啡片'))
    const before = (await pool.query('select * from goods order by id')).rows
    const changes = async () => (await pool.query("select count(*)::int as n from change where topic <> 'queue'")).rows[0].n
    const was = await changes()
    expect(await bring(HEADER, line('A1', '测禁啡片'), line('A2', '测疑'))).toMatchObject({ unchanged: 1, changed: 0, barred: 1 })
    expect((await pool.query('select * from goods order by id')).rows).toEqual(before)
    expect(await changes()).toBe(was)
  })

  it('在架的商品改成禁售的：随即下架并留痕，证据一起保存，再核验不会回来', async () => {
    await bring(HEADER, line('A1', '寻常片'))
    const result = await bring(HEADER, line('A1', '测禁啡片'))
    expect(result).toMatchObject({ inserted: 0, changed: 0, unchanged: 0, refused: 1, barred: 1 })
    expect(await goods()).toEqual([
      { code: 'A1', name: '测禁啡片', verdict: 'barred', on_shelf: false, held: true, why: '麻醉药品，依法不得在网上销售' },
    ])
    const audit = (await pool.query(`select action, before, after from audit_log where subject like 'goods:%'`)).rows
    expect(audit).toMatchObject([{ action: 'law.judged', before: { verdict: 'lawful', on_shelf: true }, after: { verdict: 'barred' } }])
    await pool.query('update goods set law_version = null')
    await rejudge(shop.database, NOW)
    expect(await goods()).toMatchObject([{ verdict: 'barred', on_shelf: false }])
  })

  it('在架的商品，文件里已存疑而别处又写错了：行不收，商品照样下架待审', async () => {
    await bring(HEADER, line('A1', '寻常片'))
    const result = await bring(HEADER, line('A1', '测疑', '0.25g*24粒,盒,云岭制药,国药准字H00000001,不是价格,在售'))
    expect(result).toMatchObject({ refused: 1, changed: 0 })
    expect(await goods()).toMatchObject([{ code: 'A1', name: '测疑', verdict: 'doubtful', on_shelf: false, held: true }])
    expect((await pool.query(`select after ->> 'verdict' as verdict from audit_log where action = 'law.judged'`)).rows).toEqual([
      { verdict: 'doubtful' },
    ])
    await rejudge(shop.database, NOW)
    expect(await goods()).toMatchObject([{ verdict: 'doubtful', on_shelf: false }])
  })

  it('禁售的行即使别处也写错了，照样下架', async () => {
    await bring(HEADER, line('A1', '寻常片'))
    const result = await bring(HEADER, line('A1', '测禁啡片', '1g,盒,,,十元,在售'))
    expect(result.refused).toBe(1)
    expect(await goods()).toMatchObject([{ verdict: 'barred', on_shelf: false }])
  })

  it('只带几列的文件按商城保存的其余各列判定：不因文件不写而放开', async () => {
    await bring(HEADER, line('A2', '测疑'))
    expect(await bring('货号,品名,供货价', 'A2,测疑,8.00')).toMatchObject({ changed: 1, doubtful: 1 })
    expect(await goods()).toMatchObject([{ verdict: 'doubtful', on_shelf: false, held: true }])
    // The names of the trade come from another column that this file does not have.
    await bring('商品编码,商品名称,通用名,批发价', 'B1,甲品,测疑,9.80')
    expect(await bring('货号,品名,供货价', 'B1,甲品,8.00')).toMatchObject({ doubtful: 1 })
  })

  it('改名的文件没有通用名一列：先前写明的通用名照样作证据，也照样保存', async () => {
    const full = '商品编码,商品名称,通用名,批准文号,批发价'
    await bring(full, 'A1,云岭甲,寻常片,国药准字H00000001,9.80', 'E1,云岭感冒片,复方盐酸伪麻黄碱缓释胶囊,国药准字H00000002,9.80')
    await bring(full, 'A1,云岭甲,测禁啡片,国药准字H00000001,9.80')
    expect(await bring('货号,品名,供货价', 'A1,云岭乙,9.80', 'E1,云岭新感冒片,9.80')).toMatchObject({ barred: 1, changed: 1 })
    // The number changes too, and the next judging rests on what is kept.
    await bring('货号,品名,批准文号,供货价', 'E1,云岭新感冒片,国药准字H00000003,9.80')
    await pool.query('update goods set law_version = null')
    await rejudge(shop.database, NOW)
    const { rows } = await pool.query(
      'select name, generic_name, law_verdict, on_shelf, is_ephedrine, special_substances from goods order by code',
    )
    expect(rows).toMatchObject([
      { name: '云岭乙', generic_name: '测禁啡片', law_verdict: 'barred', on_shelf: false },
      { name: '云岭新感冒片', generic_name: '复方盐酸伪麻黄碱缓释胶囊', is_ephedrine: true, special_substances: ['ephedrine'] },
    ])
  })

  it('从名称里读出的通用名随名称改', async () => {
    await bring(HEADER, line('A1', '旧名片'))
    await bring('货号,品名,供货价', 'A1,新名片,9.80')
    expect((await pool.query('select generic_name from goods')).rows).toEqual([{ generic_name: '新名片' }])
  })

  it('停售的存疑商品放行后仍停售；没有定价的也不上架', async () => {
    await bring(HEADER, line('A2', '测疑', '1g,盒,云岭制药,,9.80,停售'), line('A3', '测疑', '1g,盒,云岭制药,,,在售'))
    expect(await goods()).toMatchObject([
      { verdict: 'doubtful', held: false, why: '停售' },
      { verdict: 'doubtful', held: false, why: '未定价' },
    ])
  })

  it('导入的商品马上能买：按现行名单判定过', async () => {
    await bring(HEADER, line('A3', '寻常片'))
    await pool.query(`insert into warehouse (code, name) values ('W1', '一仓') on conflict do nothing`)
    await pool.query(
      `insert into stock_batch (goods_id, warehouse_id, batch_no, expiry_date, available)
       select g.id, w.id, 'B1', '2099-12-31', 10 from goods g, warehouse w where w.code = 'W1'`,
    )
    await pool.query(
      `insert into goods_stock (goods_id, warehouse_id, available) select g.id, w.id, 10 from goods g, warehouse w where w.code = 'W1'`,
    )
    const buyer = await makeCompany(db)
    const [{ id }] = (await pool.query('select id from goods')).rows
    const added = await shop.ask('POST', '/api/cart', { cookie: buyer.cookie, body: { list: [{ goods_id: id, number: 1 }] } })
    expect(added.status, added.text).toBe(200)
  })
})

describe('冷链', () => {
  const cold = async () => (await pool.query('select code, cold_chain from goods order by code')).rows
  const COLD = '商品编码,商品名称,批发价,储藏,冷链'

  it('文件写了的以文件为准，没写的按判定，再导入随文件更新', async () => {
    await bring(COLD, 'C1,甲液,9.80,2～8℃避光冷藏,', 'C2,乙液,9.80,2～8℃避光冷藏,否', 'C3,丙片,9.80,密封,是', 'C4,丁片,9.80,密封,')
    expect(await cold()).toEqual([
      { code: 'C1', cold_chain: true },
      { code: 'C2', cold_chain: false },
      { code: 'C3', cold_chain: true },
      { code: 'C4', cold_chain: false },
    ])
    await bring(COLD, 'C1,甲液,9.80,密封,', 'C2,乙液,9.80,2～8℃避光冷藏,', 'C4,丁片,9.80,密封,是')
    expect(await cold()).toMatchObject([{ cold_chain: false }, { cold_chain: true }, { cold_chain: true }, { cold_chain: true }])
    // A file without the column leaves what was said.
    await bring('商品编码,商品名称,批发价', 'C3,丙片,8.00')
    expect((await cold())[2]).toEqual({ code: 'C3', cold_chain: true })
    // So does the next judging.
    await pool.query('update goods set law_version = null')
    await rejudge(shop.database, NOW)
    expect(await cold()).toMatchObject([{ cold_chain: false }, { cold_chain: true }, { cold_chain: true }, { cold_chain: true }])
  })

  it('看不懂的写法提醒，按判定', async () => {
    const result = await bring(COLD, 'C1,甲液,9.80,2～8℃冷藏,可能')
    expect(result.findings).toContainEqual(expect.objectContaining({ column: '冷链', value: '可能', level: 'notice' }))
    expect(await cold()).toMatchObject([{ cold_chain: true }])
  })
})
