import { read, utils } from '@e965/xlsx'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { atOnce } from '../../../../test/buying.ts'
import { type Buyer, makeCompany, makeGoods, makeStaff } from '../../../../test/fixtures.ts'
import { testShop } from '../../../../test/harness.ts'
import { hasPoppler, pdfFontsEmbedded, pdfPages, pdfSignatures, pdfText } from '../../../../test/poppler.ts'
import { addRow } from '../../../../test/rows.ts'
import { testSigner } from '../../../../test/signer.ts'
import { doTask } from '../../../../test/tasks.ts'
import { upload } from '../../../../test/upload.ts'
import { jobs } from '../../../platform/jobs.ts'
import { transact } from '../../../platform/transact.ts'
import { orderExpiry } from '../../buying/orders/public.ts'
import { askDocument, documentTasks, makePaper } from '../documents/public.ts'
import { FIRST_TRADE_DRAWINGS, firstTradeTasks, tellWhenWhole } from './public.ts'

const NOW = new Date('2026-11-22T02:00:00Z')

const { signer } = await testSigner()
const shop = await testShop({ now: NOW, signer })
const { db, pool } = shop.database
await addRow(db, 'setting', [
  { key: 'supplier', value: JSON.stringify({ name: '示例医药有限公司', address: '武汉市江岸区一号' }) },
  { key: 'bank_account', value: JSON.stringify({ bank: '示例银行武汉分行', number: '6222000000000001' }) },
])
const staff = await makeStaff(db, '质量员甲', '质管')
const manager = await makeStaff(db, '质量负责人乙', '质管')
const onMade = { licence_copy: tellWhenWhole, first_trade: tellWhenWhole, goods_file: tellWhenWhole }
const documents = documentTasks({ database: shop.database, signer, origin: 'https://shop.example', drawings: FIRST_TRADE_DRAWINGS, onMade })
const picture: Buffer = await sharp({ create: { width: 600, height: 400, channels: 3, background: '#fdf6e3' } })
  .jpeg()
  .toBuffer()
const licencePdf = await makePaper({ title: '许可证', author: '示例', footer: '许可证', madeAt: NOW }, (paper) => {
  paper.heading('药品经营许可证')
  paper.page()
  paper.paragraph('许可证第二页的内容')
})

const newCompany = (options = {}) => makeCompany(db, options)
const fileId = async (content = picture, name = '营业执照.jpg') =>
  (await upload(shop, staff, content, { purpose: 'trade_paper', name, path: '/api/staff/file' })).data.id as number
const file = async (body: Record<string, unknown>, content?: Buffer) =>
  shop.ask('POST', '/api/staff/trade_paper', {
    cookie: staff,
    body: { number: '编号1', issuer: '市场监督管理局', is_endless: 1, file_ids: [await fileId(content)], ...body },
  })
const supplier = async (buyer: Buyer) => (await shop.ask('GET', '/api/first_trade/supplier', { cookie: buyer.cookie })).data
const askPack = (buyer: Buyer, body = {}) => shop.ask('POST', '/api/first_trade/pack', { cookie: buyer.cookie, body })
const makeAll = async () => {
  const { rows } = await pool.query("select id from document where state = 'waiting' order by id")
  for (const { id } of rows) await doTask(documents, 'documents.make', { document_id: Number(id) }, NOW)
}
const changed = (id: number) => doTask(firstTradeTasks(shop.database), 'firsttrade.changed', { paper_id: id }, NOW)
const bytesOf = async (url: string, buyer: Buyer) =>
  (await shop.app.inject({ method: 'GET', url, headers: { cookie: `sid=${buyer.cookie}` } })).rawPayload
const zipOf = (buyer: Buyer, query = '') => bytesOf(`/api/first_trade/pack/zip${query}`, buyer)
const messagesOf = async (buyer: Buyer) =>
  (await db.selectFrom('message').where('company_id', '=', buyer.companyId).orderBy('id').select(['title', 'url']).execute()).map(
    ({ title }) => title,
  )
