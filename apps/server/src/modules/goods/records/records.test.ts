import sharp from 'sharp'
import { beforeEach, describe, expect, it } from 'vitest'
import { GOODS_TEXTS, ofGoodsTexts } from '#contract/constants.ts'
import {
  makeAvailability,
  makeCategory,
  makeCompany,
  makeGoods,
  makeStaffOf,
  makeStock,
  passFirstGoods,
} from '../../../../test/fixtures.ts'
import { clerkOf, typedGoods } from '../../../../test/goods-desk.ts'
import { testShop } from '../../../../test/harness.ts'
import { bringFile } from '../../../../test/importing.ts'
import { BARRED_ROW, DOUBTFUL_ROW, rulesWith } from '../../../../test/law.ts'
import { addRow, changeRow } from '../../../../test/rows.ts'
import { upload } from '../../../../test/upload.ts'
import { rejudge, useLawRules } from '../law/public.ts'

const NOW = new Date('2026-11-23T02:00:00Z')
let serial = 0
const code = () => `D${++serial}`

const shop = await testShop({ now: NOW })
const { db, pool } = shop.database
const cookie = await makeStaffOf(db, 'merchandiser', '何田')
const clerk = clerkOf(shop, cookie)
beforeEach(() => useLawRules({ ...rulesWith(BARRED_ROW, DOUBTFUL_ROW), changes: [] }))

const add = (facts: object = {}, price = '') => clerk.post('/api/staff/goods_record', { ...typedGoods(facts), code: code(), price })
const record = async (id: number) => (await clerk.get(`/api/staff/goods_record/${id}`)).data
const shelf = (id: number, command: 'on' | 'off', reason = '开始销售') =>
  clerk.post(`/api/staff/goods_record/${id}/shelf/${command}`, { reason })
const list = async (query: string) => {
  const { data, message } = await clerk.get(`/api/staff/goods_record?${query}`)
  if (data === null) throw new Error(message)
  return data.list.map((row: { name: string }) => row.name)
}
const audits = (id: number) => db.selectFrom('audit_log').where('subject', '=', `goods:${id}`).orderBy('id').selectAll().execute()
const formOf = ({ id, version, ...rest }: Record<string, unknown>) => {
  const facts = Object.fromEntries(Object.keys(typedGoods()).map((key) => [key, rest[key]]))
  return { ...facts, version }
}

