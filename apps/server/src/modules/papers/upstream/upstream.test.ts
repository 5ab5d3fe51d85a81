import { describe, expect, it } from 'vitest'
import { makeGoods, makeStaff, makeStaffOf, makeWarehouse, passFirstGoods } from '../../../../test/fixtures.ts'
import { typedGoods } from '../../../../test/goods-desk.ts'
import { testShop } from '../../../../test/harness.ts'
import { hasPoppler, pdfText } from '../../../../test/poppler.ts'
import { addRow, changeRow } from '../../../../test/rows.ts'
import { testSigner } from '../../../../test/signer.ts'
import { doTask } from '../../../../test/tasks.ts'
import { fileAll, filePaper, passAll, passedSupplier, typedSupplier, upstreamPeople } from '../../../../test/upstream.ts'
import { createListings } from '../../../platform/listings.ts'
import { documentTasks } from '../documents/public.ts'
import { firstGoodsExporter, supplierExporter, UPSTREAM_DRAWINGS } from './public.ts'

const NOW = new Date('2026-11-23T02:00:00Z')
const { signer } = await testSigner()
const shop = await testShop({ now: NOW, signer })
const { db, pool } = shop.database
await addRow(db, 'setting', [{ key: 'supplier', value: JSON.stringify({ name: '示例医药有限公司', address: '武汉市江岸区一号' }) }])
const people = await upstreamPeople(shop)
const { buyer, clerk, head } = people
const keeper = await makeStaffOf(db, 'warehouse', '收货丁')
const warehouse = await makeWarehouse(db, { code: 'RK', name: '收货仓' })

const newSupplier = async (facts: object = {}): Promise<number> => (await buyer.post('supplier', typedSupplier(facts))).data.id
const supplier = async (id: number) => (await buyer.get(`supplier/${id}`)).data
const fieldsOf = (of: Record<string, unknown>) =>
  Object.fromEntries([...Object.keys(typedSupplier()), 'version'].map((key) => [key, of[key]]))
const applied = async (of: string): Promise<number> => (await buyer.post(`${of}/apply`, { words: '品种需要' })).data.approvals[0].id
const check = (id: number, by = clerk, decision = 'pass') => by.post(`upstream/${id}/check`, { decision, opinion: '已逐项核对' })
const decide = (id: number, by = head, body: object = { decision: 'pass' }) => by.post(`upstream/${id}/decide`, body)
const receive = (supplierId: number, goodsId: number) =>
  shop.ask('POST', '/api/staff/intake', {
    cookie: keeper,
    body: {
      warehouse_id: warehouse,
      supplier_id: supplierId,
      paper_no: 'THD-1',
      lines: [{ goods_id: goodsId, batch_no: 'N1', expiry_date: '20281130', number: 10 }],
    },
  })
const actions = async (subject: string) =>
  (await db.selectFrom('audit_log').select('action').where('subject', '=', subject).orderBy('id').execute()).map(({ action }) => action)
const readySupplier = async (expiresOn = '2027-12-31'): Promise<number> => {
  const id = await newSupplier()
  await fileAll(shop, people, `supplier/${id}`, expiresOn)
  return id
}
const newGoods = async (facts: object = {}): Promise<number> =>
  (await buyer.post('goods_record', { ...typedGoods(facts), code: `N${Math.random().toString(36).slice(2, 10)}`, price: '9.80' })).data.id
/** The form is made, as the queue would. */
async function make(subject: string): Promise<void> {
  const tasks = documentTasks({ database: shop.database, signer, origin: 'https://shop.example', drawings: UPSTREAM_DRAWINGS, onMade: {} })
  const { rows } = await pool.query("select id from document where state = 'waiting' and subject = $1", [subject])
  for (const { id } of rows) await doTask(tasks, 'documents.make', { document_id: Number(id) }, NOW)
}
async function drawn(subject: string): Promise<string> {
  await make(subject)
  const { rows } = await pool.query(
    `select c.content from document d join stored_file_content c on c.file_id = d.file_id where d.subject = $1 and d.state = 'valid'`,
    [subject],
  )
  return pdfText(rows[0].content)
}