/** What a stored ZIP holds: its files stand as they are. */
function entriesOf(zip: Buffer): Map<string, Buffer> {
  const found = new Map<string, Buffer>()
  for (let at = 0; zip.readUInt32LE(at) === 0x04034b50; ) {
    const [size, name] = [zip.readUInt32LE(at + 18), zip.readUInt16LE(at + 26)]
    const from = at + 30 + name
    found.set(zip.subarray(at + 30, from).toString('utf8'), zip.subarray(from, from + size))
    at = from + size
  }
  return found
}

describe('供货企业资料的登记', () => {
  it('登记即生效；同种再登记替代前一份，两份都在档；两人同时登记只有一份有效', async () => {
    const first = await file({ kind: 'drug_licence', is_endless: 0, expires_on: '2027-01-01', number: '旧证' })
    expect(first).toMatchObject({ status: 200, data: { name: '药品经营许可证', paper_state: 'in_force', state: 'soon', days_left: 40 } })
    const answers = await atOnce([1, 2, 3], 3, async (n) =>
      file({ kind: 'drug_licence', is_endless: 0, expires_on: '2031-01-01', number: `新证${n}` }),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    const { data } = await shop.ask('GET', '/api/staff/trade_paper?all=1', { cookie: staff })
    const licences = data.list.filter((one: { kind: string }) => one.kind === 'drug_licence')
    expect(licences.map((one: { paper_state: string }) => one.paper_state).sort()).toEqual(['in_force', 'replaced', 'replaced', 'replaced'])
    expect(data.missing).toContain('营业执照')
    expect(data.missing).not.toContain('药品经营许可证')
    const audits = await pool.query("select 1 from audit_log where action = 'trade_paper.save'")
    expect(audits.rowCount).toBe(4)
  })

  it('没有有效期的许可证、已过期的、没有姓名的授权书、不存在的种类和商品、买家的文件：各说明原因，什么都不留', async () => {
    const count = async () => (await pool.query('select 1 from trade_paper')).rowCount
    const before = await count()
    const field = async (body: Record<string, unknown>) => {
      const answer = await file(body)
      expect(answer.status).toBe(422)
      return answer.data.errors[0].field
    }
    expect(await field({ kind: 'drug_licence' })).toBe('expires_on')
    expect(await field({ kind: 'drug_licence', is_endless: 0, expires_on: '2026-11-21' })).toBe('expires_on')
    expect(await field({ kind: 'drug_licence', is_endless: 0, expires_on: '2026-02-30' })).toBe('expires_on')
    expect(await field({ kind: 'sales_mandate', is_endless: 0, expires_on: '2027-01-01' })).toBe('holder')
    expect(await field({ kind: 'leaflet' })).toBe('kind')
    expect(await field({ kind: 'leaflet', goods_id: 999_999 })).toBe('goods_id')
    const buyer = await newCompany()
    const theirs = await upload(shop, buyer.cookie, picture, { purpose: 'certificate' })
    expect(await field({ kind: 'business_licence', file_ids: [theirs.data.id] })).toBe('file_ids')
    expect(await count()).toBe(before)
    expect(
      (await shop.ask('POST', '/api/staff/trade_paper', { cookie: buyer.cookie, body: { kind: 'leaflet', file_ids: [1] } })).status,
    ).toBe(401)
  })
})

describe('首营资料包', () => {
  it('每家一份：副本逐页写明只供该企业使用，签名有效；原件一个字节不动；下载留痕', async () => {
    await file({ kind: 'business_licence', number: '91420100TEST' })
    await file({ kind: 'drug_licence', is_endless: 0, expires_on: '2031-01-01', number: '鄂AA0270001' }, licencePdf)
    const [buyer, other] = [await newCompany({ name: '云岭䶮大药房有限公司' }), await newCompany()]
    expect(await supplier(buyer)).toMatchObject({
      supplier: { name: '示例医药有限公司', bank: '示例银行武汉分行' },
      pack: { state: 'none', can_ask: 1, total: 2 },
    })
    expect((await shop.ask('GET', '/api/first_trade/pack/zip', { cookie: buyer.cookie })).status).toBe(404)
    expect(await askPack(buyer)).toMatchObject({ status: 200, data: { state: 'waiting', made: 0, total: 2 } })
    expect((await shop.ask('GET', '/api/first_trade/pack/zip', { cookie: buyer.cookie })).status).toBe(409)
    // Asked for again it is the same one.
    expect((await askPack(buyer)).data.state).toBe('waiting')
    expect((await pool.query('select 1 from document where company_id = $1', [buyer.companyId])).rowCount).toBe(3)
    await makeAll()
    expect((await supplier(buyer)).pack).toMatchObject({ state: 'ready', made: 2, downloaded_at: null })
    expect(await messagesOf(buyer)).toEqual(['首营企业资料包已备好'])

    const files = entriesOf(await zipOf(buyer))
    const names = [...files.keys()]
    expect(names[0]).toBe('清单.xlsx')
    expect(names).toHaveLength(4)
    expect(names[1]).toMatch(/^00_首营企业资料表_SY\d+\.pdf$/)
    expect(names[2]).toMatch(/^01_营业执照副本_ZZ\d+\.pdf$/)
    const book = read(files.get('清单.xlsx'))
    const rows = utils.sheet_to_json<Record<string, string>>(book.Sheets.资料清单 ?? {})
    expect(rows.find((row) => row.资料 === '药品经营许可证')).toMatchObject({
      证照编号: '鄂AA0270001',
      有效期至: '2031-01-01',
      状态: '有效',
      文件: names[3],
    })
    expect(rows.find((row) => row.资料 === '印章印模')).toMatchObject({ 状态: '未提供' })
    expect((await supplier(buyer)).pack.downloaded_at).toBe(NOW.toISOString())

    const kept = await pool.query(
      "select c.content from stored_file f join stored_file_content c on c.file_id = f.id where f.purpose = 'trade_paper' and f.mime = 'application/pdf'",
    )
    expect(kept.rows[0].content.equals(licencePdf)).toBe(true)
    expect((await supplier(other)).papers[0].copy).toBeNull()
    const copy = (await supplier(buyer)).papers[1].copy
    expect((await shop.ask('GET', copy.file_url, { cookie: other.cookie })).status).toBe(404)
    const readers = await shop.ask('GET', `/api/staff/trade_paper/${(await supplier(buyer)).papers[1].id}/readers`, { cookie: staff })
    expect(readers.data.list.find((one: { company_id: number }) => one.company_id === buyer.companyId)).toMatchObject({
      downloads: 1,
      seen_at: null,
    })
    expect(readers.data.list.find((one: { company_id: number }) => one.company_id === other.companyId)).toMatchObject({ downloads: 0 })
    const unseen = await shop.ask('GET', `/api/staff/trade_paper/${(await supplier(buyer)).papers[1].id}/readers?unseen=1`, {
      cookie: staff,
    })
    const waiting = unseen.data.list.map((one: { company_id: number }) => one.company_id)
    expect([waiting.includes(buyer.companyId), waiting.includes(other.companyId)]).toEqual([false, true])
  })

  it.skipIf(!hasPoppler)('副本的每一页都读得到用途声明与原件的内容，签名覆盖全文', async () => {
    const buyer = await newCompany({ name: '江城㛃药房有限公司' })
    await askPack(buyer)
    await makeAll()
    const [, licence] = (await supplier(buyer)).papers
    const bytes = await bytesOf(licence.copy.file_url, buyer)
    const text = pdfText(bytes)
    expect(text.match(/本副本仅供江城㛃药房有限公司办理首营备案使用/g)).toHaveLength(2)
    expect(text).toContain('许可证第二页的内容')
    expect(text).toContain(licence.copy.no)
    expect(pdfSignatures(bytes)).toContain('Signature is Valid')
    expect(pdfSignatures(bytes)).toContain('Total document signed')
    expect(pdfFontsEmbedded(bytes)).not.toContain(false)
    expect(pdfPages(bytes)).toMatchObject({ pages: 2, width: 595.28, height: 841.89 })
    const cover = entriesOf(await zipOf(buyer))
    const list = [...cover].find(([name]) => name.includes('首营企业资料表'))?.[1]
    expect(pdfText(list ?? Buffer.alloc(0))).toContain(licence.copy.no)
  })

  it('证照换新：每家都被告知一次，有资料包的自动换成新副本，旧副本写明被替代；撤下的副本作废', async () => {
    const [with_, without] = [await newCompany(), await newCompany()]
    await askPack(with_)
    await makeAll()
    const before = (await supplier(with_)).papers.find((one: { kind: string }) => one.kind === 'business_licence')
    await shop.ask('POST', '/api/first_trade/seen', { cookie: with_.cookie, body: { ids: [before.id] } })
    const { data: renewed } = await file({ kind: 'business_licence', number: '91420100NEW' })
    expect((await supplier(with_)).pack.state).toBe('stale')
    await changed(renewed.id)
    await changed(renewed.id)
    await makeAll()
    expect(await messagesOf(without)).toEqual(['我司营业执照已更新'])
    expect(await messagesOf(with_)).toEqual(['首营企业资料包已备好', '我司营业执照已更新', '首营企业资料包已备好'])
    const after = await supplier(with_)
    const now = after.papers.find((one: { kind: string }) => one.kind === 'business_licence')
    expect([after.pack.state, now.number, now.is_new, now.copy.version, before.is_new]).toEqual(['ready', '91420100NEW', 1, 2, 1])
    const verified = await shop.ask('GET', `/api${before.copy.verify_url}`)
    expect(verified.data).toMatchObject({ state: 'replaced', replaced_by: now.copy.no })

    const gone = await shop.ask('POST', `/api/staff/trade_paper/${renewed.id}/withdraw`, { cookie: staff, body: { reason: '登记有误' } })
    expect(gone.data).toMatchObject({ paper_state: 'withdrawn' })
    expect(
      (await shop.ask('POST', `/api/staff/trade_paper/${renewed.id}/withdraw`, { cookie: staff, body: { reason: '登记有误' } })).status,
    ).toBe(409)
    expect((await shop.ask('GET', `/api${now.copy.verify_url}`)).data).toMatchObject({ state: 'withdrawn', reason: '登记有误' })
    await changed(renewed.id)
    await makeAll()
    expect((await supplier(with_)).pack).toMatchObject({ state: 'ready', total: 1 })
    expect((await supplier(with_)).pack.missing).toContain('营业执照')
    expect(await messagesOf(without)).toEqual(['我司营业执照已更新', '我司营业执照已撤下'])
  })

  it('同时点几次只做一份；没提交资料的、冻结的不能做，说明原因', async () => {
    const buyer = await newCompany()
    const answers = await atOnce([1, 2, 3, 4], 4, () => askPack(buyer))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const { rows } = await pool.query('select version from document where company_id = $1', [buyer.companyId])
    expect(rows.map(({ version }) => version)).toEqual([1, 1])
    for (const [review_state, why] of [
      [0, '提交企业资料后即可制作资料包'],
      [4, '贵司账户已被冻结，请联系客户经理'],
    ] as const) {
      const stranger = await newCompany({ review_state })
      expect(await askPack(stranger)).toMatchObject({ status: 409, message: why })
      expect((await supplier(stranger)).pack).toMatchObject({ can_ask: 0, why })
    }
    expect((await shop.ask('GET', '/api/first_trade/supplier')).status).toBe(401)
  })

  it('还没审核的企业撤回、改名、再提交，要不出成百套签章的副本：一天有数，第二天照常，别家不受影响', async () => {
    await file({ kind: 'tax_data' })
    const stranger = await newCompany({ review_state: 1 })
    const papers = async () => (await pool.query('select 1 from document where company_id = $1', [stranger.companyId])).rowCount ?? 0
    const askAs = async (name: string) => {
      await pool.query('update company set name = $2 where id = $1', [stranger.companyId, name])
      const answer = await askPack(stranger)
      await pool.query("update document set state = 'withdrawn' where company_id = $1 and state = 'waiting'", [stranger.companyId])
      return answer
    }
    const answers = []
    for (let at = 0; at < 20; at++) answers.push((await askAs(`改名药房${at}`)).status)
    expect(answers).toEqual(Array(20).fill(200))
    const before = await papers()
    expect(await askAs('再改名药房')).toMatchObject({ status: 429, message: '今天制作的资料包已有 20 套，请明天再试，或联系客户经理' })
    expect(await papers()).toBe(before)
    expect((await askPack(await newCompany({ review_state: 1 }))).status).toBe(200)
    shop.clock.now = new Date(NOW.getTime() + 86_400_000)
    expect((await askAs('再改名药房')).status).toBe(200)
    shop.clock.now = NOW
    await pool.query("update document set state = 'withdrawn' where state = 'waiting'")
  })

  it('首营品种：按名称找到，一个品种一份资料包，别家看不到', async () => {
    const goods = await makeGoods(db, { name: '首营测试胶囊', approval_no: '国药准字H20260001' })
    await file({ kind: 'registration', goods_id: goods, is_endless: 0, expires_on: '2030-05-01', number: '国药准字H20260001' })
    await file({ kind: 'leaflet', goods_id: goods })
    const [buyer, other] = [await newCompany(), await newCompany()]
    const find = async (who: Buyer) =>
      (await shop.ask('GET', `/api/first_trade/goods?keywords=${encodeURIComponent('首营测试')}`, { cookie: who.cookie })).data.list
    expect(await find(buyer)).toMatchObject([{ goods_id: goods, approval_no: '国药准字H20260001', pack: { state: 'none', total: 2 } }])
    await askPack(buyer, { goods_id: goods })
    await makeAll()
    expect((await find(buyer))[0].pack.state).toBe('ready')
    expect((await find(other))[0].pack.state).toBe('none')
    expect(await messagesOf(buyer)).toEqual(['首营测试胶囊的首营品种资料已备好'])
    const names = [...entriesOf(await zipOf(buyer, `?goods_id=${goods}`)).keys()]
    expect(names[1]).toMatch(/首营品种资料表 首营测试胶囊_PZ/)
    expect((await shop.ask('GET', `/api/first_trade/pack/zip?goods_id=${goods}`, { cookie: other.cookie })).status).toBe(404)
    expect((await askPack(await newCompany({ review_state: 1 }), { goods_id: goods })).status).toBe(409)
    expect((await askPack(buyer, { goods_id: 999_999 })).status).toBe(404)
  })

  it('一家买家不能让别人等：同时在制的品种资料有数，做好了可以再申请；退款等先于一切单据，发货单据先于成批的资料', async () => {
    const [buyer, other] = [await newCompany(), await newCompany()]
    const goods: number[] = []
    const kinds = ['registration', 'standard', 'leaflet']
    for (let at = 0; at < 17; at++) {
      const goodsId = await makeGoods(db, { name: `成批测试胶囊${at}` })
      goods.push(goodsId)
      // As staff file them, without a file each: sixty an hour is what one of the staff uploads.
      for (const kind of kinds)
        await pool.query(`insert into trade_paper (series, goods_id, kind, created_at, created_by) values (0, $1, $2, $3, '质管')`, [
          goodsId,
          kind,
          NOW,
        ])
      await pool.query('update trade_paper set series = id where goods_id = $1', [goodsId])
    }
    const asked: number[] = []
    for (const goods_id of goods) asked.push((await askPack(buyer, { goods_id })).status)
    expect(asked.slice(0, 15)).toEqual(Array(15).fill(200))
    expect(asked.slice(15)).toEqual([429, 429])
    expect((await askPack(other, { goods_id: goods[16] })).status).toBe(200)
    await pool.query("update document set state = 'withdrawn' where company_id = $1", [buyer.companyId])
    expect((await askPack(buyer, { goods_id: goods[16] })).status).toBe(200)

    await transact(db, (trx) =>
      askDocument(trx, { kind: 'delivery_note', subject: 'shipment:0', companyId: null, title: '随货同行单', snapshot: {} }, '仓库', NOW),
    )
    await jobs.enqueue(db, orderExpiry, { order_id: 1 })
    const { rows } = await pool.query(
      `select coalesce(d.kind, j.task_identifier) as what, j.priority from graphile_worker.jobs j
         left join document d on j.key = 'document:' || d.id
        where d.kind in ('delivery_note', 'licence_copy', 'goods_file') or j.task_identifier = 'orders.expire' group by 1, 2 order by 2, 1`,
    )
    await pool.query("update document set state = 'withdrawn' where state = 'waiting'")
    expect(rows.map(({ what }) => what)).toEqual(['orders.expire', 'delivery_note', 'goods_file', 'licence_copy'])
    expect(new Set(rows.map(({ priority }) => priority)).size).toBe(3)
  })

  it('小图只给供货企业资料，不给别的文件', async () => {
    const buyer = await newCompany()
    const mine = await upload(shop, buyer.cookie, picture, { purpose: 'certificate' })
    expect((await shop.ask('GET', `/api/first_trade/picture/${mine.data.id}`, { cookie: buyer.cookie })).status).toBe(404)
    const loose = await fileId()
    expect((await shop.ask('GET', `/api/first_trade/picture/${loose}`, { cookie: buyer.cookie })).status).toBe(404)
    const { data } = await file({ kind: 'tax_data' })
    const answer = await shop.app.inject({
      method: 'GET',
      url: `/api/first_trade/picture/${data.files[0].id}`,
      headers: { cookie: `sid=${buyer.cookie}` },
    })
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/webp'])
    await shop.ask('POST', `/api/staff/trade_paper/${data.id}/withdraw`, { cookie: staff, body: { reason: '登记有误' } })
    const url = `/api/first_trade/picture/${data.files[0].id}`
    expect((await shop.ask('GET', url, { cookie: buyer.cookie })).status, '撤下的').toBe(404)
  })
})

describe('购货企业的首营资料', () => {
  const answers = {
    quality_head: '陈溪',
    quality_phone: '027-88888888',
    system: '是',
    acceptance: '是',
    storage: '是',
    cold: '不适用',
    special: '是',
    trace: '是',
    recall: '是',
    punished: '否',
  }
  const send = (buyer: Buyer, change = {}) =>
    shop.ask('POST', '/api/first_trade/questionnaire', {
      cookie: buyer.cookie,
      body: { answers: { ...answers, ...change }, filled_by: '陈溪', filled_title: '质量负责人' },
    })

  it('调查表：漏填的逐项指出；退回写明原因并告知；再交一次可通过；别家看不到', async () => {
    const [buyer, other] = [await newCompany(), await newCompany()]
    const wrong = await send(buyer, { system: '也许', recall: '', punished: '是' })
    expect(wrong.data.errors.map(({ field }: { field: string }) => field)).toEqual([
      'answers.system',
      'answers.recall',
      'answers.punished_note',
    ])
    expect((await send(buyer, { unknown: '不问的' })).data).toMatchObject({ state: 'sent', answers })
    const decide = (body: object) => shop.ask('POST', `/api/staff/first_trade/${buyer.companyId}/questionnaire`, { cookie: staff, body })
    expect((await decide({ decision: 'reject' })).status).toBe(422)
    expect((await decide({ decision: 'reject', reason: '请写明执业药师' })).data.state).toBe('returned')
    expect(await messagesOf(buyer)).toEqual(['质量体系调查表需要补充'])
    expect((await decide({ decision: 'pass' })).status).toBe(409)
    await send(buyer, { pharmacist: '李明 123' })
    expect((await decide({ decision: 'pass' })).data.state).toBe('accepted')
    expect((await shop.ask('GET', '/api/first_trade/questionnaire', { cookie: other.cookie })).data.state).toBe('none')
  })

  it('首营审批的意见印不出来的，写的时候就拒绝', async () => {
    const path = `/api/staff/first_trade/${(await newCompany()).companyId}`
    const check = (opinion: string) => shop.ask('POST', `${path}/check`, { cookie: staff, body: { opinion } })
    const decide = (body: object) => shop.ask('POST', `${path}/decide`, { cookie: manager, body })
    expect((await check('资料齐全😀')).data.errors).toMatchObject([{ field: 'opinion', message: expect.stringContaining('印不出来') }])
    expect((await check('资料齐全')).status).toBe(200)
    expect((await decide({ decision: 'reject', reason: '不清楚😀' })).data.errors).toMatchObject([{ field: 'reason' }])
    expect((await decide({ decision: 'pass' })).status).toBe(200)
  })

  it('首营审批两步两人：同一人不能审批自己的审核；批准后生成审批表，买家看不到', async () => {
    const buyer = await newCompany({ name: '审批测试药房有限公司' })
    const path = `/api/staff/first_trade/${buyer.companyId}`
    const seller = await makeStaff(db, '销售员丙')
    const sold = [
      await shop.ask('POST', `${path}/check`, { cookie: seller, body: { opinion: '资料齐全' } }),
      await shop.ask('POST', `${path}/decide`, { cookie: seller, body: { decision: 'pass' } }),
    ]
    expect(sold.map(({ status, message }) => [status, message])).toEqual([
      [403, '您的岗位没有“首营审核（质量部门）”的权限'],
      [403, '您的岗位没有“首营审批（质量负责人）”的权限'],
    ])
    expect((await shop.ask('POST', `${path}/decide`, { cookie: manager, body: { decision: 'pass' } })).status).toBe(409)
    const checks = await atOnce([1, 2], 2, () => shop.ask('POST', `${path}/check`, { cookie: staff, body: { opinion: '资料齐全' } }))
    expect(checks.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await shop.ask('POST', `${path}/decide`, { cookie: staff, body: { decision: 'pass' } })).status).toBe(403)
    // Whose step is next finds it among what waits.
    const waiting = async () =>
      (await shop.ask('GET', '/api/staff/companies?queue=first_trade', { cookie: manager })).data.list.map((one: { id: number }) => one.id)
    expect(await waiting()).toContain(buyer.companyId)
    const { data } = await shop.ask('POST', `${path}/decide`, { cookie: manager, body: { decision: 'pass' } })
    expect(await waiting()).not.toContain(buyer.companyId)
    expect(data).toMatchObject({ state: 'approved', checked_by: '质量员甲', decided_by: '质量负责人乙', document: { state: 'waiting' } })
    await makeAll()
    const made = (await shop.ask('GET', path, { cookie: staff })).data.document
    expect(made.state).toBe('valid')
    expect((await shop.ask('GET', made.file_url, { cookie: buyer.cookie })).status).toBe(404)
    expect((await shop.ask('GET', path, { cookie: buyer.cookie })).status).toBe(401)
  })
})