describe('从无到有建一个商品', () => {
  it('没有助记码也按品名首字母找得到：收货、停售、全站查找、企业的“能否购买”', async () => {
    const { id } = (await add({ name: '无码新凉颗粒', mnemonic: '' })).data
    const [keeper, service] = [await makeStaffOf(db, 'warehouse'), await makeStaffOf(db, 'service')]
    const found = async (staff: string, path: string) => (await shop.ask('GET', path, { cookie: staff })).data
    const ids = ({ list }: { list: { id: number }[] }) => list.map((one) => one.id)
    expect(ids(await found(keeper, '/api/staff/stock/goods?words=WMXL'))).toEqual([id])
    expect(ids(await found(cookie, '/api/staff/goods?keywords=wmxl'))).toEqual([id])
    expect(ids(await found(service, '/api/staff/goods_names?keywords=wmxl'))).toEqual([id])
    expect(JSON.stringify(await found(cookie, '/api/staff/find?q=wmxl'))).toContain('无码新凉颗粒')
  })

  it('要印在随货同行单上的字，印不出来的建档、修改时就拒绝：发了货就没有人能改了', async () => {
    const wrong = await add({ name: '印不出片😀', spec: '10片😀', unit: '盒' })
    expect([wrong.status, wrong.data.errors.map(({ field }: { field: string }) => field)]).toEqual([422, ['name', 'spec']])
    const { data } = await add({ name: '印得出片' })
    const changed = await clerk.post(`/api/staff/goods_record/${data.id}`, { ...formOf(await record(data.id)), manufacturer: '某厂😀' })
    expect(changed.data.errors).toMatchObject([{ field: 'manufacturer', message: expect.stringContaining('印不出来') }])
  })

  it('建档后不在架；定价、上架、有货以后药店立即看到它、它的图片和价格', async () => {
    const top = await makeCategory(db, '西药')
    const category = await makeCategory(db, '抗感染', { parent_id: top })
    const made = await add({ name: '新建西林胶囊', categories: [category] }, '9.80')
    expect(made.message).toBe('')
    expect(made.data).toMatchObject({ state: 'off', off_shelf_reason: '新建，尚未上架', scope_name: '化学药', kind: 'drug', has_price: 1 })
    const { id } = made.data
    const buyer = await makeCompany(db)
    const seen = async () => (await shop.ask('GET', `/api/goods/detail/${id}`, { cookie: buyer.cookie })).data
    expect((await seen()).is_buy).toBe(0)
    const png = await sharp({ create: { width: 900, height: 700, channels: 3, background: '#3a7' } })
      .png()
      .toBuffer()
    const file = await upload(shop, cookie, png, { path: '/api/staff/file', purpose: 'goods', name: '盒.png', type: 'image/png' })
    const pictured = await clerk.post(`/api/staff/goods_record/${id}/pictures`, {
      pictures: [{ id: file.data.id, url: '' }],
      version: made.data.version,
    })
    expect(pictured.data.pictures).toMatchObject([{ id: file.data.id, small: `/img/goods/${file.data.id}.webp` }])
    await makeStock(db, id, [{ available: 50 }])
    await passFirstGoods(db, id)
    expect((await shelf(id, 'on')).data).toMatchObject({ state: 'on' })
    await shop.search.load()
    const card = await seen()
    expect(card).toMatchObject({ is_buy: 1, price: '9.80', goods_image: [{ url: `/img/goods/${file.data.id}.jpg` }] })
    const listed = await shop.ask('GET', `/api/goods/list?keywords=${encodeURIComponent('新建西林')}`, { cookie: buyer.cookie })
    expect(listed.data.list).toMatchObject([{ id, price: '9.80', goods_image: [{ url: `/img/goods/${file.data.id}.webp` }] }])
    const photo = await shop.app.inject({ url: `/img/goods/${file.data.id}.webp` })
    expect([photo.statusCode, photo.headers['content-type']]).toEqual([200, 'image/webp'])
    expect((await audits(id)).map((row) => row.action)).toEqual(['goods.add', 'price.change', 'goods.pictures', 'goods.shelf_on'])
  })

  it('编码已有（只差大小写也算）、缺品名、条码不对、件装不是中包装的倍数：各在自己的字段说清楚，什么也没建', async () => {
    const code = `Dup${++serial}`
    const send = (facts: object, own = code) => clerk.post('/api/staff/goods_record', { ...typedGoods(facts), code: own })
    await send({})
    const fields = async (facts: object, own?: string) => (await send(facts, own)).data.errors.map(({ field }: { field: string }) => field)
    expect(await fields({}, code.toUpperCase())).toEqual(['code'])
    const wrong = {
      name: ' ',
      barcode: '6901234567890',
      mid_pack: 10,
      case_pack: 25,
      unit: '',
      categories: [999_999],
      instructions: [{ title: '用法', text: ' ' }],
    }
    expect((await fields(wrong, 'D-other')).sort()).toEqual(['barcode', 'case_pack', 'categories', 'instructions[0].text', 'name', 'unit'])
    expect(await db.selectFrom('goods').where('code', '=', 'D-other').select('id').execute()).toEqual([])
  })

  it('按分类、名称、文号认出经营范围和处方类别，与导入同一套：饮片、二类器械、保健食品', async () => {
    const herbs = await makeCategory(db, '中药饮片', { tree: 'herb' })
    const devices = await makeCategory(db, '医疗器械', { tree: 'device' })
    const kinds = async (facts: object) => {
      const { data, message } = await add(facts)
      if (data === null) throw new Error(message)
      return [data.kind, data.scope_name, data.class_name]
    }
    expect(await kinds({ name: '当归', categories: [herbs], approval_no: '', drug_class: '', dosage_form: '' })).toEqual([
      'herb',
      '中药饮片',
      '中药饮片',
    ])
    expect(await kinds({ name: '电子血压计', categories: [devices], approval_no: '粤械注准20202070001', drug_class: '' })).toEqual([
      'device',
      '第二类医疗器械',
      '医疗器械',
    ])
    expect(await kinds({ name: '维生素C咀嚼片', approval_no: '国食健注G20200001', drug_class: '' })).toEqual([
      'health',
      '食品、保健食品',
      '不分类',
    ])
  })

  it('表单里空的列表根本不发：分类、说明书、图片、等级价、阶梯价没有就是没有', async () => {
    const { categories, instructions, ...sparse } = typedGoods({ name: '稀疏表单片' })
    expect([categories, instructions]).toEqual([[], []])
    const { data } = await clerk.post('/api/staff/goods_record', { ...sparse, code: code(), price: '5' })
    const filled = await clerk.post(`/api/staff/goods_record/${data.id}`, {
      ...sparse,
      categories: [await makeCategory(db, '稀疏')],
      version: data.version,
    })
    const emptied = await clerk.post(`/api/staff/goods_record/${data.id}`, { ...sparse, version: filled.data.version })
    expect([filled.data.categories.length, emptied.data.categories]).toEqual([1, []])
    expect((await clerk.post(`/api/staff/goods_record/${data.id}/pictures`, { version: emptied.data.version })).data.pictures).toEqual([])
    const prices = { base: '4.90', retail: '', ladder_type: 0, reason: '试', version: 1 }
    expect((await clerk.post(`/api/staff/price/${data.id}`, { ...prices, reason: '试一试' })).data).toMatchObject({
      base: '4.90',
      ranks: [],
    })
  })

  it('没有修改价格权限的人建档时不能定价', async () => {
    await addRow(db, 'staff_role', { key: 'no-prices', name: '只管资料', permissions: ['goods.view', 'goods.change'] })
    const keeper = clerkOf(shop, await makeStaffOf(db, 'no-prices'))
    const refused = await keeper.post('/api/staff/goods_record', { ...typedGoods(), code: code(), price: '1.00' })
    expect(refused).toMatchObject({ code: 403, message: expect.stringContaining('修改商品价格') })
    expect((await keeper.post('/api/staff/goods_record', { ...typedGoods(), code: code() })).code).toBe(200)
  })
})

