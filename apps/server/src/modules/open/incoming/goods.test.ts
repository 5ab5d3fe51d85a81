import { beforeEach, describe, expect, it } from 'vitest'
import { OpenGoodsRow, OpenPriceRow, OpenStockRow } from '#contract/open-incoming.ts'
import { emptyTables } from '../../../../test/databases.ts'
import { makeWarehouse } from '../../../../test/fixtures.ts'
import { testShop } from '../../../../test/harness.ts'
import { BARRED_ROW, DOUBTFUL_ROW, rulesWith } from '../../../../test/law.ts'
import { makeOpenKey } from '../../../../test/open-keys.ts'
import { wrongVariants } from '../../../../test/wrong-values.ts'
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
  useLawRules({ ...rulesWith(BARRED_ROW, DOUBTFUL_ROW), changes: [] })
})

const ROW = { spec: '0.25g*24粒', unit: '盒', manufacturer: '云岭制药', approval_no: '国药准字H00000001', dosage_form: '片剂', state: 'on' }
const said = (code: string, name: string, more: object = {}) => ({ code, name, ...ROW, ...more })
const send = (rows: readonly object[], query = '') => shop.ask('POST', `/open/v1/goods${query}`, { bearer, body: { rows } })
const told = async (rows: readonly object[], query?: string): Promise<string[]> => {
  const { status, data, text } = await send(rows, query)
  expect(status, text).toBe(200)
  return data.rows.map(({ status: became, code = '', field = '' }: Record<string, string>) =>
    [became, code, field].filter(Boolean).join(' '),
  )
}
const goods = async (columns = 'code, name, on_shelf') => (await pool.query(`select ${columns} from goods order by code`)).rows
const price = (code: string, base: number) => shop.ask('POST', '/open/v1/prices', { bearer, body: { rows: [{ goods_code: code, base }] } })

