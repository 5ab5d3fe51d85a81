import { read, utils } from '@e965/xlsx'
import { beforeEach, describe, expect, it } from 'vitest'
import { makePhoto } from '../../../../test/after-sales.ts'
import { atOnce, makeAddress } from '../../../../test/buying.ts'
import { type Buyer, makeCompany, makeGoods, makeStaff, nameSupplier } from '../../../../test/fixtures.ts'
import { testShop } from '../../../../test/harness.ts'
import { hasPoppler, pdfText } from '../../../../test/poppler.ts'
import { receive, receivingForm, sentOrder } from '../../../../test/receiving.ts'
import { addRow, changeRow } from '../../../../test/rows.ts'
import { doTask } from '../../../../test/tasks.ts'
import { filesInZip } from '../../../../test/zip.ts'
import { transact } from '../../../platform/transact.ts'
import { askDocument, type Drawings, documentTasks } from '../../papers/documents/public.ts'
import { keepMadeFile } from '../../who/files/public.ts'
import { drawRecord, packTasks } from './public.ts'

const NOW = new Date('2026-11-21T02:00:00Z')
const DAY_MS = 86_400_000
let buyer: Buyer
let address: number

const note = (snapshot: { text: string }) => ({ write: (paper: { paragraph: (text: string) => void }) => paper.paragraph(snapshot.text) })
const drawings: Drawings = {
  delivery_note: note,
  delivery_form: note,
  outbound: note,
  cold_chain: note,
  inspection: note,
  receiving_record: drawRecord,
}

const shop = await testShop({ now: NOW })
const { db, pool } = shop.database
await nameSupplier(db)
const staff = await makeStaff(db)
const tasks = documentTasks({ database: shop.database, signer: null, origin: 'https://shop.example', drawings, onMade: {} })
beforeEach(async () => {
  shop.clock.now = NOW
  buyer = await makeCompany(db, { balance: '90000.00' })
  address = await makeAddress(db, buyer.companyId)
})

const who = () => ({ buyer, address, staff })
const order = async (name = '阿莫西林胶囊', values: Parameters<typeof makeGoods>[1] = {}) =>
  sentOrder(shop, who(), [{ goods_id: await makeGoods(db, { price: '10.00', name, ...values }), number: 50 }], '512.00')
const shipmentId = async (orderId: number) =>
  (await db.selectFrom('shipment').select('id').where('order_id', '=', orderId).executeTakeFirstOrThrow()).id
const documentOf = async (subject: string, kind: string) =>
  db.selectFrom('document').select(['id', 'no']).where('subject', '=', subject).where('kind', '=', kind).executeTakeFirstOrThrow()
/** The note of an order, made; what ships an order asks for it in the shop. */
async function makeNote(orderId: number, kind: 'delivery_note' | 'cold_chain' = 'delivery_note', companyId = buyer.companyId) {
  const subject = `shipment:${await shipmentId(orderId)}`
  await transact(db, (trx) =>
    askDocument(trx, { kind, subject, companyId, title: '随货同行单', snapshot: { text: '随货' } }, '系统', shop.clock.now),
  )
  const made = await documentOf(subject, kind)
  await doTask(tasks, 'documents.make', { document_id: made.id }, shop.clock.now)
  return made
}
const ask = (url: string, cookie = buyer.cookie) => shop.ask('GET', url, { cookie })
const bytes = async (url: string, cookie = buyer.cookie) =>
  (await shop.app.inject({ method: 'GET', url, headers: { cookie: `sid=${cookie}` } })).rawPayload
const sheet = (book: Buffer, at = 0): string[][] => {
  const { Sheets, SheetNames } = read(book)
  return utils.sheet_to_json(Sheets[SheetNames[at] ?? ''] ?? {}, { header: 1, raw: false, defval: '' })
}

