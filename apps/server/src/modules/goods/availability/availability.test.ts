import { describe, expect, it } from 'vitest'
import { makeCompany, makeGoods, makeStaffOf } from '../../../../test/fixtures.ts'
import { testShop } from '../../../../test/harness.ts'

const NOW = new Date('2026-11-24T02:00:00Z')

const shop = await testShop({ now: NOW })
const { db, pool } = shop.database
const clerk = await makeStaffOf(db, 'merchandiser', '商品甲')
const other = await makeStaffOf(db, 'merchandiser', '商品乙')
const buyer = await makeCompany(db, { name: '溪桥大药房', code: 'KH9001' })
const elsewhere = await makeCompany(db, { name: '蜀山大药房', province: '四川省', city: '成都市', type: '连锁门店' })
const goods = await makeGoods(db, { name: '安宫牛黄丸' })

const get = (url: string, cookie = clerk) => shop.ask('GET', `/api/staff/${url}`, { cookie })
const post = (url: string, body: object, cookie = clerk) => shop.ask('POST', `/api/staff/${url}`, { cookie, body })
const entry = (said: object) => ({ province: '', city: '', company_type: '', company_id: 0, ...said })
const rule = (name: string, entries: object[], more: object = {}) => ({ name, controlled: 1, entries, ...more })
const make = async (name: string, entries: object[], more: object = {}) => (await post('availability', rule(name, entries, more))).data
const follow = (id: number | null) => db.updateTable('goods').set({ availability_id: id }).where('id', '=', goods).execute()
const reasons = async (cookie: string): Promise<string[]> => {
  const { data } = await shop.ask('GET', `/api/goods/detail/${goods}`, { cookie })
  return data.reasons.map(({ message }: { message: string }) => message)
}
const lastAudit = async (action: string) =>
  (await pool.query(`select before, after, actor from audit_log where action = $1 order by id desc limit 1`, [action])).rows[0]

