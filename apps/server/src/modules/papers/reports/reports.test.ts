import { createHash } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { reportSeen } from '#domain/reports.ts'
import { atOnce } from '../../../../test/buying.ts'
import { type Buyer, makeCompany, makeGoods, makeStaff, makeStock, nameSupplier } from '../../../../test/fixtures.ts'
import { testShop } from '../../../../test/harness.ts'
import { pdfOf, scriptedPdfs } from '../../../../test/hostile.ts'
import { type Sent, scanOf, signedReport, uploadReports } from '../../../../test/maker-reports.ts'
import { makeOrder } from '../../../../test/past-orders.ts'
import { hasPoppler, pdfFontsEmbedded, pdfPages, pdfSignatures, pdfText } from '../../../../test/poppler.ts'
import { testSigner } from '../../../../test/signer.ts'
import { LIVE_CHANNEL } from '../../../platform/live.ts'

const NOW = new Date('2026-11-22T02:00:00Z')
let goods: { id: number; code: string; batchNo: string; batchId: number }
let serial = 0

const { signer } = await testSigner()
const shop = await testShop({ now: NOW, signer })
const { db, pool } = shop.database
await nameSupplier(db)
const clerk = await makeStaff(db, '王采购')
const quality = await makeStaff(db, '周质管', '质管')
const buyer = await makeCompany(db)

beforeEach(async () => {
  const number = ++serial
  goods = { id: 0, code: `YP${number}`, batchNo: `P${number}A`, batchId: 0 }
  goods.id = await makeGoods(db, { code: goods.code, name: `阿莫西林胶囊${number}`, manufacturer: '甲制药有限公司', stock: 0 })
  const [batchId = 0] = await makeStock(db, goods.id, [
    { available: 100, batchNo: goods.batchNo, expiry: '2028-06-30', production: '2026-07-01' },
  ])
  goods.batchId = batchId
  await shop.search.refresh()
})

const take = async (files: readonly Sent[], cookie = clerk) => (await uploadReports(shop, cookie, files)).data.list
const takeOne = async (name: string, content: Buffer) =>
  (await take([{ name, content }]))[0] as { outcome: string; message: string; id: number }
const nameOf = (more = '') => `${goods.code}_${goods.batchNo}${more}.pdf`
const release = (ids: number[], cookie = quality) => shop.ask('POST', '/api/staff/report/release', { cookie, body: { ids } })
const released = async (content: Buffer) => {
  const { id } = await takeOne(nameOf(), content)
  expect((await release([id])).data).toEqual({ released: 1 })
  await shop.jobs.runDue(['documents.make'])
  return id
}
const find = async (keyword: string, cookie = buyer.cookie, more = '') =>
  (await shop.ask('GET', `/api/report?keyword=${encodeURIComponent(keyword)}${more}`, { cookie })).data
const fetchFile = (url: string, cookie = buyer.cookie) => shop.app.inject({ method: 'GET', url, headers: { cookie: `sid=${cookie}` } })
const kept = async () => Number((await pool.query('select count(*) as n from stored_file')).rows[0].n)
const staffRow = async (id: number) => {
  const { data } = await shop.ask('GET', '/api/staff/report?per_page=100', { cookie: clerk })
  return data.list.find((one: { id: number }) => one.id === id)
}
/** As if shipped: an order with some of the batch. */
async function ship(who: Buyer, number = 10, status = 'shipped'): Promise<number> {
  const orderId = await makeOrder(db, who, [{ goodsId: goods.id, number }], { status, created_at: NOW })
  const line = await db.selectFrom('order_line').where('order_id', '=', orderId).select('id').executeTakeFirstOrThrow()
  await db
    .insertInto('order_line_batch')
    .values({ order_line_id: line.id, stock_batch_id: goods.batchId, batch_no: goods.batchNo, expiry_date: '2028-06-30', number })
    .execute()
  return orderId
}

