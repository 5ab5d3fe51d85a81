import { beforeEach, describe, expect, it } from 'vitest'
import { emptyTables } from '../../../../test/databases.ts'
import { makeStock, makeWarehouse } from '../../../../test/fixtures.ts'
import { testShop } from '../../../../test/harness.ts'
import { BARRED_ROW, rulesWith } from '../../../../test/law.ts'
import { makeOpenKey } from '../../../../test/open-keys.ts'
import { useLawRules } from '../../goods/law/public.ts'

const shop = await testShop({ now: new Date('2026-11-28T02:00:00Z') })
const { pool } = shop.database
const bearer = await makeOpenKey(shop, { name: '时空' })
beforeEach(async () => {
  await emptyTables(
    shop.database,
    'change',
    'goods',
    'manufacturer',
    'category',
    'law_decision',
    'audit_log',
    'open_version',
    'price_change',
  )
  useLawRules({ ...rulesWith(BARRED_ROW), changes: [] })
})

const ROW = { spec: '0.25g*24粒', unit: '盒', manufacturer: '云岭制药', approval_no: '国药准字H00000001', dosage_form: '片剂', state: 'on' }
const say = async (row: object) => {
  const { status, data, text } = await shop.ask('POST', '/open/v1/goods', { bearer, body: { rows: [{ ...ROW, ...row }] } })
  expect(status, text).toBe(200)
  return data.rows[0]
}
const price = () => shop.ask('POST', '/open/v1/prices', { bearer, body: { rows: [{ goods_code: 'A1', base: 980 }] } })
const state = async () =>
  (await pool.query('select on_shelf, law_verdict, drug_class, scope_code, cold_chain, special_substances from goods')).rows[0]

describe('接口一方改资料，放不开质量部门把着的', () => {
  it.each([
    ['禁售的改名', { name: '测禁啡片' }, { name: '寻常片' }, '原来依法禁售'],
    ['处方药改乙类', { name: '寻常片', drug_class: 'rx' }, { name: '寻常片', drug_class: 'otc_b' }, '原来是处方药'],
    ['冷链改常温', { name: '寻常片', cold_chain: true }, { name: '寻常片', cold_chain: false }, '原来是冷链商品'],
    ['冷藏改常温', { name: '寻常片', storage: '2-8℃冷藏' }, { name: '寻常片', storage: '常温' }, '原来是冷链商品'],
    ['含麻复方改名', { name: '复方麻黄碱片' }, { name: '寻常片' }, '原来属于限制经营'],
    ['肽类激素改西药', { name: '寻常片', category: '肽类激素' }, { name: '寻常片', category: '西药' }, '原来属于限制经营'],
    [
      '中药注射液换经营范围',
      { name: '寻常片', category: '生物制品', approval_no: '' },
      { name: '寻常片', category: '西药', approval_no: '' },
      '原来的经营范围是',
    ],
  ] as const)('%s：收下，但待质量审核，审核前不卖；再发一次也不放开', async (_name, before, after, why) => {
    await say({ code: 'A1', name: '寻常片', ...(before.name === '测禁啡片' ? {} : before) })
    await price()
    if (before.name === '测禁啡片') expect(await say({ code: 'A1', ...before })).toMatchObject({ status: 'rejected', code: 'LAW_BARRED' })
    else expect(await state()).toMatchObject({ on_shelf: true, law_verdict: 'lawful' })
    expect(await say({ code: 'a1', ...after })).toMatchObject({
      status: 'ok',
      notices: expect.arrayContaining([expect.stringContaining('待质量管理部门审核')]),
    })
    expect(await state()).toMatchObject({ on_shelf: false, law_verdict: 'doubtful' })
    const { rows } = await pool.query('select decision, reason, account_id, decided_by from law_decision')
    expect(rows).toEqual([{ decision: 'review', reason: expect.stringContaining(why), account_id: null, decided_by: '接口 时空' }])
    await say({ code: 'A1', ...after })
    await say({ code: 'A1', ...after, state: 'off' })
    await say({ code: 'A1', ...after, state: 'on' })
    expect(await state()).toMatchObject({ on_shelf: false, law_verdict: 'doubtful' })
  })

  it('资料没有放开什么，或者更严了，照样在架', async () => {
    await say({ code: 'A1', name: '寻常片', drug_class: 'otc_b' })
    await price()
    for (const row of [{ spec: '0.25g*36粒' }, { drug_class: 'rx' }, { cold_chain: true }]) {
      expect(await say({ code: 'A1', name: '寻常片', ...row })).toMatchObject({ status: 'ok' })
      expect(await state()).toMatchObject({ on_shelf: true, law_verdict: 'lawful' })
    }
  })

  it('首营：审批当中的资料不收，通过之后换成别的品种须重新首营', async () => {
    await say({ code: 'A1', name: '寻常片' })
    await price()
    const id = (await pool.query('select id from goods')).rows[0].id
    await pool.query('insert into goods_first_trade (goods_id, created_at, passed_at) values ($1, now(), now())', [id])
    expect(await say({ code: 'A1', name: '寻常片', storage: '阴凉' })).toMatchObject({ status: 'ok' })
    expect(await state()).toMatchObject({ on_shelf: true })
    expect(await say({ code: 'A1', name: '另一片', manufacturer: '不知名' })).toMatchObject({ status: 'ok' })
    expect(await state()).toMatchObject({ on_shelf: false })
    const { rows: people } = await pool.query('select id from account where is_staff limit 1')
    await pool.query(
      "insert into upstream_approval (goods_id, renewal, words, applied_at, applied_by, applied_id) values ($1, false, '', now(), '采购', $2)",
      [id, people[0].id],
    )
    for (const row of [{ storage: '常温' }, { name: '第三片' }, { category: '中成药' }])
      expect(await say({ code: 'a1', name: '另一片', manufacturer: '不知名', ...row })).toMatchObject({
        status: 'rejected',
        code: 'INVALID',
      })
    const { rows: kept } = await pool.query('select name from goods')
    expect(kept).toEqual([{ name: '另一片' }])
  })

  it('批号的有效期改晚：收下，但批号锁定，两位质量人员核对之后才卖；改早、不变的照收', async () => {
    const warehouse = await makeWarehouse(shop.database.db, { code: 'CK1' })
    await say({ code: 'A1', name: '寻常片' })
    await price()
    const id = (await pool.query('select id from goods')).rows[0].id
    await makeStock(shop.database.db, id, [{ available: 50, batchNo: 'B1', expiry: '2026-11-01' }], warehouse)
    const stock = async (expiry: string, minute: number) => {
      const rows = [{ warehouse_code: 'CK1', goods_code: 'A1', batch_no: 'b 1', expiry_date: expiry, available: 50 }]
      const cutoff = `2026-11-28T09:0${minute}:00+08:00`
      return (await shop.ask('POST', '/open/v1/stock', { bearer, body: { cutoff, rows } })).data.rows[0].status
    }
    const batch = async () => (await pool.query('select expiry_date::text, locked_by, locked_reason from stock_batch')).rows
    expect(await stock('2026-10-31', 1)).toBe('ok')
    expect(await batch()).toEqual([{ expiry_date: '2026-10-31', locked_by: null, locked_reason: null }])
    expect(await stock('2029-01-01', 2)).toBe('ok')
    expect(await batch()).toEqual([
      { expiry_date: '2029-01-01', locked_by: '接口 时空', locked_reason: '有效期由 2026-10-31 改为 2029-01-01，请质量部门核对' },
    ])
    const { rows } = await pool.query('select available from goods_stock')
    expect(rows).toEqual([{ available: 0 }])
  })
})