describe('电子出库单', () => {
  it('按状态、日期、订单号、单号、批号和品名都找得到；别家看不到', async () => {
    const first = await order('阿莫西林胶囊')
    const second = await order('布洛芬缓释胶囊')
    const { no } = await makeNote(first)
    const form = (await receivingForm(shop, buyer.cookie, first)).data
    const ids = async (query: string) =>
      ((await ask(`/api/delivery_note/list?${query}`)).data.list as { order_id: number }[]).map((one) => one.order_id).sort()
    expect(await ids('')).toEqual([first, second].sort())
    for (const words of [form.order_no, no, no.toLowerCase(), form.lines[0].batch_no, '阿莫西林'])
      expect(await ids(`keywords=${encodeURIComponent(words)}`), words).toEqual([first])
    expect(await ids('keywords=没有的东西')).toEqual([])
    expect(await ids('start_time=2026-11-21&end_time=2026-11-21')).toHaveLength(2)
    expect(await ids('end_time=2026-11-20')).toEqual([])
    await receive(shop, buyer.cookie, first, { lines: [{ id: form.lines[0].id, accepted: 48, short: 2 }] })
    await receive(shop, buyer.cookie, second)
    expect(await ids('state=differs')).toEqual([first])
    expect(await ids('state=received')).toEqual([second])
    expect(await ids('state=to_receive')).toEqual([])
    const { data } = await ask('/api/delivery_note/list')
    expect(data.counts.map((one: { count: number }) => one.count)).toEqual([2, 0, 1, 1])
    const other = await makeCompany(db)
    expect((await ask('/api/delivery_note/list', other.cookie)).data).toMatchObject({ list: [], total: 0, papers: 0 })
    expect((await ask('/api/delivery_note/list?start_time=2026-02-30')).status).toBe(422)
  })

  it('每一行带着它的单据：随货同行单、验收记录；更正后只列最新一版', async () => {
    const id = await order()
    await makeNote(id)
    await receive(shop, buyer.cookie, id)
    const { data } = await ask('/api/delivery_note/list')
    const [row] = data.list
    expect(row.documents.map((one: { kind: string }) => one.kind).sort()).toEqual([
      'delivery_form',
      'delivery_note',
      'outbound',
      'receiving_record',
    ])
    expect(row).toMatchObject({ state: 'received', summary: '合格 50', can_receive: 0, amount: '500.00', number: 50 })
    expect(data.papers).toBe(1)
    expect((await ask('/api/delivery_note/list?start_time=2026-11-21')).data.papers).toBe(1)
    expect((await ask('/api/delivery_note/list?start_time=2026-11-22')).data.papers).toBe(0)
  })

  it('各状态下可打包的单据数相加等于全部；还没做好的不算', async () => {
    const [received, differing, coming] = [await order(), await order(), await order()]
    for (const id of [received, differing, coming]) await makeNote(id)
    await makeNote(received, 'cold_chain')
    await order()
    const papers = async (query: string) => (await ask(`/api/delivery_note/list?${query}`)).data.papers
    expect(await papers('')).toBe(4)
    expect(await papers('state=received')).toBe(0)
    await receive(shop, buyer.cookie, received)
    const { lines } = (await receivingForm(shop, buyer.cookie, differing)).data
    await receive(shop, buyer.cookie, differing, { lines: [{ id: lines[0].id, accepted: 48, short: 2 }] })
    const states = ['received', 'differs', 'to_receive'].map((state) => `state=${state}`)
    expect(await Promise.all(states.map(papers))).toEqual([2, 1, 1])
    expect(await Promise.all(states.map((state) => papers(`${state}&start_time=2026-11-21`)))).toEqual([2, 1, 1])
  })

  it('Excel 明细：每个批号一行，文字不会变成公式，验收结果随行；合计等于实付', async () => {
    const id = await order('=阿莫西林', { stock: 200 })
    const { no } = await makeNote(id)
    const form = (await receivingForm(shop, buyer.cookie, id)).data
    await receive(shop, buyer.cookie, id, { lines: [{ id: form.lines[0].id, accepted: 47, short: 3 }] })
    const rows = sheet(await bytes('/api/delivery_note/export'))
    const [head = [], line = []] = rows
    const cell = (title: string) => line[head.indexOf(title)]
    expect(rows).toHaveLength(2)
    expect(cell('随货同行单号')).toBe(no)
    expect(cell('商品名称')).toBe('=阿莫西林')
    expect(cell('供货单位')).toBe('示例医药有限公司')
    expect([cell('发货数量'), cell('实付金额'), cell('验收合格'), cell('差异')]).toEqual(['50', '500.00', '47', '短少 3'])
    const other = await makeCompany(db)
    expect(sheet(await bytes('/api/delivery_note/export', other.cookie))).toHaveLength(1)
  })

  it('扫商品条形码找得到发过这个商品的出库单：箱上的 14 位码也行，别家买的不算，码不全的不算', async () => {
    const barcode = '6901234500017'
    const mine = await order('扫码商品', { barcode })
    await order('别的商品', { barcode: '6901234500024' })
    const other = await makeCompany(db, { balance: '90000.00' })
    const theirs = { buyer: other, address: await makeAddress(db, other.companyId), staff }
    const goods = await db.selectFrom('goods').select('id').where('barcode', '=', barcode).executeTakeFirstOrThrow()
    await sentOrder(shop, theirs, [{ goods_id: goods.id, number: 50 }], '512.00')
    const ids = async (words: string) =>
      ((await ask(`/api/delivery_note/list?keywords=${words}`)).data.list as { order_id: number }[]).map((one) => one.order_id)
    expect(await ids(barcode)).toEqual([mine])
    expect(await ids(`0${barcode}`)).toEqual([mine])
    expect(await ids('690123450001')).toEqual([])
    expect(await ids('6901234500031')).toEqual([])
  })

  it('追溯码：按码找得到出库单，并在第二张表里导出；退回的码不再算这家的', async () => {
    const id = await order()
    const form = (await receivingForm(shop, buyer.cookie, id)).data
    for (const [at, code] of ['81000010000000000001', '81000010000000000002', '81000010000000000003'].entries())
      await pool.query(
        `insert into trace_code (code, order_line_batch_id, order_id, company_id, goods_id, taken_at, taken_by, returned_at)
         values ($1, $2, $3, $4, $5, $6, '系统', $7)`,
        [
          `${code.slice(0, 12)}${String(id).padStart(7, '0')}${at}`,
          form.lines[0].id,
          id,
          buyer.companyId,
          form.lines[0].goods_id,
          NOW,
          at === 2 ? NOW : null,
        ],
      )
    const code = `810000100000${String(id).padStart(7, '0')}0`
    expect((await ask(`/api/delivery_note/list?keywords=${code}`)).data.list).toMatchObject([{ order_id: id }])
    expect((await ask(`/api/delivery_note/list?keywords=${code}`, (await makeCompany(db)).cookie)).data.list).toEqual([])
    const traces = sheet(await bytes(`/api/delivery_note/export?keywords=${code}`), 1)
    expect(traces.slice(1).map((row) => row.at(-1))).toEqual([code, `${code.slice(0, 19)}1`])
  })
})