it('看过之后被改配到别的批号的报告，质量一按放行也不作数：一份也不放行', async () => {
  const [one, two] = [await takeOne(nameOf(), await scanOf('seen one')), await takeOne(nameOf('_2'), await scanOf('seen two'))]
  const rows = [await staffRow(one.id), await staffRow(two.id)]
  const other = `B${goods.batchNo}`
  const body = { goods_code: goods.code, batch_no: other, unknown_batch: 1 }
  expect((await shop.ask('POST', `/api/staff/report/${two.id}/match`, { cookie: clerk, body })).data).toEqual({ state: 'checking' })
  const press = (seen: string[]) =>
    shop.ask('POST', '/api/staff/report/release', { cookie: quality, body: { ids: [one.id, two.id], seen } })
  const late = await press(rows.map(reportSeen))
  expect([late.status, late.message]).toEqual([409, expect.stringContaining(`现在是批号 ${other}`)])
  expect((await staffRow(one.id)).state).toBe('checking')
  expect((await press([rows[0], await staffRow(two.id)].map(reportSeen))).data).toEqual({ released: 2 })
})

describe('检验报告的接收', () => {
  it('一次多份：按文件名的商品编码和批号匹配，匹配不上的留给人工，每份各有说明', async () => {
    const list = await take([
      { name: nameOf(), content: await scanOf('one') },
      { name: `${goods.code}_无此批.pdf`, content: await scanOf('two') },
      { name: '报告.pdf', content: await scanOf('three') },
      { name: `${goods.code}/${goods.batchNo}_检验报告.pdf`, content: await scanOf('four') },
    ])
    expect(list.map((one: { outcome: string }) => one.outcome)).toEqual(['checking', 'unmatched', 'unmatched', 'checking'])
    expect(list[0].message).toContain(goods.batchNo)
    expect(list[1].message).toContain('没有批号')
    expect(list[2].message).toContain('商品编码_批号.pdf')
    expect(await staffRow(list[0].id)).toMatchObject({
      goods_id: goods.id,
      batch_no: goods.batchNo,
      state: 'checking',
      uploaded_by: '王采购',
    })
    const { rowCount } = await pool.query("select 1 from audit_log where action = 'report.intake' and subject = $1", [
      `report:${list[0].id}`,
    ])
    expect(rowCount).toBe(1)
  })

  it('批号只差大小写、空格的是同一批：报告照库存的写法归位', async () => {
    await makeStock(db, goods.id, [{ available: 5, batchNo: 'Sx 01', expiry: '2028-06-30' }])
    const { id, outcome } = await takeOne(`${goods.code}_SX01.pdf`, await scanOf('spaced'))
    expect(outcome).toBe('checking')
    expect(await staffRow(id)).toMatchObject({ goods_id: goods.id, batch_no: 'Sx 01' })
  })

  it('同一份文件再来一次不重复收；几个人同时传也只有一份', async () => {
    const content = await scanOf('same')
    const first = await takeOne(nameOf(), content)
    expect(await takeOne(nameOf('_检验报告'), content)).toMatchObject({ outcome: 'known', id: first.id })
    const other = await scanOf('race')
    const outcomes = await atOnce([1, 2, 3, 4], 4, async () => (await takeOne(nameOf(), other)).outcome)
    expect([...outcomes].sort()).toEqual(['checking', 'known', 'known', 'known'])
  })

  it('不是 PDF、有脚本、加密、过大、空文件、伪造的文件名：各用一句话说明，什么都不保存，不妨碍同时传的好文件', async () => {
    const good = await scanOf('good')
    const [, scripted = Buffer.alloc(0)] = [...scriptedPdfs()][0] ?? []
    const before = await kept()
    const list = await take([
      { name: nameOf(), content: Buffer.from('<html><script>alert(1)</script>') },
      { name: nameOf(), content: scripted },
      { name: nameOf(), content: pdfOf(['<< /Type /Catalog /Pages 3 0 R /Encrypt 9 0 R >>']) },
      { name: nameOf(), content: Buffer.concat([good, Buffer.alloc(11 * 1024 * 1024)]) },
      { name: nameOf(), content: Buffer.alloc(0) },
      { name: `../../${nameOf()}`, content: good },
      { name: `${goods.code}_${goods.batchNo}\u202efdp.pdf`, content: good },
      { name: `${goods.code}_${goods.batchNo}.exe`, content: good },
    ])
    for (const one of list) expect(one, one.name).toMatchObject({ outcome: 'refused', id: null })
    const said = list.map((one: { message: string }) => one.message)
    for (const [at, word] of ['不是 PDF', '脚本', '加密', '10 MB', '空', '路径', '隐藏字符', '只收 PDF'].entries())
      expect(said[at]).toContain(word)
    expect(await kept()).toBe(before)
    const mixed = await take([
      { name: nameOf(), content: Buffer.from('no') },
      { name: nameOf(), content: good },
    ])
    expect(mixed.map((one: { outcome: string }) => one.outcome)).toEqual(['refused', 'checking'])
    expect(await kept()).toBe(before + 1)
  })

  it('200 MB 的文件：读过即丢，答一句话，不占内存，什么都不保存', async () => {
    const before = await kept()
    const heap = process.memoryUsage().arrayBuffers
    const [answer] = await take([{ name: nameOf(), content: Buffer.alloc(200 * 1024 * 1024, 32) }])
    expect(answer).toMatchObject({ outcome: 'refused', id: null })
    expect(answer.message).toContain('10 MB')
    expect(await kept()).toBe(before)
    // The test's own copies of what it sends are the most of it.
    expect(process.memoryUsage().arrayBuffers - heap).toBeLessThan(700 * 1024 * 1024)
  })

  it('注释里的签名字样不算签名；范围不对、空洞不是签名、不在签名字典里的都不算', async () => {
    const scan = await scanOf('fake')
    const at = scan.lastIndexOf('startxref')
    const withText = (text: string) => Buffer.concat([scan.subarray(0, at), Buffer.from(text, 'latin1'), scan.subarray(at)])
    /** A range around a hole that is right by its figures alone. */
    const around = (before: string, hole: string, after: string): Buffer => {
      let range = ''
      for (let round = 0; round < 3; round++) {
        const start = at + before.replace('RANGE', range).length
        const until = start + hole.length
        range = `[0 ${start} ${until} ${withText(`${before.replace('RANGE', range)}${hole}${after}`).length - until}]`
      }
      return withText(`${before.replace('RANGE', range)}${hole}${after}`)
    }
    const fakes: [string, Buffer][] = [
      ['comment', withText('% /ByteRange [0 1 2 3]\n')],
      ['past the end', withText('9 0 obj\n<< /Type /Sig /ByteRange [0 10 20 99999999] /Contents <3003020101> >>\nendobj\n')],
      ['comment with a hole', around('% 9 0 obj << /Type /Sig /ByteRange RANGE /Contents ', '<3003020101>', ' >> endobj\n')],
      ['no dictionary of a signature', around('9 0 obj\n<< /Type /Font /ByteRange RANGE /Contents ', '<3003020101>', ' >>\nendobj\n')],
      ['no /Contents', around('9 0 obj\n<< /Type /Sig /ByteRange RANGE /Other ', '<3003020101>', ' >>\nendobj\n')],
      ['empty hole', around('9 0 obj\n<< /Type /Sig /ByteRange RANGE /Contents ', '<0000000000>', ' >>\nendobj\n')],
    ]
    for (const [name, content] of fakes) {
      const { id, message } = await takeOne(nameOf(), content)
      expect(id, `${name}: ${message}`).not.toBeNull()
      expect(await staffRow(id), name).toMatchObject({ signed: 0, signature_note: '' })
    }
  })

  it('签名之后又添加了内容的报告仍算签名原件，但告诉质量', async () => {
    const signed = await signedReport('whole')
    const { id: whole } = await takeOne(nameOf(), signed)
    expect(await staffRow(whole)).toMatchObject({ signed: 1, signature_note: '' })
    // An update as readers write it, which changes what is shown.
    const trailer = signed.toString('latin1').slice(signed.lastIndexOf('startxref'))
    const added = Buffer.concat([signed, Buffer.from(`\n88 0 obj\n<< /Changed true >>\nendobj\n${trailer}`, 'latin1')])
    const { id, message } = await takeOne(nameOf(), added)
    expect(message).toContain('签名之后又被添加了内容')
    expect(await staffRow(id)).toMatchObject({ signed: 1, signature_note: expect.stringContaining('签名之后又被添加了内容') })
  })

  it('页面没有尺寸、尺寸为零或负数、一页被引用几千次、页数过多：收件时就说明，不等到盖章才失败', async () => {
    /** The tree's first child is the first of these, as long as the one that it replaces. */
    const treeOf = (objects: readonly string[]) =>
      Buffer.from(pdfOf(objects).toString('latin1').replace('/Kids [3 0 R]', '/Kids [4 0 R]'), 'latin1')
    const pageWith = (page: string) => treeOf([`<< /Type /Page /Parent 2 0 R ${page} >>`])
    const page = '<< /Type /Page /Parent 4 0 R /MediaBox [0 0 99 99] >>'
    const nodeOf = (kids: readonly string[]) => `<< /Type /Pages /Parent 2 0 R /Kids [${kids.join(' ')}] /Count ${kids.length} >>`
    const many = Array.from({ length: 201 }, (_, at) => `${at + 5} 0 R`)
    const before = await kept()
    for (const [name, content, said] of [
      ['none', pageWith(''), '页面尺寸'],
      ['zero', pageWith('/MediaBox [0 0 0 842]'), '页面尺寸'],
      ['negative', pageWith('/MediaBox [0 0 595 -842]'), '页面尺寸'],
      ['no crop', pageWith('/MediaBox [0 0 595 842] /CropBox [10 10 10 10]'), '页面尺寸'],
      ['words', pageWith('/MediaBox [0 0 /A /B]'), '页面尺寸'],
      ['one page often', treeOf([nodeOf(Array.from({ length: 5_000 }, () => '5 0 R')), page]), '重复'],
      ['many', treeOf([nodeOf(many), ...many.map(() => page)]), '200 页'],
    ] as const) {
      const answer = await takeOne(nameOf(), content)
      expect(answer, name).toMatchObject({ outcome: 'refused', id: null, message: expect.stringContaining(said) })
    }
    expect(await kept()).toBe(before)
    expect(await takeOne(nameOf(), pageWith('/MediaBox [0 0 595 842] /CropBox [10 10 500 800]'))).toMatchObject({ outcome: 'checking' })
  })

  it('采购员和买家都不能放行；买家和访客不能上传', async () => {
    const { id } = await takeOne(nameOf(), await scanOf('rights'))
    expect(await release([id], clerk)).toMatchObject({ status: 403, message: '您的岗位没有“放行、退回检验报告”的权限' })
    expect((await release([id], buyer.cookie)).status).toBe(401)
    expect((await uploadReports(shop, buyer.cookie, [{ name: 'a.pdf', content: await scanOf('x') }])).status).toBe(401)
    expect((await uploadReports(shop, '', [{ name: 'a.pdf', content: await scanOf('x') }])).status).toBe(401)
  })

  it('手工匹配：没有这个编码、没有这个批号都说明；确认是未入库的批号可以匹配', async () => {
    const { id } = await takeOne('扫描件.pdf', await scanOf('manual'))
    const match = (body: object) => shop.ask('POST', `/api/staff/report/${id}/match`, { cookie: clerk, body })
    expect(await release([id])).toMatchObject({ status: 409 })
    expect((await match({ goods_code: 'NONE', batch_no: 'X' })).message).toContain('商品编码')
    expect((await match({ goods_code: goods.code, batch_no: 'LATER1' })).message).toContain('批号')
    const told = {
      goods_code: goods.code.toLowerCase(),
      batch_no: 'LATER1',
      unknown_batch: 1,
      report_no: 'BG-1',
      report_date: '2026-10-01',
    }
    expect((await match(told)).data).toEqual({ state: 'checking' })
    expect(await staffRow(id)).toMatchObject({ goods_id: goods.id, batch_no: 'LATER1', report_no: 'BG-1', report_date: '2026-10-01' })
  })
})

