import { describe, expect, it } from 'vitest'
import { makeCompany, makeGoods, makeStaffOf } from '../../../../test/fixtures.ts'
import { testShop } from '../../../../test/harness.ts'

const shop = await testShop({ now: new Date('2026-11-24T02:00:00Z') })
const { db, pool } = shop.database
const quality = await makeStaffOf(db, 'quality', '质量甲')
const other = await makeStaffOf(db, 'quality', '质量乙')
const buyer = await makeCompany(db, { type: '诊所' })
const goods = await makeGoods(db, { name: '复方盐酸伪麻黄碱缓释胶囊', is_ephedrine: true, min_number: 15 })

const get = (cookie = quality) => shop.ask('GET', '/api/staff/special_limit?company_type=诊所', { cookie })
const save = (rows: object[], cookie = quality) =>
  shop.ask('POST', '/api/staff/special_limit', { cookie, body: { rows, reason: '主管部门要求' } })
const row = (more: object = {}) => ({ company_type: '诊所', substance: 'ephedrine', per_order: 10, per_month: 30, version: 1, ...more })
const limit = async () => (await get()).data.list.find((one: { substance: string }) => one.substance === 'ephedrine')
const refusal = async (): Promise<string[]> =>
  (await shop.ask('GET', `/api/goods/detail/${goods}`, { cookie: buyer.cookie })).data.reasons.map(
    ({ message }: { message: string }) => message,
  )

describe('特殊复方限购', () => {
  it('质量改限购：客户下一次就按新的算；没有设置的写明通常是多少；前后与理由都有记录', async () => {
    await db.deleteFrom('special_limit').where('company_type', '=', '诊所').where('substance', '=', 'codeine').execute()
    const { list, total } = (await get()).data
    expect([total, list.map(({ substance }: { substance: string }) => substance)]).toEqual([
      5,
      ['ephedrine', 'codeine', 'diphenoxylate', 'tramadol', 'liquorice_opium'],
    ])
    expect(list[1]).toMatchObject({ per_order: 10, per_month: 30, is_set: 0, version: 0 })
    const before = await limit()
    const saved = await save([row(), row({ substance: 'codeine', per_order: 5, per_month: 6, version: 0 })])
    expect(saved.data.list).toContainEqual(
      expect.objectContaining({ id: '诊所 codeine', per_order: 5, per_month: 6, is_set: 1, version: 1 }),
    )
    expect(await limit()).toMatchObject({ per_order: 10, per_month: 30, version: 2 })
    expect(await refusal()).toEqual(['含麻黄碱复方制剂每单限购 10 盒、每月限购 30 盒，本月已购 0 盒'])
    const { rows } = await pool.query(`select before, after, reason from audit_log where action = 'special_limit.change'`)
    expect(rows).toEqual([
      {
        before: {
          '诊所 含麻黄碱复方制剂': `每单 ${before.per_order}、每月 ${before.per_month}`,
          '诊所 含可待因复方制剂': '每单 10、每月 30',
        },
        after: { '诊所 含麻黄碱复方制剂': '每单 10、每月 30', '诊所 含可待因复方制剂': '每单 5、每月 6', reason: '主管部门要求' },
        reason: '主管部门要求',
      },
    ])
    await save([row({ per_order: 15, version: 2 })])
    expect(await refusal()).toEqual([])
  })

  it('两人先后保存：后者不覆盖，看到现在是多少', async () => {
    const { version } = await limit()
    expect((await save([row({ per_order: 12, version })])).status).toBe(200)
    const late = await save([row({ per_order: 20, version })], other)
    expect(late).toMatchObject({
      status: 409,
      data: { reason: 'CHANGED_MEANWHILE', version: version + 1, changes: [{ field: '诊所 ephedrine', theirs: '每单 12、每月 30' }] },
    })
    expect((await limit()).per_order).toBe(12)
  })

  it('每月少于每单、没有的类型和复方、写了两次，都不收；只有质量能改', async () => {
    const { version } = await limit()
    const bad = await save([
      row({ per_month: 5, version }),
      row({ company_type: '超市' }),
      row({ substance: 'sugar' }),
      row({ substance: 'tramadol' }),
      row({ substance: 'tramadol' }),
    ])
    expect(bad.data.errors).toEqual([
      { field: 'rows[0].per_month', message: '每月限购不能少于每单限购' },
      { field: 'rows[1].company_type', message: '没有这种企业类型' },
      { field: 'rows[2].substance', message: '没有这一类复方制剂' },
      { field: 'rows[4].substance', message: '同一类写了两次' },
    ])
    expect((await save([row({ version })], await makeStaffOf(db, 'merchandiser'))).status).toBe(403)
    expect((await get(await makeStaffOf(db, 'auditor'))).status).toBe(200)
  })
})