describe('验收记录单', () => {
  it.skipIf(!hasPoppler)('写明供货单位、批号、到货与合格数量、不合格事项和处置措施，收货人和验收员', async () => {
    const id = await order('复方䶮芪颗粒', { holder: '持有人药业有限公司', approval_no: '国药准字Z20260001' })
    const { no } = await makeNote(id)
    const [line] = (await receivingForm(shop, buyer.cookie, id)).data.lines
    const answer = await receive(shop, buyer.cookie, id, {
      lines: [{ id: line.id, accepted: 46, short: 1, damaged: 3, note: '外箱压损' }],
      damaged_files: [await makePhoto(db, buyer.companyId)],
    })
    const record = (await receivingForm(shop, buyer.cookie, id)).data.record
    await doTask(tasks, 'documents.make', { document_id: record.document.id }, shop.clock.now)
    const made = (await receivingForm(shop, buyer.cookie, id)).data.record.document
    expect(made.state).toBe('valid')
    const text = pdfText(await bytes(made.file_url)).replaceAll(/\s/g, '')
    for (const words of [
      '药品收货验收记录',
      '示例医药有限公司',
      '复方䶮芪颗粒',
      '持有人药业有限公司',
      '国药准字Z20260001',
      line.batch_no,
      line.expiry_date,
      no,
      '外箱压损',
      '存放退货区',
      answer.data.after_sales[0].no,
      '王收货',
      '李验收',
    ])
      expect(text, words).toContain(words)
    // 50 sent, one never came: 49 arrived, 46 are good.
    expect(text).toMatch(/盒4946短少1/)
    const other = await makeCompany(db)
    expect((await ask(made.file_url, other.cookie)).status).toBe(404)
  })
})