describe('质量放行', () => {
  it('放行前买家什么都看不到、取不到；放行后看得到，原件只经质量放行', async () => {
    await ship(buyer)
    const { id } = await takeOne(nameOf(), await scanOf('gate'))
    expect((await find(goods.batchNo)).list[0]).toMatchObject({ reports: [], can_ask: 1 })
    expect((await fetchFile(`/api/report/${id}/file`)).statusCode).toBe(404)
    const { file_url } = await staffRow(id)
    expect((await fetchFile(file_url)).statusCode).toBe(404)
    await release([id])
    await shop.jobs.runDue(['documents.make'])
    const [row] = (await find(goods.batchNo)).list
    expect(row).toMatchObject({ bought: 10, reports: [{ id, kind_name: '检验报告', signed: 0, cover_url: '' }] })
    expect((await fetchFile(row.reports[0].url)).statusCode).toBe(200)
    expect((await release([id])).status).toBe(409)
  })

  it('厂家签名的原件逐字节转递，旁边是写明其 SHA-256 的盖章转递单', async () => {
    await ship(buyer)
    const original = await signedReport('signed')
    await released(original)
    const [{ reports }] = (await find(goods.batchNo)).list
    expect(reports[0].signed).toBe(1)
    expect((await fetchFile(reports[0].url)).rawPayload.equals(original)).toBe(true)
    const cover = (await fetchFile(reports[0].cover_url)).rawPayload
    if (process.env.KEEP_PAPERS) (await import('node:fs')).writeFileSync(`${process.env.KEEP_PAPERS}/cover.pdf`, cover)
    if (!hasPoppler) return
    const text = pdfText(cover).replaceAll(/\s/g, '')
    expect(text).toContain(createHash('sha256').update(original).digest('hex'))
    for (const words of [goods.batchNo, '甲制药有限公司', '2028-06-30', '周质管']) expect(text).toContain(words)
    expect(pdfSignatures(cover)).toContain('Signature is Valid')
    expect(pdfSignatures(original)).toContain('Signature is Valid')
  })

  it.skipIf(!hasPoppler)('没有签名的扫描件：每页一份缩小的复印，正文一字不盖，脚下有印章和原件指纹；横放、转向的页也摆正', async () => {
    await ship(buyer)
    const original = await scanOf('copy', [
      {},
      { size: [841.89, 595.28] },
      { turned: 90 },
      { turned: 270 },
      { size: [500, 600], turned: 180 },
    ])
    await released(original)
    const [{ reports }] = (await find(goods.batchNo)).list
    const copy = (await fetchFile(reports[0].url)).rawPayload
    if (process.env.KEEP_PAPERS) (await import('node:fs')).writeFileSync(`${process.env.KEEP_PAPERS}/copy.pdf`, copy)
    expect(copy.equals(original)).toBe(false)
    expect(pdfPages(copy).pages).toBe(5)
    expect(pdfSignatures(copy)).toContain('Signature is Valid')
    expect(pdfSignatures(copy)).toContain('Total document signed')
    // The scan's own Helvetica, once a page; ours are all in the file.
    expect(pdfFontsEmbedded(copy).filter((is) => !is)).toHaveLength(5)
    expect(pdfFontsEmbedded(copy).filter((is) => is).length).toBeGreaterThan(0)
    const pages = pdfText(copy).split('\f')
    for (let at = 0; at < 5; at++) {
      expect(pages[at], `page ${at + 1}`).toContain(`INSPECTION REPORT copy ${at + 1}`)
      expect(pages[at]?.replaceAll(/\s/g, '')).toContain(createHash('sha256').update(original).digest('hex'))
    }
  })

  it('报告是压缩炸弹：上传时就说明内容过大，什么也不留', async () => {
    const packed = deflateSync(deflateSync(Buffer.alloc(300_000_000, ' '), { level: 9 }), { level: 9 })
    const filled = pdfOf([
      Buffer.from(`<</Filter[/FlateDecode/FlateDecode]/Length ${packed.length}>>stream\n${packed.toString('latin1')}\nendstream`, 'latin1'),
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << >> >>',
    ])
    const content = Buffer.from(filled.toString('latin1').replace('/Kids [3 0 R]', '/Kids [5 0 R]'), 'latin1')
    const before = await kept()
    expect(await takeOne(nameOf(), content)).toMatchObject({ outcome: 'refused', message: expect.stringContaining('解压后过大') })
    expect(await kept()).toBe(before)
  })

  it('同一批号换用新报告：新报告替代旧的，单据是新的一版，买家只取得到新的', async () => {
    await ship(buyer)
    const first = await released(await scanOf('old'))
    const second = await released(await scanOf('new'))
    expect(await staffRow(first)).toMatchObject({ state: 'replaced' })
    const [{ reports }] = (await find(goods.batchNo)).list
    expect(reports.map((one: { id: number }) => one.id)).toEqual([second])
    expect((await fetchFile(`/api/report/${first}/file`)).statusCode).toBe(404)
    const { rows } = await pool.query('select version, state from document where subject = $1 order by version', [
      `batch:${goods.id}:report:${goods.batchNo}`,
    ])
    expect(rows).toEqual([
      { version: 1, state: 'replaced' },
      { version: 2, state: 'valid' },
    ])
  })

  it('签名原件替代扫描件时，旧的盖章复印件作废，核验页说得出', async () => {
    await ship(buyer)
    await released(await scanOf('scan'))
    const [before] = (await find(goods.batchNo)).list
    await released(await signedReport('better'))
    const verified = await shop.ask('GET', before.reports[0].verify_url.replace('/verify/', '/api/verify/'))
    expect(verified.data).toMatchObject({ state: 'withdrawn', reason: '已换用新的报告' })
  })

  it('撤回：买家再也取不到，单据作废，原因留痕；退回未放行的同样要原因', async () => {
    await ship(buyer)
    const id = await released(await scanOf('withdrawn'))
    const stop = (command: string, reason: string, cookie = quality) =>
      shop.ask('POST', `/api/staff/report/${id}/${command}`, { cookie, body: { reason } })
    expect((await stop('withdraw', '批号贴错', clerk)).status).toBe(403)
    expect((await stop('refuse', '批号贴错')).status).toBe(409)
    expect((await stop('withdraw', '批号贴错')).data).toEqual({ state: 'withdrawn' })
    expect((await fetchFile(`/api/report/${id}/file`)).statusCode).toBe(404)
    expect((await find(goods.batchNo)).list[0].reports).toEqual([])
    expect(await staffRow(id)).toMatchObject({ note: '批号贴错', decided_by: '周质管', document_state: 'withdrawn' })
    const other = await takeOne(nameOf(), await scanOf('refused'))
    const refused = await shop.ask('POST', `/api/staff/report/${other.id}/refuse`, { cookie: quality, body: { reason: '看不清' } })
    expect(refused.data).toEqual({ state: 'refused' })
  })

  it('一批里有一份不能放行，就一份都不放行', async () => {
    const good = await takeOne(nameOf(), await scanOf('g'))
    const bad = await takeOne('无名.pdf', await scanOf('b'))
    expect((await release([good.id, bad.id])).status).toBe(409)
    expect(await staffRow(good.id)).toMatchObject({ state: 'checking' })
    expect((await release([good.id, 999_999])).status).toBe(404)
  })
})