describe('禁售目录', () => {
  it('禁售的名称建不了档；存疑的建档，上架时停在质量那里', async () => {
    const barred = await add({ name: '测禁啡片' })
    expect(barred.data.errors).toMatchObject([{ field: 'name', message: expect.stringContaining('麻醉药品') }])
    const doubtful = await add({ name: '测疑' }, '8.00')
    expect(doubtful.data).toMatchObject({ state: 'waiting' })
    await passFirstGoods(db, doubtful.data.id)
    expect((await shelf(doubtful.data.id, 'on')).data).toMatchObject({ state: 'waiting', off_shelf_reason: '待质量管理部门审核' })
    expect(await record(doubtful.data.id)).toMatchObject({ wished: 1, law_reason: expect.stringContaining('测疑') })
  })

  it('在售商品改成禁售的名称：先问一次，什么也没变；确认后资料改了，随即下架，并留下判定记录', async () => {
    const id = await makeGoods(db, { name: '寻常片' })
    const form = formOf(await record(id))
    const asked = await clerk.post(`/api/staff/goods_record/${id}`, { ...form, name: '测禁啡片' })
    expect(asked).toMatchObject({ code: 409, data: { reason: 'LAW_BARRED' }, message: expect.stringContaining('随即下架') })
    expect(await record(id)).toMatchObject({ name: '寻常片', state: 'on' })
    const done = await clerk.post(`/api/staff/goods_record/${id}`, { ...form, name: '测禁啡片', bar: 1 })
    expect(done.data).toMatchObject({ state: 'barred', name: '测禁啡片' })
    expect((await audits(id)).map((row) => row.action)).toEqual(['law.judged', 'goods.change'])
    expect(await shelf(id, 'on')).toMatchObject({ code: 409, message: expect.stringContaining('依法不得在网上销售') })
  })

  it('禁售的、限量的商品，一个人改了资料放不开：等质量审核，夜里再核验也一样；质量放行才卖', async () => {
    const quality = clerkOf(shop, await makeStaffOf(db, 'quality'))
    const judged = (id: number) => db.selectFrom('goods').where('id', '=', id).select(['law_verdict', 'on_shelf']).executeTakeFirstOrThrow()
    for (const name of ['测禁啡片', '复方盐酸伪麻黄碱缓释胶囊']) {
      const id = await makeGoods(db, { name: '寻常片' })
      await clerk.post(`/api/staff/goods_record/${id}`, { ...formOf(await record(id)), name, bar: 1 })
      const freed = await clerk.post(`/api/staff/goods_record/${id}`, { ...formOf(await record(id)), name: '维生素丙片' })
      expect(freed.data, name).toMatchObject({ state: 'waiting', law_reason: expect.stringContaining('须由质量管理部门审核') })
      expect((await shelf(id, 'on')).data.state).toBe('waiting')
      await changeRow(db, 'goods', id, { law_version: 'old' })
      await rejudge(shop.database, NOW)
      expect(await judged(id)).toEqual({ law_verdict: 'doubtful', on_shelf: false })
      const again = await clerk.post(`/api/staff/goods_record/${id}`, { ...formOf(await record(id)), name: '维生素丁片' })
      expect(again.data.state).toBe('waiting')
      const { list } = (await quality.get('/api/staff/law/goods?state=doubtful&per_page=100')).data
      const row = list.find((one: { id: number }) => one.id === id)
      expect(row.decisions).toMatchObject([{ decision: 'review', by: '何田' }])
      const body = { reason: '已核对实物与注册批件，确为维生素', name: row.name, approval_no: row.approval_no, digest: row.digest }
      expect((await quality.post(`/api/staff/law/goods/${id}/release`, body)).data).toEqual({ state: 'lawful', on_shelf: 1 })
    }
  })

  it('经存疑一步绕过来的，同样等质量审核：分两次改也放不开', async () => {
    for (const [name, between] of [
      ['测禁啡片', '测疑'],
      ['复方盐酸伪麻黄碱缓释胶囊', '测疑'],
    ] as const) {
      const id = await makeGoods(db, { name: '寻常片' })
      const rename = async (to: string) =>
        clerk.post(`/api/staff/goods_record/${id}`, { ...formOf(await record(id)), name: to, generic_name: '', bar: 1 })
      await rename(name)
      expect((await rename(between)).data.state, name).toBe('waiting')
      expect((await rename('维生素丙片')).data, name).toMatchObject({
        state: 'waiting',
        law_reason: expect.stringContaining('须由质量管理部门审核'),
      })
    }
  })

  it('一个人把处方药改成非处方药、换到别的经营范围、说不是冷链的，也等质量审核；反过来不等', async () => {
    const quality = clerkOf(shop, await makeStaffOf(db, 'quality'))
    const device = await makeCategory(db, '医疗器械耗材')
    const change = async (id: number, facts: object) =>
      (await clerk.post(`/api/staff/goods_record/${id}`, { ...formOf(await record(id)), ...facts })).data
    for (const [stood, facts, was] of [
      [{ drug_class: 'rx' }, { drug_class: 'otc_b' }, '原来是处方药'],
      [{ drug_class: 'otc_a' }, { drug_class: 'otc_b' }, '原来是甲类非处方药'],
      [
        { approval_no: '', drug_class: 'none', kind: 'device', scope_code: 'device3' },
        { categories: [device] },
        '原来的经营范围是第三类医疗器械',
      ],
      [{ cold_chain: true, cold_chain_said: true }, { cold_chain: 'no' }, '原来是冷链商品'],
    ] as const) {
      const id = await makeGoods(db, { name: '寻常片', approval_no: '国药准字H20001236', ...stood })
      const eased = await change(id, facts)
      expect(eased, was).toMatchObject({ state: 'waiting', law_reason: expect.stringContaining(`${was}，资料改动之后不再是，须由质量`) })
      const { list } = (await quality.get('/api/staff/law/goods?state=doubtful&per_page=100')).data
      const row = list.find((one: { id: number }) => one.id === id)
      const body = { reason: '已核对实物与注册批件，改动属实', name: row.name, approval_no: row.approval_no, digest: row.digest }
      expect((await quality.post(`/api/staff/law/goods/${id}/release`, body)).data, was).toEqual({ state: 'lawful', on_shelf: 1 })
    }
    const plain = await makeGoods(db, { name: '寻常片', approval_no: '国药准字H20001236', drug_class: 'otc_b' })
    for (const facts of [{ drug_class: 'rx' }, { cold_chain: 'yes' }, { storage: '遮光，密封' }])
      expect(await change(plain, facts)).toMatchObject({ state: 'on' })
  })

  it('经分类改名放开的，同样等质量审核', async () => {
    const category = await makeCategory(db, '含麻黄碱类复方制剂')
    const id = await makeGoods(db, { name: '感冒寻常片', category_said: '' })
    const special = async () =>
      (await db.selectFrom('goods').where('id', '=', id).select('special_substances').executeTakeFirstOrThrow()).special_substances
    await clerk.post(`/api/staff/goods_record/${id}`, { ...formOf(await record(id)), categories: [category] })
    expect([(await record(id)).state, await special()]).toEqual(['on', ['ephedrine']])
    const { version } = await db.selectFrom('category').where('id', '=', category).select('version').executeTakeFirstOrThrow()
    expect((await clerk.post(`/api/staff/category/${category}`, { name: '感冒用药', hint: '', version })).code).toBe(200)
    expect(await record(id)).toMatchObject({ state: 'waiting', law_reason: expect.stringContaining('限制经营') })
  })
})