describe('本单全部资料', () => {
  it('一键下载：随货单、恰好这些批号的检验报告、发票、合同、验收记录；清单写明有什么、缺什么', async () => {
    const id = await order('阿莫西林胶囊', { cold_chain: false })
    const [line] = (await receivingForm(shop, buyer.cookie, id)).data.lines
    await shop.jobs.runDue(['documents.make'])
    const { no } = await documentOf(`shipment:${await shipmentId(id)}`, 'delivery_note')
    const before = (await ask(`/api/order/${id}/papers`)).data
    expect(before.list.map((one: { group: string; missing: string }) => [one.group, one.missing !== ''])).toEqual([
      ['随货单据', false],
      ['随货单据', false],
      ['检验报告', true],
      ['发票', true],
      ['合同', true],
      ['收货', true],
    ])
    await makeReport(line.goods_id, line.batch_no)
    // A report of another batch of the same goods is none of this order's.
    await makeReport(line.goods_id, 'ANDERE')
    await makeContract()
    await shop.jobs.runDue(['invoices.work'])
    await receive(shop, buyer.cookie, id)
    const record = await documentOf(
      `receiving:${(await db.selectFrom('receiving').select('id').where('order_id', '=', id).executeTakeFirstOrThrow()).id}`,
      'receiving_record',
    )
    await doTask(tasks, 'documents.make', { document_id: record.id }, shop.clock.now)
    const { data } = await ask(`/api/order/${id}/papers`)
    expect(data, JSON.stringify(data)).toMatchObject({ missing: 0, there: 6, at_once: 1 })
    const files = filesInZip(await bytes(`/api/order/${id}/papers/zip`))
    const names = [...files.keys()]
    expect(names[0]).toBe('清单.xlsx')
    expect(names).toContain(`随货单据/随货同行单_${no}.pdf`)
    expect(names).toContain(`检验报告/阿莫西林胶囊_${line.batch_no}_检验报告_BG-${line.batch_no}.pdf`)
    expect(names.some((name) => name.includes('ANDERE'))).toBe(false)
    expect(names).toHaveLength(7)
    for (const [name, content] of files) if (name.endsWith('.pdf')) expect(content.subarray(0, 5).toString(), name).toBe('%PDF-')
    const list = sheet(files.get('清单.xlsx') ?? Buffer.alloc(0))
    expect(list.slice(1).map((row) => [row[0], row[5]])).toEqual([
      ['随货单据', '已包含'],
      ['随货单据', '已包含'],
      ['检验报告', '已包含'],
      ['发票', '已包含'],
      ['合同', '已包含'],
      ['收货', '已包含'],
    ])
    const { rows } = await pool.query("select count(*)::int as count from document_download where company_id = $1 and way = 'zip'", [
      buyer.companyId,
    ])
    expect(rows[0].count).toBe(6)
  })

  it('缺的写进清单并说明原因；随货单还在制作、冷链单没有，都如实写', async () => {
    const id = await order('冷藏注射液', { cold_chain: true })
    const { data } = await ask(`/api/order/${id}/papers`)
    const missing = Object.fromEntries(data.list.map((one: { name: string; missing: string }) => [one.name, one.missing]))
    expect(missing.随货同行单).toContain('正在制作')
    expect(missing.冷链运输交接单).toContain('正在制作')
    expect((await ask(`/api/order/${id}/papers/zip`)).status).toBe(409)
    await makeNote(id, 'cold_chain')
    const list = sheet(filesInZip(await bytes(`/api/order/${id}/papers/zip`)).get('清单.xlsx') ?? Buffer.alloc(0))
    expect(list.find((row) => row[1] === '检验报告')?.slice(5)).toEqual(['缺', '', '该批号的检验报告尚未收录，可在检验报告页索取'])
  })

  it('别家的订单不存在；未发货的订单说明何时有', async () => {
    const id = await order()
    const other = await makeCompany(db)
    for (const url of [`/api/order/${id}/papers`, `/api/order/${id}/papers/zip`]) {
      expect((await ask(url, other.cookie)).status, url).toBe(404)
      expect((await ask(url, '')).status, url).toBe(401)
    }
    expect((await shop.ask('POST', '/api/pack', { cookie: other.cookie, body: { order_id: id } })).status).toBe(404)
    await changeRow(db, 'orders', id, { status: 'picking' })
    expect((await ask(`/api/order/${id}/papers`)).data).toMatchObject({ list: [], why: '订单拣货中，发货后形成随货单据' })
  })
})