describe('可售范围', () => {
  it('建范围、改范围：客户随即能买或不能买，同一句话告诉客户和员工；前后都有记录', async () => {
    const made = await make('控销：川渝', [entry({ province: '四川省' }), entry({ province: '重庆市' })])
    expect(made.entries.map(({ text }: { text: string }) => text)).toEqual(['四川省', '重庆市'])
    await follow(made.id)
    await expect.poll(() => reasons(elsewhere.cookie)).toEqual([])
    expect((await get(`goods_why?company_id=${elsewhere.companyId}&goods=${goods}`)).data).toMatchObject({
      can_buy: 1,
      rule: { id: made.id },
    })

    const why = (await get(`goods_why?company_id=${buyer.companyId}&goods=${goods}`)).data
    expect(why).toMatchObject({
      can_buy: 0,
      rule: { id: made.id, name: '控销：川渝' },
      reasons: [
        {
          code: 'NOT_AUTHORISED',
          message: '控销商品，您的企业未获授权',
          who: 'goods',
          way_on: '控销商品，须由商品岗位把该企业加入可售范围；可售范围“控销：川渝”现在卖给：四川省、重庆市',
        },
      ],
    })

    const saved = await post(`availability/${made.id}`, {
      ...rule('控销：溪桥与重庆', [entry({ province: '重庆市' }), entry({ company_id: buyer.companyId })]),
      version: 0,
    })
    expect(saved.data).toMatchObject({ version: 1, goods: 1, on_shelf: 1 })
    await expect.poll(() => reasons(buyer.cookie)).toEqual([])
    await expect
      .poll(() => shop.ask('GET', `/api/goods/detail/${goods}`, { cookie: elsewhere.cookie }).then(({ data }) => data?.is_buy ?? 0))
      .toBe(0)
    expect(await lastAudit('availability.change')).toEqual({
      actor: '商品甲',
      before: { name: '控销：川渝', controlled: 1, entries: ['四川省'] },
      after: { name: '控销：溪桥与重庆', controlled: 1, entries: ['溪桥大药房（KH9001）'] },
    })
    await follow(null)
  })

  it('两人先后保存：后者不覆盖，看到前者改了什么；没有改动的保存不留记录', async () => {
    const { id } = await make('限云南', [entry({ province: '云南省' })], { controlled: 0 })
    const change = {
      ...rule('限云南与贵州', [entry({ province: '云南省' }), entry({ province: '贵州省' })], { controlled: 0 }),
      version: 0,
    }
    expect((await post(`availability/${id}`, change)).data.version).toBe(1)
    const late = await post(`availability/${id}`, { ...change, name: '只限云南' }, other)
    expect(late).toMatchObject({ status: 409, data: { reason: 'CHANGED_MEANWHILE', version: 1 } })
    expect(late.data.changes).toEqual([
      { field: 'name', theirs: '限云南与贵州' },
      { field: 'controlled', theirs: '否' },
      { field: 'entries', theirs: '云南省、贵州省' },
    ])
    expect((await get(`availability/${id}`)).data).toMatchObject({ name: '限云南与贵州', version: 1 })
    expect((await post(`availability/${id}`, { ...change, version: 1 }, other)).data.version).toBe(1)
    expect((await lastAudit('availability.change')).actor).toBe('商品甲')
    expect((await post('availability/999999', change)).status).toBe(404)
  })

  it('错的逐项指出：名称重复、没有的省市类型企业、什么都没选；同一项只留一条', async () => {
    const { id } = await make('重名', [])
    expect((await post('availability', rule('重名', []))).data.errors).toEqual([{ field: 'name', message: '已经有“重名”' }])
    expect((await post('availability', rule(' ', []))).data.errors).toEqual([{ field: 'name', message: '请填写名称' }])
    const wrong = [
      entry({}),
      entry({ province: '火星省' }),
      entry({ province: '四川省', city: '武汉市' }),
      entry({ city: '成都市' }),
      entry({ company_type: '超市' }),
      entry({ company_id: 999_999 }),
    ]
    expect((await post('availability', rule('都错', wrong))).data.errors.map(({ field }: { field: string }) => field)).toEqual([
      'entries[0].province',
      'entries[1].province',
      'entries[2].city',
      'entries[3].province',
      'entries[4].company_type',
      'entries[5].company_id',
    ])
    const twice = await post(`availability/${id}`, {
      ...rule('重名', [entry({ company_type: '诊所' }), entry({ company_type: '诊所' })]),
      version: 0,
    })
    expect(twice.data.entries.map(({ text }: { text: string }) => text)).toEqual(['诊所'])
  })

  it('一列客户编码或全名整批加入；认不出的说是第几行，一行也不加', async () => {
    const lines = { companies: ['KH9001', ' 蜀山大药房 ', '', 'KH9001'] }
    const bad = await post('availability', rule('名单', [], { companies: ['KH9001', 'KH0000', '没有的药房'] }))
    expect(bad.data.errors).toEqual([
      { field: 'companies[1]', message: '第 2 行：没有编码或名称是“KH0000”的企业' },
      { field: 'companies[2]', message: '第 3 行：没有编码或名称是“没有的药房”的企业' },
    ])
    const made = await make('名单', [], lines)
    expect(made.entries.map(({ text }: { text: string }) => text)).toEqual(['溪桥大药房（KH9001）', '蜀山大药房'])
    await makeCompany(db, { name: '同名药房' })
    await makeCompany(db, { name: '同名药房' })
    const twins = await post('availability', rule('同名', [], { companies: ['同名药房'] }))
    expect(twins.data.errors[0].message).toBe('第 1 行：有 2 家企业叫“同名药房”，请写客户编码')
    expect((await get('availability/company?keywords=KH90')).data.list).toEqual([
      { id: buyer.companyId, code: 'KH9001', name: '溪桥大药房' },
    ])
    const { list } = (await get(`availability/entry?rule=${made.id}`)).data
    expect(list).toMatchObject([
      { rule: '名单', code: 'KH9001' },
      { company: '蜀山大药房', controlled: 1 },
    ])
    const found = (await get('availability?keywords=名单')).data
    expect(found).toMatchObject({ total: 1, list: [{ entries: 2, text: '溪桥大药房（KH9001）、蜀山大药房', goods: 0 }] })
  })

  it('有商品用着的不能删；没有的删掉，理由记下；只看的岗位不能改', async () => {
    const { id } = await make('要删的', [entry({ company_type: '医院' })])
    await follow(id)
    expect((await post(`availability/${id}/remove`, { reason: '不再控销' })).message).toBe(
      '还有 1 种商品用着“要删的”，先在商品资料里改用别的可售范围',
    )
    await follow(null)
    expect((await post(`availability/${id}/remove`, { reason: '不再控销' })).status).toBe(200)
    expect((await get(`availability/${id}`)).status).toBe(404)
    expect(await lastAudit('availability.remove')).toMatchObject({
      before: { name: '要删的', entries: ['医院'] },
      after: { reason: '不再控销' },
    })
    const auditor = await makeStaffOf(db, 'auditor')
    expect((await get('availability', auditor)).status).toBe(200)
    expect((await post('availability', rule('不许', []), auditor)).status).toBe(403)
  })

  it('查看范围有限的人：看不见范围以外企业的名字，保存不会把它们删掉，也加不进去', async () => {
    const narrow = await makeStaffOf(db, 'merchandiser', '只看湖北')
    await pool.query(`update staff set narrow_provinces = '{湖北省}' where account_id = (select id from account where name = '只看湖北')`)
    await expect.poll(async () => (await get('me', narrow)).data.narrowed).toBe(1)
    const made = await make('两省名单', [entry({ company_id: buyer.companyId }), entry({ company_id: elsewhere.companyId })])
    const seen = (await get(`availability/${made.id}`, narrow)).data
    expect(seen.entries.map(({ text }: { text: string }) => text)).toEqual(['溪桥大药房（KH9001）', '查看范围以外的企业'])
    expect((await get(`goods_why?company_id=${elsewhere.companyId}&goods=${goods}`, narrow)).status).toBe(404)
    const body = {
      ...rule(
        '两省名单改',
        seen.entries.map(({ id: _, company: __, code: ___, text: ____, ...one }: Record<string, unknown>) => one),
      ),
      version: 0,
    }
    expect((await post(`availability/${made.id}`, body, narrow)).data.entries).toHaveLength(2)
    expect((await post('availability', rule('外省', [entry({ company_id: elsewhere.companyId })]), narrow)).data.errors).toEqual([
      { field: 'entries[0].company_id', message: '没有这家企业' },
    ])
  })
})