describe('修改资料', () => {
  it('两人先后保存：后者被告知别人改了什么，没有盖掉；以新版本再存就成', async () => {
    const id = await makeGoods(db, { name: '双人片', storage: '密封' })
    const mine = formOf(await record(id))
    const first = await clerk.post(`/api/staff/goods_record/${id}`, { ...mine, storage: '阴凉处' })
    expect(first.data).toMatchObject({ storage: '阴凉处', version: (mine.version as number) + 1 })
    const late = await clerk.post(`/api/staff/goods_record/${id}`, { ...mine, origin: '四川' })
    expect(late).toMatchObject({ code: 409, data: { reason: 'CHANGED_MEANWHILE', version: first.data.version } })
    expect(late.data.changes).toContainEqual({ field: 'storage', theirs: '阴凉处' })
    expect(await record(id)).toMatchObject({ storage: '阴凉处', origin: '' })
    const again = await clerk.post(`/api/staff/goods_record/${id}`, {
      ...mine,
      origin: '四川',
      storage: '阴凉处',
      version: late.data.version,
    })
    expect(again.data).toMatchObject({ storage: '阴凉处', origin: '四川' })
    expect(await audits(id)).toMatchObject([
      { action: 'goods.change', before: { storage: '密封' }, after: { storage: '阴凉处' }, actor: '何田' },
      { action: 'goods.change', before: { origin: '' }, after: { origin: '四川' } },
    ])
  })

  it('导入改过的商品，打开在先的人也会知道', async () => {
    const id = await makeGoods(db, { name: '导入改的片' })
    const { version } = await record(id)
    await pool.query(`update goods set storage = '冷藏', sales_30d = 5 where id = $1`, [id])
    expect((await record(id)).version).toBe(version + 1)
    await pool.query('update goods set sales_30d = 6 where id = $1', [id])
    expect((await record(id)).version).toBe(version + 1)
  })

  it('以后加的一列也算商品资料：改了它，打开在先的人同样会知道', async () => {
    const id = await makeGoods(db, { name: '多一列的片' })
    const { version } = await record(id)
    await pool.query(`alter table goods add column added_later text not null default ''`)
    await pool.query(`update goods set added_later = '新' where id = $1`, [id])
    expect((await record(id)).version).toBe(version + 1)
    await pool.query('alter table goods drop column added_later')
  })

  it('样板店的医保类别，改别的一项以后还在；两类以外的词进不来', async () => {
    const id = await makeGoods(db, { name: '医保片', insurance_class: '甲' })
    await clerk.post(`/api/staff/goods_record/${id}`, { ...formOf(await record(id)), origin: '四川' })
    expect(await record(id)).toMatchObject({ insurance_class: '甲', origin: '四川' })
    const written = pool.query(`update goods set insurance_class = '甲类' where id = $1`, [id])
    await expect(written).rejects.toThrow('goods_insurance_class')
  })

  it('改无关的一项，经营范围和处方类别不重新猜；全部字段存进去原样读出来', async () => {
    const id = await makeGoods(db, { name: '自定范围片', scope_code: 'tcm', drug_class: 'otc_b', approval_no: '国药准字H20001236' })
    const availability_id = await makeAvailability(db, [{ province: '贵州省' }])
    const facts = {
      generic_name: '自定片',
      trade_name: '某牌',
      ...ofGoodsTexts((field) => `${GOODS_TEXTS[field].name}甲`),
      purchase_limit: 20,
      free_shipping_from: 5,
      barcode: '6901234567892',
      cold_chain: 'yes',
      shelf_life_months: 18,
      insurance_class: '乙',
      is_selected: 1,
      mnemonic: 'ZDP',
      availability_id,
      instructions: [{ title: '用法用量', text: '口服。一次一片。' }],
    }
    const { data, message } = await clerk.post(`/api/staff/goods_record/${id}`, { ...formOf(await record(id)), ...facts })
    expect(message).toBe('')
    expect(data).toMatchObject({ ...facts, scope_name: '中成药', drug_class: 'otc_b', is_cold: 1 })
    expect(formOf(await record(id))).toMatchObject(facts)
  })

  it('换了分类，按新分类判断；改后什么也没变的保存不留记录', async () => {
    const id = await makeGoods(db, { name: '换类片' })
    const other = await makeCategory(db, '呼吸')
    const form = formOf(await record(id))
    await clerk.post(`/api/staff/goods_record/${id}`, form)
    expect(await audits(id)).toEqual([])
    const { data } = await clerk.post(`/api/staff/goods_record/${id}`, { ...form, categories: [other] })
    expect(data).toMatchObject({ categories: [other], version: (form.version as number) + 1 })
  })
})

