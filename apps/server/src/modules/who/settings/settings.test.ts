import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { creditCode } from '../../../../demo/credit-code.ts'
import { makeStaffOf } from '../../../../test/fixtures.ts'
import { testShop } from '../../../../test/harness.ts'
import { upload } from '../../../../test/upload.ts'
import { OPEN_KEYS } from './described.ts'

const NOW = new Date('2026-11-23T10:00:00+08:00')

const shop = await testShop({ now: NOW })
const { db, pool } = shop.database
const admin = await makeStaffOf(db, 'administrator', '郑管理')
const second = await makeStaffOf(db, 'administrator', '冯管理')

async function uploaded(purpose: string): Promise<number> {
  const content = await sharp({ create: { width: 60, height: 80, channels: 3, background: '#f4efe0' } })
    .png()
    .toBuffer()
  const answer = await upload(shop, admin, content, { purpose, path: '/api/staff/file', name: '执照.png', type: 'image/png' })
  expect(answer.status, answer.text).toBe(200)
  return answer.data.id
}

interface Setting {
  key: string
  value: unknown
  changed_by: string
  field: { fields?: { name: string; fields?: unknown[] }[] }
}
async function read(cookie = admin) {
  const { status, data } = await shop.ask('GET', '/api/staff/setting', { cookie })
  expect(status).toBe(200)
  const all = data.groups.flatMap(({ list }: { list: Setting[] }) => list) as Setting[]
  return { version: data.version as number, of: (key: string) => all.find((one) => one.key === key), all }
}
const save = (changes: Record<string, unknown>, version: number, cookie = admin, reason = '开业准备') =>
  shop.ask('POST', '/api/staff/setting', {
    cookie,
    body: { changes: Object.entries(changes).map(([key, value]) => ({ key, value: JSON.stringify(value) })), reason, version },
  })
const fieldsOf = async (changes: Record<string, unknown>) => {
  const answer = await save(changes, (await read()).version)
  expect(answer.status, answer.text).toBe(422)
  return answer.data.errors.map(({ field, message }: { field: string; message: string }) => `${field} ${message}`)
}