describe('写入商品', () => {
  it('每一行各有回答：收下、不变、不收；错的一行不影响别的；记在操作记录里', async () => {
    const { data } = await send([
      said('A1', '寻常片'),
      said('A2', '', {}),
      { code: 'A3', name: '甲', splitable: true },
      said('A4', '另一片', { mid_pack: 0 }),
    ])
    expect(data).toMatchObject({ checked: false, ok: 1, unchanged: 0, rejected: 3 })
    expect(data.rows).toMatchObject([
      { index: 0, key: 'A1', status: 'ok' },
      { index: 1, key: 'A2', status: 'rejected', code: 'INVALID', field: 'name', message: '请填写此项' },
      { index: 2, status: 'rejected', code: 'INVALID', field: 'splitable', message: '没有这个字段' },
      { index: 3, status: 'rejected', field: 'mid_pack', message: '不能小于 1' },
    ])
    expect(await goods()).toEqual([{ code: 'A1', name: '寻常片', on_shelf: false }])
    const { rows } = await pool.query("select actor, account_id, call, after from audit_log where action = 'open.goods'")
    expect(rows).toMatchObject([
      { actor: '接口 时空', account_id: null, call: 'POST /open/v1/goods', after: { ok: 1, unchanged: 0, rejected: 3 } },
    ])
  })

  it('同一批再来一次什么都不变；没有写的字段保持不变；有了价格就上架，停售就下架', async () => {
    const rows = [said('A1', '寻常片', { storage: '阴凉', mid_pack: 10, cold_chain: false }), said('A2', '另一片')]
    expect(await told(rows)).toEqual(['ok', 'ok'])
    const before = await goods('*')
    expect(await told(rows)).toEqual(['unchanged', 'unchanged'])
    expect(await goods('*')).toEqual(before)
    expect((await price('A1', 980)).data).toMatchObject({ ok: 1, rejected: 0 })
    expect(await goods('code, on_shelf, off_shelf_reason')).toEqual([
      { code: 'A1', on_shelf: true, off_shelf_reason: '' },
      { code: 'A2', on_shelf: false, off_shelf_reason: '未定价' },
    ])
    expect(await told([{ code: 'A1', name: '寻常片', holder: '云岭持有' }])).toEqual(['ok'])
    expect(await goods('code, storage, mid_pack, holder, base_price, on_shelf, cold_chain_said')).toMatchObject([
      { code: 'A1', storage: '阴凉', mid_pack: 10, holder: '云岭持有', base_price: 980, on_shelf: true, cold_chain_said: false },
      { code: 'A2' },
    ])
    expect(await told([{ code: 'A1', name: '寻常片', state: 'off' }])).toEqual(['ok'])
    expect(await goods('code, on_shelf, off_shelf_reason')).toMatchObject([{ on_shelf: false, off_shelf_reason: '停售' }, {}])
    const { rows: audited } = await pool.query("select before, after from audit_log where action = 'import.goods' order by id desc limit 1")
    expect(audited).toMatchObject([{ before: { on_shelf: true }, after: { on_shelf: false, file: '接口 时空' } }])
  })

  it('禁售的不收，在架的随即下架；拿不准的收下但不上架', async () => {
    await told([said('A1', '寻常片'), said('A2', '测疑')])
    await price('A1', 980)
    await price('A2', 980)
    expect(await goods('code, on_shelf, law_verdict')).toEqual([
      { code: 'A1', on_shelf: true, law_verdict: 'lawful' },
      { code: 'A2', on_shelf: false, law_verdict: 'doubtful' },
    ])
    const { data } = await send([said('A1', '测禁啡片'), said('A9', '测禁啡片'), said('A3', '测疑')])
    expect(data.rows).toMatchObject([
      { status: 'rejected', code: 'LAW_BARRED', field: 'name', message: expect.stringMatching(/^麻醉药品：/) },
      { status: 'rejected', code: 'LAW_BARRED' },
      { status: 'ok', notices: [expect.stringContaining('待质量管理部门审核')] },
    ])
    expect(await goods('code, on_shelf, law_verdict')).toMatchObject([
      { code: 'A1', on_shelf: false, law_verdict: 'barred' },
      {},
      { code: 'A3' },
    ])
  })

  it('旧的不盖过新的，次序颠倒也不怕；同一版本写着别的内容仍收；没有收下的不记版本', async () => {
    const at = (version: number, storage: string, name = '寻常片') => [said('A1', name, { storage, source_version: version })]
    expect(await told(at(5, '五'))).toEqual(['ok'])
    expect(await told(at(3, '三'))).toEqual(['unchanged OLDER_VERSION'])
    expect(await told(at(5, '五'))).toEqual(['unchanged'])
    expect(await told(at(5, '五改'))).toEqual(['ok'])
    expect(await told(at(9, '九', '测禁啡片'))).toEqual(['rejected LAW_BARRED name'])
    expect(await told(at(6, '六'))).toEqual(['ok'])
    // Another letter case is the same goods.
    expect(await told([said('a1', '寻常片', { storage: '小写', source_version: 4 })])).toEqual(['unchanged OLDER_VERSION'])
    expect(await goods('storage')).toEqual([{ storage: '六' }])
    const later = { updated_at: '2026-11-28T08:00:00+08:00' }
    expect(await told([said('A2', '另一片', later), said('A3', '三片', { updated_at: '2026-11-28 08:00' })])).toEqual([
      'ok',
      'rejected INVALID updated_at',
    ])
    expect(await told([said('A2', '另一片', { storage: '旧', updated_at: '2026-11-27T23:59:59Z' })])).toEqual(['unchanged OLDER_VERSION'])
  })

  it('一批里写了两次：版本新的算，没有版本先写的算', async () => {
    const [old, fresh] = [
      said('A1', '寻常片', { storage: '旧', source_version: 1 }),
      said('A1', '寻常片', { storage: '新', source_version: 2 }),
    ]
    expect(await told([old, fresh, said('B1', '乙片', { storage: '先' }), said('b1', '乙片', { storage: '后' })])).toEqual([
      'rejected REPEATED',
      'ok',
      'ok',
      'rejected REPEATED',
    ])
    expect(await goods('storage')).toEqual([{ storage: '新' }, { storage: '先' }])
  })

  it('试算：回答与真的一样，什么都没有改', async () => {
    const rows = [said('A1', '寻常片', { source_version: 7 }), said('A9', '测禁啡片')]
    const checked = await send(rows, '?check=1')
    expect(checked.data).toMatchObject({ checked: true, ok: 1, rejected: 1 })
    expect(await goods()).toEqual([])
    expect((await pool.query('select 1 from open_version')).rows).toEqual([])
    expect((await pool.query('select 1 from audit_log')).rows).toEqual([])
    const real = await send(rows)
    expect(real.data).toEqual({ ...checked.data, checked: false })
  })

  it('两条消息同时到，旧的后写完也盖不过新的', async () => {
    await told([said('A1', '寻常片')])
    const versions = Array.from({ length: 12 }, (_, at) => at + 1)
    await Promise.all(versions.map((version) => send([said('A1', '寻常片', { storage: `第 ${version} 版`, source_version: version })])))
    expect(await goods('storage')).toEqual([{ storage: '第 12 版' }])
    expect((await pool.query('select version from open_version')).rows).toEqual([{ version: 12 }])
  })

  it('一千行一次收下，一千零一行不收', async () => {
    const rows = Array.from({ length: 1000 }, (_, at) =>
      said(`K${at}`, `寻常片${at}`, { holder: '云岭', mid_pack: 10, case_pack: 100, source_version: 1 }),
    )
    expect((await send(rows)).data).toMatchObject({ ok: 1000, rejected: 0 })
    expect((await send(rows)).data).toMatchObject({ ok: 0, unchanged: 1000 })
    expect((await send([...rows, said('K1000', '多')])).status).toBe(422)
  }, 60_000)
})