describe('上架与下架', () => {
  it('没有价格的不能上架；停售的由质量恢复；下架写明理由，客户看到', async () => {
    const unpriced = await makeGoods(db, { price: null, on_shelf: false })
    expect(await shelf(unpriced, 'on')).toMatchObject({ code: 409, message: expect.stringContaining('基准价') })
    const id = await makeGoods(db, { name: '下架片' })
    expect((await shelf(id, 'off', '换包装，月底到货')).data).toMatchObject({ state: 'off', off_shelf_reason: '换包装，月底到货' })
    expect((await shelf(id, 'on')).data).toMatchObject({ state: 'on', off_shelf_reason: '' })
    await clerk.post(`/api/staff/goods/${id}/stop`, { reason: '药监通知' })
    expect(await shelf(id, 'on')).toMatchObject({ code: 409, message: expect.stringContaining('停售') })
    expect(await record(id)).toMatchObject({ state: 'stopped', stopped_reason: '药监通知', wished: 1 })
  })

  it('起订量、中包装在列表里改；中包装要整除件装，别人先改的说出来', async () => {
    const id = await makeGoods(db, { case_pack: 200, mid_pack: 10 })
    const { version } = await record(id)
    const lots = (body: object) =>
      clerk.post(`/api/staff/goods_record/${id}/lots`, { min_number: 5, mid_pack: 20, splittable: 0, version, ...body })
    expect((await lots({ mid_pack: 30 })).data.errors).toMatchObject([{ field: 'mid_pack' }])
    expect((await lots({})).data).toEqual({ version: version + 1 })
    expect(await record(id)).toMatchObject({ min_number: 5, mid_pack: 20, splittable: 0 })
    expect((await lots({ min_number: 6 })).data.changes).toContainEqual({ field: 'min_number', theirs: '5' })
  })
})