describe('首营企业', () => {
  it('采购申请、质量审核、质量负责人审批，三人三步；批准到最早到期的资料那天，审批表打印各步', async () => {
    const id = await newSupplier({ name: '九江样例药业有限公司' })
    expect((await buyer.post(`supplier/${id}/apply`, { words: '品种需要' })).message).toContain('缺药品生产（经营）许可证')
    await fileAll(shop, people, `supplier/${id}`, '2027-12-31')
    await filePaper(shop, people, `supplier/${id}`, 'mandate', '2027-06-30')
    expect((await supplier(id)).papers.filter(({ is_replaced }: { is_replaced: number }) => is_replaced === 1)).toHaveLength(1)
    const application = await applied(`supplier/${id}`)
    expect(await supplier(id)).toMatchObject({ state: 'applied', is_open: 1, applied_by: '采购甲', salesman: '王业务' })
    expect((await decide(application)).message).toContain('待质量审核')
    expect((await check(application)).data).toEqual({ state: 'checked', state_name: '待质量负责人审批' })
    expect((await decide(application)).data.state).toBe('passed')
    const after = await supplier(id)
    expect(after).toMatchObject({ state: 'passed', until: '2027-06-30', is_open: 0, licence_no: '编号-licence' })
    expect(after.approvals).toMatchObject([{ state: 'approved', checked_by: '质量乙', decided_by: '负责人丙', renewal: 0 }])
    expect((await actions(`supplier:${id}`)).slice(-3)).toEqual(['supplier.apply', 'supplier.check', 'supplier.decide'])
    if (hasPoppler) {
      const text = await drawn(`supplier_approval:${id}`)
      for (const words of [
        '首营企业审批表',
        '九江样例药业有限公司',
        '采购甲',
        '质量乙',
        '负责人丙',
        '销售人员授权书（王业务）',
        '2027-06-30',
      ])
        expect(text).toContain(words)
    }
  })

  it('每一步都有自己的岗位；同一个人换了岗位也不能做第二步，表里也写不进去', async () => {
    const id = await readySupplier()
    expect((await clerk.post(`supplier/${id}/apply`, { words: '品种需要' })).code).toBe(403)
    const application = await applied(`supplier/${id}`)
    expect((await check(application, buyer)).code).toBe(403)
    expect((await check(application, head)).code).toBe(403)
    // One account with both words of quality.
    const both = await makeStaff(db, '两岗戊', '质管')
    const [by, other] = [
      { ...clerk, post: (url: string, body: object) => shop.ask('POST', `/api/staff/${url}`, { cookie: both, body }) },
      { accountId: await accountOf('两岗戊') },
    ]
    await changeRow(db, 'upstream_approval', application, { applied_id: other.accountId })
    expect((await check(application, by)).message).toBe('申请人不能审核自己提出的首营申请')
    await changeRow(db, 'upstream_approval', application, { applied_id: await accountOf('采购甲') })
    expect((await check(application, by)).code).toBe(200)
    expect((await decide(application, by)).message).toBe('审核人不能审批自己审核的申请，请由质量负责人审批')
    expect((await decide(application, clerk)).code).toBe(403)
    await expect(
      changeRow(db, 'upstream_approval', application, { state: 'approved', decided_id: other.accountId, decided_at: NOW }),
    ).rejects.toThrow('check constraint')
    expect((await decide(application)).data.state).toBe('passed')
  })

  it('理由与意见印不出来的，写的时候就拒绝：审批表照样做得出', async () => {
    const id = await readySupplier()
    const wrong = await buyer.post(`supplier/${id}/apply`, { words: '品种需要😀' })
    expect(wrong.data.errors).toMatchObject([{ field: 'words', message: expect.stringContaining('印不出来') }])
    const application = await applied(`supplier/${id}`)
    const checked = await clerk.post(`upstream/${application}/check`, { decision: 'pass', opinion: '已核对😀' })
    expect(checked.data.errors).toMatchObject([{ field: 'opinion' }])
    expect((await check(application)).status).toBe(200)
    expect((await decide(application, head, { decision: 'pass', reason: '同意😀' })).data.errors).toMatchObject([{ field: 'reason' }])
    expect((await decide(application)).status).toBe(200)
  })

  it('两位同时审核、同时审批，只算一次', async () => {
    const application = await applied(`supplier/${await readySupplier()}`)
    const checks = await Promise.all([check(application), check(application)])
    expect(checks.map(({ code }) => code).sort()).toEqual([200, 409])
    const [one, two] = await Promise.all([decide(application), decide(application, head, { decision: 'reject', reason: '资料存疑' })])
    expect([one.code, two.code].sort()).toEqual([200, 409])
    expect((await check(application)).code).toBe(409)
    const id = await readySupplier()
    const asks = await Promise.all([1, 2].map(() => buyer.post(`supplier/${id}/apply`, { words: '品种需要' })))
    expect(asks.map(({ code }) => code).sort()).toEqual([200, 409])
  })

  it('两步都可以退回，要写原因；退回后补正再申请；审批期间资料不能改', async () => {
    const id = await readySupplier()
    const first = await applied(`supplier/${id}`)
    const sent = { ...fieldsOf(await supplier(id)), contact: '换人' }
    expect((await buyer.post(`supplier/${id}`, sent)).message).toContain('审批结束之前资料不能改')
    expect((await filePaper(shop, people, `supplier/${id}`, 'mandate', '2027-06-30')).code).toBe(409)
    expect((await check(first, clerk, 'reject')).data.state).toBe('refused')
    expect(await supplier(id)).toMatchObject({ state: 'refused', approvals: [{ state: 'refused', reason: '已逐项核对', checked_by: '' }] })
    const second = await applied(`supplier/${id}`)
    await check(second)
    expect((await decide(second, head, { decision: 'reject' })).data.errors).toMatchObject([{ field: 'reason' }])
    expect((await decide(second, head, { decision: 'reject', reason: '协议缺签字' })).data.state).toBe('refused')
    expect((await receive(id, await makeGoods(db))).message).toContain('尚未通过首营企业审批（未通过）')
  })

  it('没有这份申请、没有这个供货单位、名称或信用代码重复、代码校验位不对，都说明白', async () => {
    for (const path of ['upstream/999999/check', 'upstream/999999/decide'])
      expect((await (path.endsWith('check') ? clerk : head).post(path, { decision: 'pass', opinion: '已核对' })).code).toBe(404)
    expect((await buyer.get('supplier/999999')).code).toBe(404)
    expect((await buyer.post('supplier/999999/apply', { words: '品种需要' })).code).toBe(404)
    const fields = typedSupplier()
    await buyer.post('supplier', fields)
    const twin = async (facts: object) => (await buyer.post('supplier', typedSupplier(facts))).data.errors[0]
    expect(await twin({ credit_code: fields.credit_code })).toMatchObject({
      field: 'credit_code',
      message: expect.stringContaining(fields.name),
    })
    expect(await twin({ name: fields.name })).toEqual({ field: 'name', message: '已经有同名的供货单位' })
    expect(await twin({ credit_code: '914201020000000000' })).toMatchObject({ field: 'credit_code' })
    expect(await twin({ scopes: ['none'] })).toEqual({ field: 'scopes', message: '没有这个经营范围' })
    const id = await newSupplier()
    const wrong = async (kind: string, body: object) =>
      (await buyer.post(`supplier/${id}/paper`, { kind, file_ids: [1], ...body })).data.errors[0]
    expect(await wrong('leaflet', {})).toEqual({ field: 'kind', message: '没有这种资料' })
    expect(await wrong('mandate', { expires_on: '2027-01-01' })).toEqual({ field: 'holder', message: '请填写姓名' })
    expect(await wrong('licence', { is_endless: 1 })).toMatchObject({ field: 'expires_on' })
    expect(await wrong('licence', { expires_on: '2026-01-01' })).toEqual({ field: 'expires_on', message: '已经过期，不能登记' })
    expect(await wrong('licence', { expires_on: '2027-01-01' })).toMatchObject({ field: 'file_ids' })
  })

  it('两人同时改一份档案，后一人看到前一人改了什么；改名称或范围的，须重新首营', async () => {
    const id = await passedSupplier(shop, people)
    const mine = fieldsOf(await supplier(id))
    expect((await buyer.post(`supplier/${id}`, { ...mine, phone: '13800000009' })).data).toMatchObject({
      state: 'passed',
      phone: '13800000009',
    })
    expect((await buyer.post(`supplier/${id}`, { ...mine, contact: '钱联系' })).data).toMatchObject({ reason: 'CHANGED_MEANWHILE' })
    const now = fieldsOf(await supplier(id))
    expect((await buyer.post(`supplier/${id}`, { ...now, scopes: ['chem'] })).data).toMatchObject({ state: 'changed', until: null })
    expect((await receive(id, await makeGoods(db))).message).toContain('已变更，须重新首营')
    await make(`supplier_approval:${id}`)
    await passAll(people, `supplier/${id}`)
    expect(await supplier(id)).toMatchObject({ state: 'passed' })
  })
})