describe('商城设置', () => {
  it('每项设置都有中文名称、意思、缺省和表单；商城自己的秘密不在其中', async () => {
    const { all } = await read()
    expect(all.map(({ key }) => key).sort()).toEqual([...OPEN_KEYS].sort())
    expect(all.length).toBeGreaterThan(20)
    for (const key of ['gateway_secret', 'device_secret', 'shop_kind']) expect(all.map((one) => one.key)).not.toContain(key)
    for (const one of all) expect(JSON.stringify(one), one.key).toMatch(/"title":"[^"]+","text":"[^"]+","usual":"[^"]+"/)
    expect(JSON.stringify((await read()).of('shipping')?.field)).toContain('西藏自治区')
  })

  it('改了随即生效：买家的页脚立刻看到，谁在什么时候改的、前后都留下', async () => {
    const { version } = await read()
    const answer = await save(
      { company_name: ' 衡安医药有限公司 ', hot_line: '0851-8888 0000', shipping: { free_from: '500', fee: '9.9' } },
      version,
    )
    expect(answer.status, answer.text).toBe(200)
    expect((await shop.ask('GET', '/api/global/links')).data).toMatchObject({ company: '衡安医药有限公司', hot_line: '0851-8888 0000' })
    const { of } = await read()
    expect(of('shipping')).toMatchObject({ value: { free_from: '500.00', fee: '9.90' }, changed_by: '郑管理' })
    const { version: now } = await read()
    expect((await save({ shipping: { free_from: '600' } }, now, second, '活动结束')).status).toBe(200)
    const history = (await shop.ask('GET', '/api/staff/setting/shipping/history', { cookie: admin })).data
    expect(history).toMatchObject({
      list: [
        { actor: '冯管理', reason: '活动结束', before: '满多少免运费 ¥500.00；不满时收 ¥9.90', value: '满多少免运费 ¥600.00' },
        { actor: '郑管理', reason: '开业准备', before: '', value: '满多少免运费 ¥500.00；不满时收 ¥9.90' },
      ],
      next: 0,
    })
    const { rows } = await pool.query(
      `select actor, before, after, reason from audit_log where action = 'setting.change' and subject = 'setting:shipping' order by id desc limit 1`,
    )
    expect(rows).toEqual([
      {
        actor: '冯管理',
        before: { free_from: '500.00', fee: '9.90' },
        after: { free_from: '600.00', reason: '活动结束' },
        reason: '活动结束',
      },
    ])
  })

  it('清空就是回到缺省，表里不留空值；没有改的不记', async () => {
    await save({ after_sale_open: false }, (await read()).version)
    const { version } = await read()
    expect((await save({ after_sale_open: null, qq1: '' }, version)).status).toBe(200)
    const { rows } = await pool.query(`select key from setting where key in ('after_sale_open', 'qq1')`)
    expect(rows).toEqual([])
    const changed = await pool.query(`select id from setting_change where key = 'qq1'`)
    expect(changed.rows).toEqual([])
    const again = await read()
    await save({ after_sale_open: null }, again.version)
    expect((await read()).version).toBe(again.version)
  })

  it('两人同时改一项：后一位被告知现在是什么，什么都没有写；改别的项不相干', async () => {
    const { version } = await read()
    expect((await save({ min_remaining_days: { days: 40 } }, version, second)).status).toBe(200)
    const refused = await save({ min_remaining_days: { days: 50 }, qq1: '123456' }, version)
    expect(refused.status).toBe(409)
    expect(refused.data).toMatchObject({
      reason: 'CHANGED_MEANWHILE',
      changes: [{ field: 'min_remaining_days', theirs: '一般商品 40 天' }],
    })
    expect((await read()).of('qq1')?.value).toBeNull()
    expect((await save({ qq1: '123456' }, version)).status).toBe(200)
    expect((await save({ min_remaining_days: { days: 50 } }, refused.data.version)).status).toBe(200)
    expect((await read()).of('min_remaining_days')?.value).toEqual({ days: 50 })
  })

  it('两人在同一刻各改一次：一次一次来，没有一次被悄悄盖掉', async () => {
    const { version } = await read()
    const answers = await Promise.all([1, 2, 3, 4].map((days) => save({ min_remaining_days: { days: days * 10 } }, version)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
  })

  it('单据上的供方名称、税号、证号，和充值送得太多，一人改不成；第一次填写、平常的送法一人就行', async () => {
    const fresh = async () => (await read()).version
    const tiers = (gift: string) => ({ tiers: [{ amount: '1000', gift }] })
    await pool.query(`delete from setting where key in ('company_name', 'supplier', 'licences', 'recharge')`)
    const licence = (value: string) => [{ name: '药品经营许可证', value }]
    for (const first of [
      { company_name: '衡安医药有限公司', supplier: { name: '衡安医药有限公司' }, licences: licence('黔AA8510001') },
      { supplier: { name: '衡安医药有限公司', tax_no: creditCode('520100', 21), address: '贵阳市' } },
      { recharge: tiers('20') },
    ])
      expect((await save(first, await fresh())).status).toBe(200)
    for (const change of [
      { company_name: '别家医药有限公司' },
      { company_name: null },
      { supplier: { name: '别家医药有限公司', tax_no: creditCode('520100', 21) } },
      { supplier: { name: '衡安医药有限公司', tax_no: creditCode('520100', 22) } },
      { supplier: null },
      { licences: licence('川AA0280002') },
      { licences: [] },
      { licences: null },
      { licences: [{ name: '药品经营许可证（新）', value: '川AA0280002' }] },
      { recharge: tiers('999.99') },
    ]) {
      const sent = await save(change, await fresh())
      expect([change, sent.status, sent.data.request?.kind]).toEqual([change, 202, 'setting.guard'])
      await shop.ask('POST', `/api/staff/approval/${sent.data.request.id}/withdraw`, { cookie: admin, body: {} })
    }
    for (const change of [
      { supplier: { name: '衡安医药有限公司', tax_no: creditCode('520100', 21), address: '贵阳市云岩区' } },
      { licences: [...licence('黔AA8510001'), { name: '营业执照', value: creditCode('520100', 21) }] },
      { recharge: tiers('5') },
    ])
      expect([change, (await save(change, await fresh())).status]).toEqual([change, 200])
    // Papers take the name and the number of the licences where nobody has filled in the supplier.
    await pool.query(`delete from setting where key in ('company_name', 'supplier', 'licences', 'recharge')`)
    const own = { company_name: '衡安医药有限公司', licences: [{ name: '营业执照', value: creditCode('520100', 21) }] }
    expect((await save(own, await fresh())).status).toBe(200)
    for (const party of [{ name: '别家医药有限公司' }, { name: '衡安医药有限公司', tax_no: creditCode('520100', 22) }]) {
      const sent = await save({ supplier: party }, await fresh())
      expect([party, sent.status]).toEqual([party, 202])
      await shop.ask('POST', `/api/staff/approval/${sent.data.request.id}/withdraw`, { cookie: admin, body: {} })
    }
    expect((await save({ supplier: { name: '衡安医药有限公司', tax_no: creditCode('520100', 21) } }, await fresh())).status).toBe(200)
    await pool.query(`delete from setting where key in ('company_name', 'supplier', 'licences', 'recharge')`)
  })

  it('放宽须两人做的事、换收款账户，须另一位批准；第一次填写、收紧的一人就行', async () => {
    const account = (number: string) => ({ name: '示例医药', bank: '示例银行', number })
    const place = (address: string) => ({ receiver: '退货组', phone: '0851-88880000', address })
    const opened = { bank_account: account('6222 0000 1111'), return_address: place('贵阳市示例路 1 号') }
    expect((await save(opened, (await read()).version)).status).toBe(200)
    expect((await save({ four_eyes: { refund_over: '100' }, price_cut_percent: 10 }, (await read()).version)).status).toBe(200)
    // Tests begin with warehouses of one person.
    await db.deleteFrom('setting').where('key', '=', 'picker_ships').execute()
    // What is given away, and the gate of old customers: as much as a price may be cut is one person's, and less than now is anybody's.
    for (const usual of [{ recharge: { tiers: [{ amount: '1000', gift: '30' }] } }, { points: null }, { old_customers_until: null }])
      expect((await save(usual, (await read()).version)).status).toBe(200)
    const held = (await read()).version
    for (const change of [
      { bank_account: { ...account('6222 0000 1111'), others: [{ bank: '乙银行', number: '7777 6666 5555' }] } },
      { bank_account: account('9999 8888 7777') },
      { return_address: place('某小区 3 栋 402') },
      { return_address: null },
      { four_eyes: { refund_over: '999999' } },
      { four_eyes: null },
      { price_cut_percent: 100 },
      { picker_ships: true },
      { recharge: { tiers: [{ amount: '1000', gift: '999' }] } },
      { points: { per_yuan: 1000 } },
      { old_customers_until: '2099-12-31' },
      { qq1: '100001', four_eyes: { refund_over: '100', credit_over: '99999999' } },
    ]) {
      const sent = await save(change, held)
      expect([change, sent.status, sent.data.request?.kind]).toEqual([change, 202, 'setting.guard'])
      expect((await save(change, held)).data.request.id).toBe(sent.data.request.id)
      const path = `/api/staff/approval/${sent.data.request.id}`
      expect((await shop.ask('POST', `${path}/approve`, { cookie: admin, body: {} })).status).toBe(409)
      if (change.bank_account?.number !== '9999 8888 7777') await shop.ask('POST', `${path}/withdraw`, { cookie: admin, body: {} })
    }
    expect((await read()).version).toBe(held)
    const { list } = (await shop.ask('GET', '/api/staff/approval?scope=decide&state=waiting', { cookie: second })).data
    expect(list).toMatchObject([{ kind: 'setting.guard', title: '修改设置：收款账户', asked_by: '郑管理' }])
    expect(list[0].changes[0].after).toContain('9999 8888 7777')
    const done = await shop.ask('POST', `/api/staff/approval/${list[0].id}/approve`, { cookie: second, body: {} })
    expect([done.status, done.message]).toEqual([200, '已批准，已经办理'])
    expect((await read()).of('bank_account')).toMatchObject({ value: account('9999 8888 7777'), changed_by: '郑管理' })
    expect((await save({ four_eyes: { refund_over: '50' } }, (await read()).version)).status).toBe(200)
    expect((await save({ bank_account: null }, (await read()).version)).status).toBe(202)
  })

  it('填错的指出是哪一格，一项错全都不写', async () => {
    const { version } = await read()
    // Turns what is read after it round: 公司 and its account would not be what is seen.
    for (const hidden of ['\u202e', '\u2066', '\u00ad'])
      expect(await fieldsOf({ supplier: { name: `衡安${hidden}医药` } })).toEqual([
        expect.stringContaining('supplier.name 含有看不见的字符'),
      ])
    expect(await fieldsOf({ supplier: { tax_no: '91520100MA0000000X' } })).toEqual(['supplier.tax_no 统一社会信用代码校验不符，请核对'])
    expect(await fieldsOf({ bank_account: { name: '衡安医药', number: '不是账号' } })).toEqual(['bank_account.bank 请填写开户行'])
    const accounts = { name: '衡安医药', bank: '甲行', number: '6222 0000 1111' }
    expect(
      await fieldsOf({
        bank_account: {
          ...accounts,
          others: [
            { bank: '乙行', number: '622200001111' },
            { bank: '丙行', number: '不是账号' },
          ],
        },
      }),
    ).toEqual(['bank_account.others[0].number 这个账号已经有了', 'bank_account.others[1].number 账号只能是数字和空格，8 至 40 位'])
    expect(await fieldsOf({ licences: [{ name: '营业执照', value: '' }, {}] })).toEqual([
      'licences[0].value 请填写编号',
      'licences[1].name 请填写证照',
      'licences[1].value 请填写编号',
    ])
    expect(await fieldsOf({ shipping: { fee: '九块', regions: [{ provinces: ['火星省'] }] } })).toEqual([
      'shipping.fee 不满时收应是金额，如 800 或 12.50',
      'shipping.regions[0].provinces[0] 没有“火星省”',
    ])
    expect(
      await fieldsOf({
        recharge: {
          min: '9',
          max: '8',
          tiers: [
            { amount: '1000', gift: '10' },
            { amount: '1', gift: '1' },
          ],
        },
      }),
    ).toEqual(['recharge.max 上限不能小于下限', 'recharge.tiers[1].gift 送的须少于充的'])
    expect(await fieldsOf({ chat_hours: { days: [8], from: '18:00', to: '08:00' } })).toEqual(['chat_hours.days 请选择星期几'])
    expect(await fieldsOf({ chat_hours: { days: [1], from: '18:00', to: '08:00' } })).toEqual(['chat_hours.to 到的时间须晚于从的时间'])
    expect(await fieldsOf({ recharge: { min: '10', max: '5' } })).toEqual(['recharge.max 上限不能小于下限'])
    expect(await fieldsOf({ unpaid_limits: { share: 101 }, qq2: 'abc' })).toEqual([
      'unpaid_limits.share 占同一商品可售的在 1 到 100 %之间',
      'qq2 QQ 号是 5 至 12 位数字',
    ])
    expect(await fieldsOf({ login_url: '//evil.example' })).toEqual(['login_url 本站页面的地址以一个 / 开头'])
    expect(await fieldsOf({ wechat_service: { name: '服务号', url: 'javascript:alert(1)' } })).toEqual([
      'wechat_service.url 地址以 https:// 开头，或以 / 开头的本站路径',
    ])
    expect(await fieldsOf({ tax_rates: { gold: 3 } })).toEqual(['tax_rates 增值税税率里没有这一种'])
    expect(await fieldsOf({ gateway_secret: 'x' })).toEqual(['changes 没有这一项设置'])
    const broken = { changes: [{ key: 'qq1', value: '{' }], reason: '开业准备', version }
    expect((await shop.ask('POST', '/api/staff/setting', { cookie: admin, body: broken })).status).toBe(422)
    expect((await read()).version).toBe(version)
  })

  it.each([[[]], [{}], ['text'], [7], [true], [[[[]]]], [{ name: { name: [] } }], [null]])('任何一项收到 %j 都不出错', async (value) => {
    const { version } = await read()
    // The one that would shut everybody out who has no second factor is asked with what it refuses alone.
    const safe = OPEN_KEYS.filter((key) => key !== 'staff_second_factor' || typeof value !== 'boolean')
    for (const key of safe.filter((one) => one !== 'staff_second_factor' || value !== null))
      expect((await save({ [key]: value }, version)).status, key).toBeLessThan(500)
  })

  it('没有修改权限的看不到按钮也改不了：审计只看', async () => {
    const auditor = await makeStaffOf(db, 'auditor')
    const { version } = await read(auditor)
    expect((await save({ qq1: '654321' }, version, auditor)).status).toBe(403)
    const clerk = await makeStaffOf(db, 'service')
    expect((await shop.ask('GET', '/api/staff/setting', { cookie: clerk })).status).toBe(403)
  })

  it('证照影像：上传后写进设置，任何人看得到；换掉的不再公开；别的用途的文件不收', async () => {
    const file = await uploaded('site_licence')
    const other = await uploaded('feedback')
    expect((await shop.ask('GET', `/img/licence/${file}`)).status).toBe(404)
    const licence = { name: '营业执照', value: creditCode('520103', 77), until: '2036-01-01' }
    const { version } = await read()
    expect((await save({ licences: [{ ...licence, file: other }] }, version)).data.errors[0].field).toBe('licences')
    expect((await save({ licences: [{ ...licence, file }] }, version)).status).toBe(200)
    const shown = await shop.ask('GET', `/img/licence/${file}`)
    expect([shown.status, shown.headers['content-type']]).toEqual([200, 'image/jpeg'])
    expect((await shop.ask('GET', '/api/global/links')).data.licences).toEqual([
      { name: '营业执照', value: licence.value, url: `/img/licence/${file}` },
    ])
    await save({ licences: [licence] }, (await read()).version)
    expect((await shop.ask('GET', `/img/licence/${file}`)).status).toBe(404)
    expect((await shop.ask('GET', '/api/global/links')).data.licences[0].url).toBe('')
    expect((await shop.ask('GET', '/img/licence/x')).status).toBe(404)
  })
})