describe('图片', () => {
  const file = async () => {
    const png = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#fff' } })
      .png()
      .toBuffer()
    return (await upload(shop, cookie, png, { path: '/api/staff/file', purpose: 'goods', name: '图.png', type: 'image/png' })).data
      .id as number
  }

  it('排序、移除；移除的图片旧订单仍打得开；别的用途、别家的文件、PDF 都不收', async () => {
    const id = await makeGoods(db)
    const [one, two] = [await file(), await file()]
    const url = `/api/staff/goods_record/${id}/pictures`
    const first = await clerk.post(url, {
      pictures: [one, two].map((each) => ({ id: each, url: '' })),
      version: (await record(id)).version,
    })
    const turned = await clerk.post(url, { pictures: [{ id: two, url: '' }], version: first.data.version })
    expect(turned.data.pictures).toMatchObject([{ id: two }])
    expect((await shop.app.inject({ url: `/img/goods/${one}.jpg` })).statusCode).toBe(200)
    const { version } = turned.data
    const wrong = async (pictures: object[]) => (await clerk.post(url, { pictures, version })).data.errors?.[0]?.field
    expect(await wrong([{ id: 0, url: 'https://elsewhere/x.png' }])).toBe('pictures')
    expect(
      await wrong([
        { id: one, url: '' },
        { id: one, url: '' },
      ]),
    ).toBe('pictures')
    expect(await wrong([{ id: 999_999, url: '' }])).toBe('pictures')
    const pdf = await upload(shop, cookie, Buffer.from('%PDF-1.4 x'), { path: '/api/staff/file', purpose: 'goods', name: '图.pdf' })
    expect(pdf.data.errors).toMatchObject([{ field: 'file', message: expect.stringContaining('只支持 JPG') }])
    const late = await clerk.post(url, { pictures: [], version: first.data.version })
    expect(late.data.reason).toBe('CHANGED_MEANWHILE')
  })

  it('禁售商品的图片不再公开', async () => {
    const id = await makeGoods(db)
    const one = await file()
    await clerk.post(`/api/staff/goods_record/${id}/pictures`, { pictures: [{ id: one, url: '' }], version: (await record(id)).version })
    await changeRow(db, 'goods', id, { law_verdict: 'barred', on_shelf: false })
    const gone = await shop.app.inject({ url: `/img/goods/${one}.jpg` })
    expect([gone.statusCode, gone.headers['content-type']]).toEqual([404, 'image/svg+xml; charset=utf-8'])
    expect((await shop.app.inject({ url: '/img/goods/1.gif' })).statusCode).toBe(404)
  })
})