describe('电子资料首页', () => {
  it('有更新的资料、未下载的单据、未读消息各在自己的入口；看过下载过就不再提示', async () => {
    const buyer = await newCompany()
    const home = async () =>
      Object.fromEntries(
        (await shop.ask('GET', '/api/exchange', { cookie: buyer.cookie })).data.sections.map((one: { key: string }) => [one.key, one]),
      )
    const { papers } = await supplier(buyer)
    expect((await home()).supplier).toMatchObject({ fresh: papers.length, news: `${papers.length} 份供货企业资料有更新` })
    await shop.ask('POST', '/api/first_trade/seen', { cookie: buyer.cookie, body: { ids: papers.map(({ id }: { id: number }) => id) } })
    expect((await home()).supplier).toMatchObject({ fresh: 0, news: '' })
    await askPack(buyer)
    await makeAll()
    expect((await home()).supplier).toMatchObject({ fresh: 1, news: '首营企业资料包已备好' })
    const { latest } = (await shop.ask('GET', '/api/exchange', { cookie: buyer.cookie })).data
    expect(latest.map(({ kind }: { kind: string }) => kind)).toEqual(['first_trade'])
    const poor = await newCompany({ without: ['business_licence'] })
    const { data } = await shop.ask('GET', '/api/exchange', { cookie: poor.cookie })
    expect(data.sections.find((one: { key: string }) => one.key === 'first_trade')).toMatchObject({ fresh: 1, urgent: 1 })
  })
})