describe('买家查找和取用', () => {
  it('按商品、拼音、厂家、条形码、编码、批号、订单号都找得到自己买过的批号', async () => {
    const orderId = await ship(buyer)
    await pool.query("update goods set barcode = $2, mnemonic = 'AMXLJN' where id = $1", [goods.id, `690${goods.id}`])
    const { no } = await db.selectFrom('orders').where('id', '=', orderId).select('no').executeTakeFirstOrThrow()
    for (const words of [
      `阿莫西林胶囊${serial}`,
      `amxljn${serial}`,
      '甲制药',
      `690${goods.id}`,
      goods.code.toLowerCase(),
      goods.batchNo,
      no,
    ]) {
      const { list } = await find(words)
      expect(
        list.map((one: { batch_no: string }) => one.batch_no),
        words,
      ).toContain(goods.batchNo)
    }
    const ofOrder = (await shop.ask('GET', `/api/report?order_id=${orderId}`, { cookie: buyer.cookie })).data
    expect(ofOrder.list).toHaveLength(1)
    expect(ofOrder.list[0]).toMatchObject({ order_no: no, expiry_date: '2028-06-30' })
  })

  it('先列自己买过的，再列别的批号；只看没有的、有的，数得对；日期之外的不列', async () => {
    const own = await makeCompany(db)
    await ship(own)
    await released(await scanOf('own'))
    await makeStock(db, goods.id, [{ available: 5, batchNo: `OTHER${serial}` }])
    const data = await find(goods.code, own.cookie)
    expect(data.list.map((one: { batch_no: string }) => one.batch_no)).toEqual([goods.batchNo])
    expect(data.others.map((one: { batch_no: string }) => one.batch_no)).toEqual([`OTHER${serial}`])
    expect(data.others[0]).toMatchObject({ bought: 0, reports: [], can_ask: 1 })
    expect((await find('', own.cookie, '&state=missing')).list).toEqual([])
    expect((await find('', own.cookie, '&state=ready')).total).toBe(1)
    expect((await find('', own.cookie, '&from=2026-11-23')).total).toBe(0)
    expect((await find('', own.cookie, '&from=2026-11-22&to=2026-11-22')).total).toBe(1)
  })

  it('没发货、已取消的订单不算买过；别家买的看不到', async () => {
    const own = await makeCompany(db)
    await ship(own, 3, 'picking')
    await ship(own, 3, 'cancelled')
    await ship(buyer)
    expect((await find('', own.cookie)).total).toBe(0)
  })

  it('控销商品：买过的才有，别家查不到、取不到、也不能索取', async () => {
    await ship(buyer)
    const id = await released(await scanOf('controlled'))
    const rule = await db.insertInto('availability').values({ name: '控销', controlled: true }).returning('id').executeTakeFirstOrThrow()
    await pool.query('update goods set availability_id = $2 where id = $1', [goods.id, rule.id])
    await shop.search.refresh()
    const other = await makeCompany(db)
    expect((await find(goods.batchNo, other.cookie)).others).toEqual([])
    expect((await fetchFile(`/api/report/${id}/file`, other.cookie)).statusCode).toBe(404)
    expect((await fetchFile(`/api/report/zip?ids[]=${id}`, other.cookie)).statusCode).toBe(404)
    const asking = { cookie: other.cookie, body: { goods_id: goods.id, batch_no: goods.batchNo } }
    expect((await shop.ask('POST', '/api/report/request', asking)).status).toBe(422)
    expect((await shop.ask('GET', `/api/report/goods/${goods.id}`, { cookie: other.cookie })).data.list).toEqual([])
    expect((await fetchFile(`/api/report/${id}/file`)).statusCode).toBe(200)
  })

  it('待审核的企业看得到有没有，取不走；访客要登录', async () => {
    await ship(buyer)
    const id = await released(await scanOf('pending'))
    const waiting = await makeCompany(db, { review_state: 1 })
    const data = await find(goods.batchNo, waiting.cookie)
    expect(data.may_fetch).toBe(0)
    expect((await fetchFile(`/api/report/${id}/file`, waiting.cookie)).statusCode).toBe(403)
    expect((await fetchFile(`/api/report/${id}/file`, '')).statusCode).toBe(401)
    expect((await shop.ask('GET', '/api/report')).status).toBe(401)
  })

  it('勾选打包：报告、转递单和清单在一个 ZIP 里；谁取走了什么有记录', async () => {
    await ship(buyer)
    const id = await released(await signedReport('zip'))
    const file = (await fetchFile(`/api/report/zip?ids[]=${id}&ids[]=987654`)).rawPayload
    const names = file.toString('utf8')
    for (const words of ['清单.xlsx', `检验报告/阿莫西林胶囊${serial}_${goods.batchNo}_检验报告.pdf`, '_转递单.pdf'])
      expect(names).toContain(words)
    const { rows } = await pool.query(
      "select count(*)::int as n from document_download where company_id = $1 and way = 'zip' and at = $2 and (document_id = (select document_id from batch_document where id = $3) or file_id = (select file_id from batch_document where id = $3))",
      [buyer.companyId, NOW, id],
    )
    expect(rows[0].n).toBe(2)
    expect((await fetchFile('/api/report/zip?ids[]=987654')).statusCode).toBe(404)
  })
})