describe('列表', () => {
  it('按名称一部分、首字母、编码、批准文号、条码找；按分类（含下级）、厂家、状态、缺什么筛', async () => {
    const top = await makeCategory(db, '找得到类')
    const below = await makeCategory(db, '下级类', { parent_id: top })
    const id = await makeGoods(db, {
      name: '枸橼酸寻物胶囊',
      code: 'Find-01',
      approval_no: '国药准字H19990001',
      barcode: '6909876543210',
      manufacturer: '寻物制药',
      categories: [below],
    })
    await makeGoods(db, { name: '无价无货片', manufacturer: '寻物制药', price: null, stock: 0, on_shelf: false })
    await shop.jobs.runDue(['records.letters'])
    const { recordTasks } = await import('./tasks.ts')
    await recordTasks(shop.database)[0]?.run({}, NOW)
    for (const typed of ['橼酸寻物', 'jysxw', 'find-0', 'H19990001', '国药准字H1999', '6909876543210'])
      expect(await list(`keywords=${encodeURIComponent(typed)}`), typed).toEqual(['枸橼酸寻物胶囊'])
    expect(await list(`keywords=${encodeURIComponent('%')}`)).toEqual([])
    expect(await list(`category=${top}`)).toEqual(['枸橼酸寻物胶囊'])
    const { manufacturer_id: maker } = await db.selectFrom('goods').where('id', '=', id).select('manufacturer_id').executeTakeFirstOrThrow()
    expect(await list(`manufacturer=${maker}`)).toEqual(['无价无货片', '枸橼酸寻物胶囊'])
    expect(await list(`manufacturer=${maker}&state=on`)).toEqual(['枸橼酸寻物胶囊'])
    expect(await list(`manufacturer=${maker}&state=off`)).toEqual(['无价无货片'])
    for (const lack of ['price', 'stock', 'category'])
      expect(await list(`manufacturer=${maker}&lacks=${lack}`), lack).toEqual(['无价无货片'])
    expect(await list(`manufacturer=${maker}&lacks=picture`)).toHaveLength(2)
    for (const state of ['stopped', 'waiting', 'barred']) expect(await list(`manufacturer=${maker}&state=${state}`), state).toEqual([])
  })

  it('价格只给有权查看的人：质量部门的列表和经过里都没有', async () => {
    const id = await makeGoods(db, { name: '看不见价片', price: '12.30' })
    await clerk.post(`/api/staff/price/${id}/base`, { price: '12.00', reason: '随行就市', version: 0 })
    const quality = clerkOf(shop, await makeStaffOf(db, 'quality'))
    const url = `/api/staff/goods_record?keywords=${encodeURIComponent('看不见价')}`
    expect((await quality.get(url)).data.list).toMatchObject([{ base_price: null }])
    expect((await clerk.get(url)).data.list).toMatchObject([{ base_price: '12.00' }])
    const history = async (of: typeof clerk) =>
      (await of.get(`/api/staff/goods_record/${id}/history`)).data.list.map((row: { action: string }) => row.action)
    expect(await history(quality)).toEqual([])
    expect(await history(clerk)).toEqual(['price.change'])
    expect((await quality.post(`/api/staff/goods_record/${id}/shelf/off`, { reason: '下架吧' })).code).toBe(403)
    const warehouse = clerkOf(shop, await makeStaffOf(db, 'warehouse'))
    expect((await warehouse.get(`/api/staff/price/${id}`)).code).toBe(403)
  })

  it('提交另一人批准的改价、改成本，经过里也写着金额：看不了价格、成本的人看不到这些行', async () => {
    const id = await makeGoods(db, { price: '100.00', name: '秘价片' })
    await makeStaffOf(db, 'finance', '批价人')
    const quality = clerkOf(shop, await makeStaffOf(db, 'quality'))
    const { version } = (await clerk.get(`/api/staff/price/${id}`)).data
    expect((await clerk.post(`/api/staff/price/${id}/cost`, { cost: '77.70', floor: '', reason: '进价', version })).status).toBe(200)
    const cut = await clerk.post(`/api/staff/price/${id}/base`, { price: '41.50', reason: '清仓', version })
    expect([cut.code, cut.message]).toEqual([202, expect.stringContaining('已提交批准')])
    const said = async (of: typeof clerk) => (await of.get(`/api/staff/goods_record/${id}/history`)).text
    expect(await said(clerk)).toContain('41.50')
    for (const secret of ['77.70', '41.50', '100.00']) expect(await said(quality)).not.toContain(secret)
  })

  it('选项给出用过的剂型、单位和可售范围', async () => {
    await makeAvailability(db, [], true)
    const { data } = await clerk.get('/api/staff/goods_choices')
    expect(data.forms).toContain('片剂')
    expect(data.units).toContain('盒')
    expect(data.availabilities).toContainEqual(expect.objectContaining({ name: expect.stringContaining('控销'), controlled: 1 }))
  })
})