describe('收货', () => {
  it('没有申请、审批中、已过期的供货单位都收不了货；通过的可以，收货单记着是谁', async () => {
    const goods = await makeGoods(db, { name: '收货片' })
    const id = await readySupplier()
    expect((await receive(id, goods)).data.errors[0]).toMatchObject({ field: 'supplier_id', message: expect.stringContaining('未申请') })
    await passAll(people, `supplier/${id}`)
    const made = await receive(id, goods)
    expect(made.message).toContain('已登记')
    expect((await shop.ask('GET', `/api/staff/intake/${made.data.id}`, { cookie: keeper })).data).toMatchObject({
      supplier_id: id,
      supplier: (await supplier(id)).name,
    })
    await changeRow(db, 'supplier', id, { passed_until: '2026-11-22' })
    expect((await receive(id, goods)).message).toContain('已于 2026-11-22 到期')
    await changeRow(db, 'supplier', id, { passed_until: '2026-11-23' })
    expect((await receive(id, goods)).code).toBe(200)
    expect((await receive(999_999, goods)).message).toBe('请选择供货单位')
    const choices = async (query: string) => (await shop.ask('GET', `/api/staff/supplier_choice?${query}`, { cookie: keeper })).data.list
    expect(await choices(`id=${id}`)).toEqual([{ id, name: (await supplier(id)).name, refused: '' }])
    expect((await choices(`id=${await newSupplier()}`))[0].refused).toContain('未申请')
  })

  it('批发企业只供它经营范围之内的；生产企业供自己的品种', async () => {
    const bio = await makeGoods(db, { name: '范围针', scope_code: 'bio' })
    const id = await passedSupplier(shop, people)
    expect((await receive(id, bio)).message).toContain('不在')
    const maker = await passedSupplier(shop, people, { kind: 'maker' })
    expect((await receive(maker, bio)).code).toBe(200)
  })

  it('续审：资料换新后再走两步，有效期才延长；在审期间仍可收货', async () => {
    const id = await passedSupplier(shop, people, {}, '2026-12-15')
    const list = async (query: string) => (await buyer.get(`supplier?${query}`)).data.list.map((row: { id: number }) => row.id)
    expect(await list('soon=1')).toContain(id)
    await fileAll(shop, people, `supplier/${id}`, '2028-12-31')
    expect(await supplier(id)).toMatchObject({ until: '2026-12-15', days_left: 22 })
    const application = await applied(`supplier/${id}`)
    expect(await supplier(id)).toMatchObject({ state: 'passed', open_state: 'applied', approvals: [{ renewal: 1 }, {}] })
    expect(await list('state=applied')).toContain(id)
    expect((await receive(id, await makeGoods(db))).code).toBe(200)
    await check(application)
    expect((await decide(application)).data.reason).toBe('DOCUMENT_WAITING')
    await make(`supplier_approval:${id}`)
    await decide(application)
    expect(await supplier(id)).toMatchObject({ until: '2028-12-31' })
    expect(await list('soon=1')).not.toContain(id)
  })
})