describe('检验报告的合并打印', () => {
  it.skipIf(!hasPoppler)('厂家签名的跟在转递单后面；谁打印了有记录；没有的不合进来', async () => {
    await ship(buyer)
    const signed = await released(await signedReport('maker'))
    const print = (ids: number[], cookie = buyer.cookie) =>
      fetchFile(`/api/report/print?${ids.map((id) => `ids[]=${id}`).join('&')}`, cookie)
    const { rawPayload, statusCode } = await print([signed])
    expect(statusCode).toBe(200)
    const pages = pdfText(rawPayload).split('\f')
    expect(pdfPages(rawPayload).pages).toBe(3)
    expect(pages[0]).toContain('合并打印件')
    expect(pages[0]).toContain(goods.batchNo)
    expect(pages[1]?.replace(/\s/g, '')).toContain('转递单')
    expect(pages[2]).toContain('INSPECTION REPORT maker 1')
    expect(pdfSignatures(rawPayload)).toContain('does not contain any signatures')
    const { rows } = await pool.query("select document_id is null as original from document_download where way = 'print' order by id")
    expect(rows).toEqual([{ original: false }, { original: true }])
    expect((await print([999_999])).statusCode).toBe(404)
  })
})

describe('索取尚未上传的报告', () => {
  const ask = (batchNo = goods.batchNo, cookie = buyer.cookie) =>
    shop.ask('POST', '/api/report/request', { cookie, body: { goods_id: goods.id, batch_no: batchNo } })
  const messages = async () =>
    (await shop.ask('GET', '/api/user/message', { cookie: buyer.cookie })).data.list.filter((one: { text: string }) =>
      one.text.includes(goods.batchNo),
    )

  const openPages = async () => {
    const client = await pool.connect()
    onTestFinished(() => client.release(true))
    const words: unknown[] = []
    client.on('notification', ({ payload }) => words.push(JSON.parse(payload ?? '')))
    await client.query(`listen ${LIVE_CHANNEL}`)
    return async () => {
      await client.query('select 1')
      return words
    }
  }

  it('索取一次记一次；报告放行并做好后发一条消息，说哪个商品哪个批号，收过这个批号的企业开着的页面当时听到；没索取的不打扰', async () => {
    await ship(buyer)
    const other = await makeCompany(db)
    expect((await ask()).data).toEqual({ asked: 1 })
    await ask(goods.batchNo.toLowerCase())
    const waiting = (await shop.ask('GET', '/api/staff/report/request?per_page=100', { cookie: clerk })).data.list
    expect(waiting.filter((one: { batch_no: string }) => one.batch_no === goods.batchNo)).toHaveLength(1)
    expect((await find(goods.batchNo)).list[0]).toMatchObject({ asked: 1, can_ask: 0 })
    const { id } = await takeOne(nameOf(), await scanOf('asked'))
    expect(await staffRow(id)).toMatchObject({ asked: 1 })
    await release([id])
    expect(await messages()).toEqual([])
    const heard = await openPages()
    await shop.jobs.runDue(['documents.make'])
    expect(await heard()).toEqual([
      { target: { companyId: buyer.companyId }, event: { type: 'messages' } },
      { target: { companyId: buyer.companyId }, event: { type: 'papers' } },
    ])
    expect(await messages()).toMatchObject([{ title: '您索取的检验报告到了', url: `/ypjybg?keywords=${goods.batchNo}` }])
    const theirs = await shop.ask('GET', '/api/user/message', { cookie: other.cookie })
    expect(theirs.data.list).toEqual([])
    expect(await ask()).toMatchObject({ status: 409 })
  })

  it('没有的批号不能索取；无法提供时员工写明原因，买家收到', async () => {
    await ship(buyer)
    expect((await ask('NOSUCH')).status).toBe(422)
    await ask()
    const waiting = (await shop.ask('GET', '/api/staff/report/request', { cookie: clerk })).data.list
    const oldest = (await shop.ask('GET', '/api/staff/report/request?oldest=1', { cookie: clerk })).data.list
    expect(oldest.map(({ id }: { id: number }) => id)).toEqual(waiting.map(({ id }: { id: number }) => id).toReversed())
    const after = await shop.ask('GET', `/api/staff/report/request?oldest=1&before=${oldest.at(-1).id}`, { cookie: clerk })
    expect(after.data.list).toEqual([])
    const found = async (keyword: string) =>
      (await shop.ask('GET', `/api/staff/report/request?keyword=${encodeURIComponent(keyword)}`, { cookie: clerk })).data
    expect((await found(goods.batchNo)).list).toHaveLength(1)
    expect(await found('没有这家')).toMatchObject({ list: [], total: waiting.length })
    const { id } = waiting.find((one: { batch_no: string }) => one.batch_no === goods.batchNo)
    const close = () =>
      shop.ask('POST', `/api/staff/report/request/${id}/close`, { cookie: clerk, body: { reason: '厂家只随货附纸质报告' } })
    expect((await close()).data).toEqual({ closed: 1 })
    expect(await messages()).toMatchObject([{ title: '您索取的检验报告暂时无法提供' }])
    expect((await messages())[0].text).toContain('纸质')
    expect((await close()).status).toBe(404)
    expect((await ask()).data).toEqual({ asked: 1 })
  })
})

it('商品页：在售的每个批号有没有报告', async () => {
  const id = await released(await scanOf('goods page'))
  await makeStock(db, goods.id, [{ available: 5, batchNo: `NEXT${serial}` }])
  const { data } = await shop.ask('GET', `/api/report/goods/${goods.id}`, { cookie: buyer.cookie })
  expect(data).toMatchObject({
    may_fetch: 1,
    list: [
      { batch_no: goods.batchNo, reports: [{ id }] },
      { batch_no: `NEXT${serial}`, reports: [], asked: 0 },
    ],
  })
})