describe('超过五十份的打包', () => {
  it('五十一份不能一次下载，改为任务：打好后消息告知，一份不少，过七天清掉', async () => {
    const id = await order()
    await makeNote(id)
    await manyNotes(id, 50)
    const direct = await ask('/api/delivery_note/zip')
    expect(direct.status).toBe(409)
    expect(direct.message).toContain('51')
    // Pressed three times it is one pack.
    const asked = await atOnce([1, 2, 3], 3, () => shop.ask('POST', '/api/pack', { cookie: buyer.cookie, body: {} }))
    expect(new Set(asked.map((one) => one.data.id)).size).toBe(1)
    expect((await ask('/api/delivery_note/list')).data.packs).toMatchObject([{ state: 'waiting', file_url: '' }])
    await shop.jobs.runDue(['receiving.pack'])
    const [pack] = (await ask('/api/delivery_note/list')).data.packs
    expect(pack).toMatchObject({ state: 'ready', note: '共 51 份' })
    const files = filesInZip(await bytes(pack.file_url))
    expect([...files.keys()].filter((name) => name.endsWith('.pdf'))).toHaveLength(51)
    const messages = await db.selectFrom('message').select(['title', 'url']).where('company_id', '=', buyer.companyId).execute()
    expect(messages).toContainEqual({ title: '资料已打包完成', url: '/dzckd' })
    const other = await makeCompany(db)
    expect((await ask(pack.file_url, other.cookie)).status).toBe(404)
    // Once more, by a job that was given back: nothing twice.
    await doTask(packTasks(shop.database), 'receiving.pack', { pack_id: pack.id }, NOW)
    expect((await db.selectFrom('stored_file').select('id').where('subject', '=', `pack:${pack.id}`).execute()).length).toBe(1)
    await doTask(packTasks(shop.database), 'receiving.packs_clear', {}, new Date(NOW.getTime() + 8 * DAY_MS))
    expect((await ask('/api/delivery_note/list')).data.packs).toEqual([])
    expect((await db.selectFrom('stored_file').select('id').where('subject', '=', `pack:${pack.id}`).execute()).length).toBe(0)
  })

  it('换着日期申请打包：同时最多三个在排队，一天最多二十个，只留最近五个的文件；别家不受影响', async () => {
    const id = await order()
    await makeNote(id)
    const wish = (day: number) =>
      shop.ask('POST', '/api/pack', { cookie: buyer.cookie, body: { start_time: `2026-10-${String(day).padStart(2, '0')}` } })
    const first = await atOnce([1, 2, 3, 4, 5, 6], 6, wish)
    expect(first.map((one) => one.code).sort()).toEqual([200, 200, 200, 429, 429, 429])
    for (let day = 7; day < 24; day++) {
      await shop.jobs.runDue(['receiving.pack'])
      expect((await wish(day)).code).toBe(200)
    }
    await shop.jobs.runDue(['receiving.pack'])
    expect(await wish(25)).toMatchObject({ code: 429, message: '今天申请打包已达 20 次，请明天再试，或缩小范围直接下载' })
    const { rows } = await pool.query<{ count: number }>(
      `select count(*)::int as count from stored_file where company_id = $1 and subject like 'pack:%'`,
      [buyer.companyId],
    )
    expect(rows[0]?.count).toBe(5)
    const other = await makeCompany(db)
    expect((await shop.ask('POST', '/api/pack', { cookie: other.cookie, body: {} })).message).toBe('没有可以打包的单据')
  })

  it('五十份以内直接下载，没有单据时说没有', async () => {
    expect((await ask('/api/delivery_note/zip')).status).toBe(409)
    expect((await shop.ask('POST', '/api/pack', { cookie: buyer.cookie, body: {} })).message).toBe('没有可以打包的单据')
    const id = await order()
    const { no } = await makeNote(id)
    const files = filesInZip(await bytes('/api/delivery_note/zip?start_time=2026-11-01&end_time=2026-11-30'))
    expect([...files.keys()]).toEqual(['清单.xlsx', expect.stringContaining(no)])
    const other = await makeCompany(db)
    expect((await ask('/api/delivery_note/zip', other.cookie)).status).toBe(409)
  })
})