describe('首营品种', () => {
  it('员工新建的商品：首营通过之前不能上架、不能收货；通过之后都可以，审批表写明标准与供货单位', async () => {
    const id = await newGoods({ name: '首营新胶囊' })
    const from = await passedSupplier(shop, people, { name: '首营供货样例有限公司' })
    const shelf = () => buyer.post(`goods_record/${id}/shelf/on`, { reason: '开始销售' })
    expect((await shelf()).message).toBe('首营品种尚未通过质量部门审批，不能上架')
    expect((await receive(from, id)).message).toContain('首营新胶囊 尚未通过首营品种审批（未申请）')
    expect((await buyer.post(`first_goods/${id}/apply`, { words: '品种需要' })).message).toContain('缺供货单位；缺质量标准')
    expect((await buyer.get(`first_goods/${id}`)).data.lacking.slice(0, 2)).toEqual(['缺供货单位', '缺质量标准'])
    const { version } = (await buyer.get(`first_goods/${id}`)).data
    const saved = await buyer.post(`first_goods/${id}`, { supplier_id: from, standard: '中国药典2025年版', reason: '客户求购', version })
    expect(saved.data).toMatchObject({ supplier: '首营供货样例有限公司', state: 'none' })
    expect((await buyer.post(`first_goods/${id}`, { supplier_id: null, standard: '', reason: '', version })).data.reason).toBe(
      'CHANGED_MEANWHILE',
    )
    await fileAll(shop, people, `first_goods/${id}`, '2029-12-31')
    await passAll(people, `first_goods/${id}`)
    expect((await buyer.get(`first_goods/${id}`)).data).toMatchObject({ state: 'passed', until: '2029-12-31' })
    expect((await shelf()).data).toMatchObject({ state: 'on' })
    expect((await receive(from, id)).code).toBe(200)
    expect(await actions(`goods:${id}`)).toEqual(expect.arrayContaining(['first_goods.apply', 'first_goods.check', 'first_goods.decide']))
    if (hasPoppler) {
      const text = await drawn(`goods_approval:${id}`)
      for (const words of ['首营品种审批表', '首营新胶囊', '中国药典2025年版', '首营供货样例有限公司', '负责人丙'])
        expect(text).toContain(words)
    }
  })

  it('别的路也上不了架：直接改行、停售恢复都停在“首营品种尚未通过审批”', async () => {
    const id = await newGoods()
    await changeRow(db, 'goods', id, { on_shelf: true, off_shelf_reason: '' })
    const { data } = await buyer.get(`goods_record/${id}`)
    expect(data).toMatchObject({ state: 'off', off_shelf_reason: '首营品种尚未通过审批' })
  })

  it('批准以后资料到期的，不再收货；在架的照常卖；供货单位未通过的，申请不了', async () => {
    const id = await newGoods()
    const waiting = await newSupplier()
    const { version } = (await buyer.get(`first_goods/${id}`)).data
    await buyer.post(`first_goods/${id}`, { supplier_id: waiting, standard: '药典', reason: '', version })
    expect((await buyer.post(`first_goods/${id}/apply`, { words: '品种需要' })).message).toContain('首营企业审批还没有通过')
    // Said before anybody applies in vain.
    expect((await buyer.get(`first_goods/${id}`)).data.lacking[0]).toContain('首营企业审批还没有通过')
    const from = await passedSupplier(shop, people)
    await buyer.post(`first_goods/${id}`, { supplier_id: from, standard: '药典', reason: '', version: version + 1 })
    await fileAll(shop, people, `first_goods/${id}`, '2027-01-31')
    await passAll(people, `first_goods/${id}`)
    await buyer.post(`goods_record/${id}/shelf/on`, { reason: '开始销售' })
    await db.updateTable('goods_first_trade').set({ passed_until: '2026-11-01' }).where('goods_id', '=', id).execute()
    expect((await receive(from, id)).message).toContain('已于 2026-11-01 到期')
    expect((await buyer.get(`goods_record/${id}`)).data.state).toBe('on')
    expect((await buyer.get('first_goods?state=ended')).data.list).toMatchObject([{ goods_id: id, state_name: '已过期' }])
  })

  it('审批期间品名、文号、生产企业不能改：谁审就审他看到的；批准之后改成另一个品种，随即下架、不收货、不验收入库，须重新首营', async () => {
    const id = await newGoods({ name: '批准的胶囊' })
    const from = await passedSupplier(shop, people)
    const { version } = (await buyer.get(`first_goods/${id}`)).data
    await buyer.post(`first_goods/${id}`, { supplier_id: from, standard: '药典', reason: '', version })
    await fileAll(shop, people, `first_goods/${id}`, '2029-12-31')
    const application = await applied(`first_goods/${id}`)
    await check(application)
    const form = async () => {
      const { data } = await buyer.get(`goods_record/${id}`)
      return { ...Object.fromEntries(Object.keys(typedGoods()).map((key) => [key, data[key]])), version: data.version }
    }
    const change = async (facts: object) => buyer.post(`goods_record/${id}`, { ...(await form()), ...facts })
    for (const facts of [
      { name: '换了的片' },
      { approval_no: '国药准字H20999999' },
      { manufacturer: '另一家制药' },
      { holder: '另一家持有人' },
      { drug_class: 'otc_b' },
      { storage: '冷藏' },
    ])
      expect((await change(facts)).message, JSON.stringify(facts)).toContain('审批结束之前品名、规格')
    const { manufacturer_id: maker } = await db.selectFrom('goods').where('id', '=', id).select('manufacturer_id').executeTakeFirstOrThrow()
    const { data: makers } = await buyer.get('manufacturer?keywords=云岭制药')
    const [{ version: stands }] = makers.list
    const renamed = { name: '云岭改名制药', short_name: '', is_brand: 0, brand_intro: '', version: stands }
    expect((await buyer.post(`manufacturer/${maker}`, renamed)).message).toContain('批准的胶囊：首营申请正在审批')
    expect((await change({ mnemonic: 'PZDJN' })).code).toBe(200)
    expect((await decide(application)).data.state).toBe('passed')
    await buyer.post(`goods_record/${id}/shelf/on`, { reason: '开始销售' })
    const { id: slip } = (await receive(from, id)).data
    expect((await change({ storage: '密封，在阴凉处保存', spec: '0.25g*36粒' })).data).toMatchObject({ state: 'on' })
    expect((await change({ approval_no: '国药准字H20999999' })).data).toMatchObject({ state: 'off', lacks_first_trade: 1 })
    expect((await buyer.post(`goods_record/${id}/shelf/on`, { reason: '开始销售' })).message).toContain('首营品种尚未通过')
    expect((await receive(from, id)).message).toContain('已变更，须重新首营')
    const [line] = (await clerk.get(`intake/${slip}`)).data.lines
    expect(line.refused).toBe('首营品种审批没有通过')
    await make(`goods_approval:${id}`)
    await passAll(people, `first_goods/${id}`)
    expect((await buyer.post(`goods_record/${id}/shelf/on`, { reason: '开始销售' })).data.state).toBe('on')
  })

  it.each([
    ['规格的含量', { spec: '0.5g*24粒' }],
    ['剂型', { dosage_form: '片剂' }],
    ['上市许可持有人', { holder: '另一家持有人' }],
  ])('批准之后改%s，是另一个品种：随即下架，须重新首营', async (_, facts) => {
    const id = await newGoods({ name: '批准的胶囊' })
    await passFirstGoods(db, id)
    await buyer.post(`goods_record/${id}/shelf/on`, { reason: '开始销售' })
    const { data } = await buyer.get(`goods_record/${id}`)
    const form = Object.fromEntries(Object.keys(typedGoods()).map((key) => [key, data[key]]))
    const changed = await buyer.post(`goods_record/${id}`, { ...form, ...facts, version: data.version })
    expect(changed.data, changed.text).toMatchObject({ state: 'off', lacks_first_trade: 1 })
  })

  it('沿用的商品换了批准文号或生产企业，就是另一个品种：须首营；补上原来空着的不算', async () => {
    const known = await makeGoods(db, { name: '沿用片', approval_no: '国药准字H20000001', manufacturer: '沿用制药' })
    const bare = await makeGoods(db, { name: '缺文号片', approval_no: '' })
    const change = async (id: number, facts: object) => {
      const { data } = await buyer.get(`goods_record/${id}`)
      const form = Object.fromEntries(Object.keys(typedGoods()).map((key) => [key, data[key]]))
      return (await buyer.post(`goods_record/${id}`, { ...form, ...facts, version: data.version })).data
    }
    expect(await change(bare, { approval_no: '国药准字H20000002' })).toMatchObject({ state: 'on', lacks_first_trade: 0 })
    expect(await change(known, { name: '沿用片（薄膜衣）' })).toMatchObject({ state: 'on', lacks_first_trade: 0 })
    expect(await change(known, { manufacturer: '别家制药' })).toMatchObject({ state: 'off', lacks_first_trade: 1 })
    expect((await buyer.get(`first_goods/${known}`)).data).toMatchObject({ state: 'none', name: '沿用片(薄膜衣)' })
    const last = await db
      .selectFrom('audit_log')
      .where('subject', '=', `goods:${known}`)
      .orderBy('id', 'desc')
      .select('after')
      .executeTakeFirst()
    expect(last?.after).toMatchObject({ first_trade: '须重新首营' })
  })

  it('导入的、商城里原有的商品是沿用的：不在首营名单里，名单写明有多少；没有的一律 404', async () => {
    const before = (await buyer.get('first_goods')).data.taken_over
    const id = await makeGoods(db)
    expect((await buyer.get('first_goods')).data.taken_over).toBe(before + 1)
    expect((await buyer.get(`first_goods/${id}`)).code).toBe(404)
    expect((await buyer.post(`first_goods/${id}/apply`, { words: '品种需要' })).code).toBe(404)
    expect((await buyer.get('first_goods?keywords=不存在的品种')).data).toMatchObject({ list: [], total: 0 })
  })
})