describe('乱写的行', () => {
  const CASES: readonly (readonly [string, unknown, object])[] = [
    ['/open/v1/goods', OpenGoodsRow, {}],
    ['/open/v1/stock', OpenStockRow, { cutoff: '2026-11-28T09:00:00+08:00' }],
    ['/open/v1/prices', OpenPriceRow, {}],
  ]
  it.each(CASES)(
    '%s：每个字段的每种错误值都各答各的，从不 5xx，旁边好的一行照收',
    async (url, schema, more) => {
      await makeWarehouse(shop.database.db, { code: 'CK1' })
      await told([said('GOOD', '寻常片')])
      const good: Record<string, object> = {
        '/open/v1/goods': { code: 'GOOD', name: '寻常片', storage: url },
        '/open/v1/stock': { warehouse_code: 'CK1', goods_code: 'GOOD', batch_no: 'A', expiry_date: '2028-01-01', available: 7 },
        '/open/v1/prices': { goods_code: 'GOOD', base: 1234 },
      }
      // Keys that would reach into objects are refused with the whole body, before anything is read of it.
      const variants = [...wrongVariants(schema as never, 1)]
        .map(({ value }) => value)
        .filter((value) => !JSON.stringify(value)?.includes('"constructor"'))
      expect(variants.length).toBeGreaterThan(200)
      for (let from = 0; from < variants.length; from += 400) {
        const rows = [...variants.slice(from, from + 400).map((value) => value ?? null), good[url]]
        const answer = await shop.ask('POST', url, {
          bearer,
          body: { ...more, rows },
        })
        expect(answer.status, answer.text.slice(0, 300)).toBe(200)
        expect(answer.data.rows).toHaveLength(rows.length)
        expect(answer.data.rows.at(-1)).toMatchObject({ status: from === 0 ? 'ok' : 'unchanged' })
        for (const row of answer.data.rows as { status: string; message?: string }[])
          if (row.status === 'rejected') expect(row.message).toMatch(/[\u4e00-\u9fff]/)
      }
    },
    120_000,
  )
})