describe('商品资料导出的文件', () => {
  it('原样导回什么也不改；改了一格只改那一格，不因导回而上架', async () => {
    const category = await makeCategory(db, '导回')
    const facts = { categories: [category], mnemonic: 'DHP', ...ofGoodsTexts((field) => `${GOODS_TEXTS[field].name}乙`) }
    await add({ name: '导回甲片', ...facts })
    await add(
      { name: '导回乙颗粒', cold_chain: 'no', splittable: 0, drug_class: '', special_mark: '', approval_no: '国药准字Z20001235' },
      '5',
    )
    const off = await makeGoods(db, { name: '导回丙膏', on_shelf: false, off_shelf_reason: '缺货' })
    const stands = async () =>
      (await pool.query(`select to_jsonb(g) - 'updated_at' - 'law_version' as row from goods g where name like '导回%' order by id`)).rows
    const before = await stands()
    const { data: job } = await clerk.post('/api/staff/export/goods_facts', { format: 'csv', query: { keywords: '导回' } })
    await shop.jobs.runDue(['exports.make'])
    const file = await shop.app.inject({ url: `/api/staff/export/${job.id}/file`, headers: { cookie: `staff=${cookie}` } })
    const lines = file.rawPayload
      .toString('utf8')
      .replace(/^\uFEFF/, '')
      .trim()
      .split(/\r?\n/)
    expect(lines).toHaveLength(4)
    expect(await bringFile(shop, 'goods', lines)).toMatchObject({ unchanged: 3, changed: 0, refused: 0, ignoredColumns: ['商城里'] })
    expect(await stands()).toEqual(before)
    await bringFile(
      shop,
      'goods',
      lines.map((line) => line.replace('产地乙', '云南')),
    )
    expect((await stands()).map(({ row }) => [row.origin, row.on_shelf])).toEqual([
      ['云南', false],
      ['', false],
      ['', false],
    ])
    expect((await record(off)).off_shelf_reason).toBe('缺货')
  })
})