describe('名单作为文件', () => {
  it('供货单位、首营品种的名单带着证照与状态，按同样的筛选', async () => {
    const id = await passedSupplier(shop, people, { name: '文件样例供货有限公司' })
    const goods = await newGoods({ name: '文件样例胶囊' })
    const rowsOf = async (exporter: typeof supplierExporter, query: object) => {
      const rows: unknown[][] = []
      for await (const page of exporter.pages({ database: shop.database, listings: createListings() }, null as never, query, NOW))
        rows.push(...page.map((row) => [...row]))
      return rows
    }
    expect(await rowsOf(supplierExporter, { keywords: '文件样例', kind: 'wholesaler', state: 'passed' })).toEqual([
      [
        '文件样例供货有限公司',
        (await supplier(id)).credit_code,
        '批发企业',
        '化学药、中成药',
        '编号-licence',
        '2027-12-31',
        '李质',
        '王业务',
      ].concat(['2027-12-31', '2027-12-31', '赵联系', '13800000001', '已通过', '2027-12-31']),
    ])
    const { code } = (await buyer.get(`first_goods/${goods}`)).data
    expect(await rowsOf(firstGoodsExporter, { keywords: '文件样例', state: 'none' })).toEqual([
      [code, '文件样例胶囊', '0.25g*24粒', '云岭制药', '国药准字H20001236', '', '', '未申请', ''],
    ])
    expect(await rowsOf(firstGoodsExporter, { soon: 1, keywords: '文件样例' })).toEqual([])
  })
})

async function accountOf(name: string): Promise<number> {
  return (await db.selectFrom('account').select('id').where('name', '=', name).executeTakeFirstOrThrow()).id
}