/** Papers of an order that the shop made on one day, without drawing each. */
async function manyNotes(orderId: number, count: number): Promise<void> {
  const fileId = await keepMadeFile(
    db,
    {
      companyId: buyer.companyId,
      purpose: 'document',
      subject: 'test',
      name: '单.pdf',
      mime: 'application/pdf',
      content: Buffer.from('%PDF-1.7'),
    },
    NOW,
  )
  await pool.query(
    `with kept as (
       insert into stored_file (company_id, purpose, subject, name, mime, size, sha256)
       select company_id, purpose, subject, name, mime, size, sha256 from stored_file, generate_series(1, $3) where id = $1 returning id
     ), bytes as (
       insert into stored_file_content (file_id, content) select kept.id, c.content from kept, stored_file_content c where c.file_id = $1
     ), orders_made as (
       insert into orders (no, checkout_id, company_id, account_id, warehouse_id, status, goods_amount, payable_amount, receiver, invoice_kind, shipped_at)
       select 'M' || kept.id, o.checkout_id, o.company_id, o.account_id, o.warehouse_id, 'shipped', 0, 0, '{}', 'normal', $4::timestamptz
         from kept, orders o where o.id = $2 returning id, no
     ), sent as (
       insert into shipment (order_id, carrier, waybill, shipped_at) select id, '自营', no, $4::timestamptz from orders_made returning id, waybill
     )
     insert into document (no, check_code, kind, subject, company_id, title, day, snapshot, state, file_id, sha256, asked_at, asked_by, made_at)
     select 'SH20261121' || kept.id || 'X', 'AAAAAAAAAA', 'delivery_note', 'shipment:' || sent.id, $5, '随货同行单', '2026-11-21', '{}', 'valid',
            kept.id, 'x', $4::timestamptz, '系统', $4::timestamptz
       from sent join kept on sent.waybill = 'M' || kept.id`,
    [fileId, orderId, count, NOW, buyer.companyId],
  )
}

async function makeContract(): Promise<void> {
  const content = Buffer.from('%PDF-1.7 contract')
  const fileId = await keepMadeFile(
    db,
    { companyId: buyer.companyId, purpose: 'document', subject: 'contract:1', name: '协议.pdf', mime: 'application/pdf', content },
    NOW,
  )
  await addRow(db, 'contract_signature', {
    no: `HT${buyer.companyId}`,
    company_id: buyer.companyId,
    account_id: buyer.accountId,
    version: 1,
    signer_name: '王',
    signer_title: '经理',
    sha256: Buffer.from('x'),
    valid_from: '2026-01-01',
    valid_until: '2026-12-31',
    ip: '',
    signed_at: NOW,
    file_id: fileId,
  })
}

/** A report that quality has released, as an unsigned scan that the shop has stamped. */
async function makeReport(goodsId: number, batchNo: string): Promise<void> {
  const subject = `report:${goodsId}:${batchNo}`
  const asked = { kind: 'inspection', subject, companyId: null, title: '检验报告', snapshot: { text: '检验报告' } } as const
  await transact(db, (trx) => askDocument(trx, asked, '系统', NOW))
  const made = await documentOf(subject, 'inspection')
  await doTask(tasks, 'documents.make', { document_id: made.id }, NOW)
  const fileId = await keepMadeFile(
    db,
    { companyId: null, purpose: 'document', subject, name: '原件.pdf', mime: 'application/pdf', content: Buffer.from('%PDF-1.7 scan') },
    NOW,
  )
  await pool.query(
    `insert into batch_document (goods_id, batch_no, kind, file_id, sha256, file_name, signed, report_no, state, way, uploaded_at, uploaded_by, document_id)
     values ($1, $2, 'report', $3, $4, '原件.pdf', false, $5, 'released', 'upload', $6, '质管', $7)`,
    [goodsId, batchNo, fileId, Buffer.from(subject), `BG-${batchNo}`, NOW, made.id],
  )
}
