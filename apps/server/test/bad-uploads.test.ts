import { request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import PDFDocument from 'pdfkit'
import sharp from 'sharp'
import { beforeEach, describe, expect, it } from 'vitest'
import { makeAddress } from './buying.ts'
import { type Buyer, makeCompany, makeGoods, makeStaff, makeStock } from './fixtures.ts'
import { testShop } from './harness.ts'
import { pdfOf, scriptedPdfs } from './hostile.ts'
import { scanOf, uploadReports } from './maker-reports.ts'
import { receive, receivingForm, sentOrder } from './receiving.ts'
import { upload } from './upload.ts'

/** Every place where a paper comes in from outside: what is wrong with it is said in a sentence, and it leaves nothing behind. */

const MB = 1024 * 1024
const CHINESE = /[\u4e00-\u9fff]/
let buyer: Buyer
let serial = 0

const shop = await testShop()
const { db, pool } = shop.database
const staff = await makeStaff(db, '周质管', '质管')
const goods = await makeGoods(db, { code: 'YP1', stock: 0 })
await makeStock(db, goods, [{ available: 5, batchNo: 'P1' }])
await shop.search.refresh()
await shop.app.listen({ port: 0, host: '127.0.0.1' })
const origin: string = `http://127.0.0.1:${(shop.app.server.address() as AddressInfo).port}`
beforeEach(async () => {
  buyer = await makeCompany(db, { balance: '5000.00' })
})

/** Rows of every table there is, but for the tally of tries. */
async function everyRow(): Promise<Record<string, number>> {
  const { rows: tables } = await pool.query<{ name: string }>(
    "select quote_ident(tablename) as name from pg_tables where schemaname = 'public' and tablename <> 'upload_tally' order by 1",
  )
  expect(tables.length).toBeGreaterThan(80)
  const counts = tables.map(({ name }) => `select '${name}' as name, count(*)::int as n from ${name}`).join(' union all ')
  const { rows } = await pool.query<{ name: string; n: number }>(`${counts} order by 1`)
  return Object.fromEntries(rows.map((row) => [row.name, row.n]))
}

function encrypted(): Promise<Buffer> {
  const doc = new PDFDocument({ userPassword: 'secret', ownerPassword: 'secret' })
  const parts: Buffer[] = []
  doc.on('data', (part: Buffer) => parts.push(part))
  const done = new Promise<Buffer>((resolve) => doc.on('end', () => resolve(Buffer.concat(parts))))
  doc.text('REPORT')
  doc.end()
  return done
}
const [, scripted = Buffer.alloc(0)] = [...scriptedPdfs()][0] ?? []
const openScript = pdfOf(['<< /S /JavaScript /JS (app.alert(1)) >>'])

/** By what is wrong with it, and a word that the sentence says. */
const badFiles = async (): Promise<[what: string, bytes: Buffer, word: RegExp][]> => [
  ['网页', Buffer.from('<html><script>alert(1)</script></html>'), /PDF/],
  ['程序', Buffer.concat([Buffer.from('MZ\u0090\u0000', 'latin1'), Buffer.alloc(2_000, 3)]), /PDF/],
  ['只有 PDF 的开头', Buffer.from('%PDF-1.7\n'), /损坏/],
  ['断在半路', (await scanOf('half')).subarray(0, 900), /损坏/],
  ['打开时运行的脚本', openScript, /脚本/],
  ['压缩起来的脚本', scripted, /脚本/],
  ['加密', await encrypted(), /加密/],
  ['后面夹带压缩包', Buffer.concat([await scanOf('zip'), Buffer.from('PK\u0005\u0006'), Buffer.alloc(18)]), /夹带/],
  ['空文件', Buffer.alloc(0), /空/],
  ['超过 10 MB', Buffer.concat([await scanOf('large'), Buffer.alloc(11 * MB)]), /10 MB/],
]

describe('检验报告的批量上传', () => {
  const outcomeOf = async (name: string, content: Buffer) => {
    const answer = await uploadReports(shop, staff, [{ name, content }])
    return answer.status === 200 ? answer.data.list[0] : { outcome: 'refused', id: null, message: answer.message }
  }

  it('每一种坏文件：答 refused 和一句中文，哪张表都不多一行', async () => {
    const files = await badFiles()
    const before = await everyRow()
    for (const [what, bytes, word] of files) {
      const outcome = await outcomeOf('YP1_P1.pdf', bytes)
      expect(outcome, what).toMatchObject({ outcome: 'refused', id: null })
      expect(outcome.message, what).toMatch(word)
      expect(outcome.message, what).toMatch(CHINESE)
    }
    expect(await everyRow()).toEqual(before)
  })

  it.each([
    ['两个扩展名', 'YP1_P1.pdf.exe'],
    ['程序装作报告', 'YP1_P1.exe.pdf'],
    ['网页装作报告', 'YP1_P1.html.pdf'],
    ['上一级目录', '../../YP1_P1.pdf'],
    ['Windows 的上一级目录', '..\\\\..\\\\YP1_P1.pdf'],
    ['盘符', 'C:\\\\YP1_P1.pdf'],
    ['反转书写方向', 'YP1_P1\u202efdp.pdf'],
    ['隔离书写方向', 'YP1_\u2067P1\u2069.pdf'],
    ['零宽空格', 'YP1_P1\u200b.pdf'],
    ['零宽连接符', 'YP1\u200d_P1.pdf'],
    ['字节序标记', '\ufeffYP1_P1.pdf'],
    ['软连字符', 'YP1_P\u00ad1.pdf'],
    ['行分隔符', 'YP1_P1\u2028.pdf'],
    ['没有扩展名', 'YP1_P1'],
  ])('伪造的文件名（%s）：不收，什么都不留', async (_what, name) => {
    const content = await scanOf(`name ${++serial}`)
    const before = await everyRow()
    const outcome = await outcomeOf(name, content)
    expect(outcome).toMatchObject({ outcome: 'refused', id: null })
    expect(outcome.message).toMatch(CHINESE)
    expect(await everyRow()).toEqual(before)
  })
})

describe('买家与员工上传的文件', () => {
  it.each([
    ['印章印模', 'seal'],
    ['收货照片', 'after_sale'],
    ['首营资料', 'trade_paper'],
    ['证照', 'certificate'],
    ['盖章回执', 'receipt'],
    ['转账凭证', 'proof'],
  ])('%s：每一种坏文件都答 422、指明是文件、一句中文，哪张表都不多一行', async (_what, purpose) => {
    const files = await badFiles()
    const before = await everyRow()
    for (const [what, bytes, word] of files) {
      const answer = await upload(shop, buyer.cookie, bytes, { purpose, name: '资料.pdf', type: 'application/pdf' })
      expect(answer.code, what).toBe(422)
      expect(answer.data.errors, what).toMatchObject([{ field: 'file' }])
      expect(answer.message, what).toMatch(word)
      expect(answer.message, what).toMatch(CHINESE)
    }
    expect(await everyRow()).toEqual(before)
  })

  it('伪造的文件名：按内容收下的照片只留干净的名字，扩展名是内容的', async () => {
    const picture = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#a33' } })
      .png()
      .toBuffer()
    for (const name of [
      '收货.pdf.exe',
      '../../etc/收货.png',
      '..\\\\收货.png',
      '收\u202egnp.exe',
      '收\u200b货\ufeff.png',
      '收\u2067货\u2069.jpg.scr',
    ]) {
      const { code, data, message } = await upload(shop, buyer.cookie, picture, { purpose: 'after_sale', name, type: 'image/png' })
      expect(code, message).toBe(200)
      expect(data.mime).toBe('image/jpeg')
      expect(data.name).toMatch(/\.jpg$/)
      expect(data.name).not.toMatch(/[\p{C}/\\]|\.(?:exe|scr)/u)
    }
  })

  it('PDF 当印模、文字当印模：申请与员工登记都答一句话指明是印模，哪张表都不多一行', async () => {
    const scan = await scanOf('seal')
    const text = await sharp(
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="300" height="300"><rect width="300" height="300" fill="#fff"/></svg>'),
    )
      .png()
      .toBuffer()
    const sent = async (cookie: string, bytes: Buffer, name: string, path?: '/api/staff/file'): Promise<number> => {
      const { code, data, message } = await upload(shop, cookie, bytes, { purpose: 'seal', name, ...(path && { path }) })
      expect(code, message).toBe(200)
      return data.id
    }
    for (const bytes of [scan, text]) {
      const [picture, authority, own] = [
        await sent(buyer.cookie, bytes, '印模'),
        await sent(buyer.cookie, scan, '授权书.pdf'),
        await sent(staff, bytes, '印模', '/api/staff/file'),
      ]
      const before = await everyRow()
      const applied = await shop.ask('POST', '/api/seal', {
        cookie: buyer.cookie,
        body: {
          purpose: 'contract',
          legal_person: '陈一',
          authority_ids: [authority],
          user_ids: [buyer.accountId],
          agreed: 1,
          picture_ids: [picture],
        },
      })
      const registered = await shop.ask('POST', '/api/staff/seal', {
        cookie: staff,
        body: { purpose: 'dispatch', name: '示例医药有限公司', number: '1234567890123', picture_ids: [own] },
      })
      for (const answer of [applied, registered]) {
        expect(answer.code, answer.text).toBe(422)
        expect(answer.data.errors).toMatchObject([{ field: 'picture_ids' }])
        expect(answer.message).toMatch(CHINESE)
      }
      expect(await everyRow()).toEqual(before)
    }
  })

  it('收货照片被拒后没有照片可用：破损登记不下去，订单仍待收货，哪张表都不多一行', async () => {
    const goods = await makeGoods(db, { price: '20.00', stock: 100 })
    const address = await makeAddress(db, buyer.companyId)
    const orderId = await sentOrder(shop, { buyer, address, staff }, [{ goods_id: goods, number: 50 }], '1000.00')
    const refused = await upload(shop, buyer.cookie, openScript, { purpose: 'after_sale', name: '破损.pdf' })
    expect(refused.code).toBe(422)
    const [line] = (await receivingForm(shop, buyer.cookie, orderId)).data.lines
    const before = await everyRow()
    const lines = [{ id: line.id, accepted: 48, damaged: 2, note: '外箱压损' }]
    for (const files of [[], [999_999_999]]) {
      const answer = await receive(shop, buyer.cookie, orderId, { lines, damaged_files: files })
      expect(answer.code, answer.text).toBe(422)
      expect(answer.message).toMatch(CHINESE)
    }
    expect(await everyRow()).toEqual(before)
  })
})

/** Streams so many megabytes through a real connection, the same one again and again; how much memory grew meanwhile. */
async function stream(path: string, cookie: string, megabytes: number, fields: string): Promise<{ text: string; grown: number }> {
  const part = `--b\r\ncontent-disposition: form-data; name="file"; filename="YP1_P1.pdf"\r\ncontent-type: application/pdf\r\n\r\n%PDF-1.7\n`
  const chunk = Buffer.alloc(MB, 32)
  global.gc?.()
  const start = process.memoryUsage().rss
  let peak = start
  return new Promise((resolve, reject) => {
    const call = httpRequest(`${origin}${path}`, {
      method: 'POST',
      headers: { cookie: `sid=${cookie}; staff=${cookie}`, 'content-type': 'multipart/form-data; boundary=b' },
    })
    call.on('response', (answer) => {
      let text = ''
      answer.on('data', (bytes: Buffer) => {
        text += bytes.toString()
      })
      answer.on('end', () => resolve({ text, grown: peak - start }))
    })
    call.on('error', reject)
    const send = async () => {
      call.write(fields + part)
      for (let at = 0; at < megabytes && !call.destroyed; at++) {
        if (!call.write(chunk)) await new Promise<void>((go) => call.once('drain', go))
        peak = Math.max(peak, process.memoryUsage().rss)
      }
      call.end('\r\n--b--\r\n')
    }
    void send()
  })
}

describe('200 MB 的文件', () => {
  it.each([
    ['检验报告', '/api/staff/report/upload', () => staff, ''],
    ['印章印模', '/api/file', () => buyer.cookie, '--b\r\ncontent-disposition: form-data; name="purpose"\r\n\r\nseal\r\n'],
    ['收货照片', '/api/file', () => buyer.cookie, '--b\r\ncontent-disposition: form-data; name="purpose"\r\n\r\nafter_sale\r\n'],
  ])('%s：边收边丢，内存不随它增长，答一句话，哪张表都不多一行', async (_what, path, who, fields) => {
    // What a small one takes is not the large one's.
    await stream(path, who(), 12, fields)
    const before = await everyRow()
    const { text, grown } = await stream(path, who(), 200, fields)
    const answer = JSON.parse(text)
    const said = answer.data?.list?.[0]?.message ?? answer.message
    expect(said).toContain('10 MB')
    expect(answer.data?.list?.[0]?.outcome ?? answer.code).toBe(path === '/api/file' ? 422 : 'refused')
    expect(grown / MB).toBeLessThan(80)
    expect(await everyRow()).toEqual(before)
  })
})
