import { deflateSync } from 'node:zlib'
import PDFDocument from 'pdfkit'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { type Buyer, makeCompany, makeStaff, makeStaffOf } from '../../../../test/fixtures.ts'
import { testShop } from '../../../../test/harness.ts'
import { upload } from '../../../../test/upload.ts'
import { claimFiles, dropFiles, filesOf } from './public.ts'

const NOW = new Date('2026-11-21T02:00:00Z')

const shop = await testShop({ now: NOW })
const buyer = await makeCompany(shop.database.db)
const other = await makeCompany(shop.database.db)

const picture = (width = 300, height = 200) => sharp({ create: { width, height, channels: 3, background: '#cde' } })
const jpeg = () => picture().jpeg().toBuffer()

function pdf(write: (document: PDFKit.PDFDocument) => void = () => undefined, options: PDFKit.PDFDocumentOptions = {}): Promise<Buffer> {
  const document = new PDFDocument(options)
  const parts: Buffer[] = []
  document.on('data', (part: Buffer) => parts.push(part))
  document.text('licence')
  write(document)
  document.end()
  return new Promise((done) => document.on('end', () => done(Buffer.concat(parts))))
}

async function bytesOf(url: string, cookie: string): Promise<Buffer> {
  return (await shop.app.inject({ method: 'GET', url, headers: { cookie: `sid=${cookie}` } })).rawPayload
}

describe('收下的文件', () => {
  it('图片重新绘制：拍摄地点等信息和藏在后面的内容都不留下，方向已摆正', async () => {
    const turned = await picture(300, 200)
      .withExif({ IFD0: { Copyright: 'secret place' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    const hiding = Buffer.concat([turned, Buffer.from('<script>alert(1)</script><?php system($_GET[0]);')])
    const answer = await upload(shop, buyer.cookie, hiding)
    expect(answer).toMatchObject({ code: 200, data: { name: '营业执照.jpg', mime: 'image/jpeg' } })
    const kept = await bytesOf(answer.data.url, buyer.cookie)
    expect(kept.toString('latin1')).not.toMatch(/secret|script|php/)
    expect(await sharp(kept).metadata()).toMatchObject({ width: 200, height: 300, format: 'jpeg' })
    expect(answer.data.size).toBe(kept.length)
    const preview = await bytesOf(answer.data.preview_url, buyer.cookie)
    expect(await sharp(preview).metadata()).toMatchObject({ format: 'webp' })
  })

  it('大图缩到最长边 2400，透明处为白', async () => {
    const large = await sharp({ create: { width: 4800, height: 1000, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
      .png()
      .toBuffer()
    const { data } = await upload(shop, buyer.cookie, large, { name: 'x.png', type: 'image/png' })
    const kept = sharp(await bytesOf(data.url, buyer.cookie))
    expect(await kept.metadata()).toMatchObject({ width: 2400, height: 500 })
    expect((await kept.stats()).channels[0]?.min).toBe(255)
  })

  it('WebP 与普通 PDF 收下，PDF 原样保存', async () => {
    expect((await upload(shop, buyer.cookie, await picture().webp().toBuffer(), { name: 'a.webp' })).data).toMatchObject({ name: 'a.jpg' })
    const content = await pdf()
    const { data } = await upload(shop, buyer.cookie, content, { name: '委托书.pdf' })
    expect(data).toMatchObject({ name: '委托书.pdf', mime: 'application/pdf', preview_url: '' })
    expect((await bytesOf(data.url, buyer.cookie)).equals(content)).toBe(true)
  })

  it.each([
    ['../../etc/passwd', 'passwd.jpg'],
    ['..\\\\..\\\\windows\\\\system.ini', 'system.jpg'],
    ['证照\u202egpj.exe', '证照gpj.jpg'],
    ['.htaccess', '文件.jpg'],
    ['a<img src=x onerror=alert(1)>.png', 'aimg src=x onerror=alert(1).jpg'],
    [`${'长'.repeat(200)}.jpg`, `${'长'.repeat(60)}.jpg`],
  ])('文件名 %j 存为 %j', async (name, kept) => {
    expect((await upload(shop, buyer.cookie, await jpeg(), { name })).data.name).toBe(kept)
  })
})

describe('不收的文件', () => {
  const refused = async (content: Buffer, options: Parameters<typeof upload>[3] = {}) => {
    const answer = await upload(shop, other.cookie, content, options)
    expect(answer.code, answer.text).toBe(422)
    expect(answer.data.errors[0].field).toBe(options.purpose === undefined ? 'file' : 'purpose')
    return answer.message
  }
  const text = (value: string) => Buffer.from(value)

  it.each([
    ['脚本', text('<script>alert(1)</script>')],
    ['网页', text('<!doctype html><p>x')],
    ['SVG', text('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
    ['GIF', Buffer.concat([text('GIF89a'), Buffer.alloc(50)])],
    ['Office 文件', Buffer.concat([text('PK\u0003\u0004'), Buffer.alloc(50)])],
    ['只有 JPEG 开头的脚本', Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), text('<script>alert(1)</script>')])],
    ['只有 PNG 开头的脚本', Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), text('<script>')])],
    ['空文件', Buffer.alloc(0)],
  ])('%s', async (_title, content) => {
    expect(await refused(content)).toMatch(/[\u4e00-\u9fff]/)
  })

  it('很小却展开成几十亿像素的图片', async () => {
    const bomb = await sharp({ create: { width: 9000, height: 9000, channels: 3, background: '#000' } })
      .png({ compressionLevel: 9 })
      .toBuffer()
    expect(bomb.length).toBeLessThan(1_000_000)
    expect(await refused(bomb)).toContain('尺寸过大')
    const claims = Buffer.from(await picture(10, 10).png().toBuffer())
    claims.writeUInt32BE(60_000, 16)
    claims.writeUInt32BE(60_000, 20)
    await refused(claims)
  })

  it('超过 10 MB 的文件，读到上限即止', async () => {
    expect(await refused(Buffer.alloc(11 * 1024 * 1024, 1))).toBe('文件不能超过 10 MB')
  })

  it('病毒测试文件，藏在 PDF 里也一样', async () => {
    const eicar = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR', '-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('')
    expect(await refused(text(eicar))).toBe('文件未通过安全检查，不能上传')
    expect(await refused(Buffer.concat([await pdf(), text(eicar)]))).toBe('文件未通过安全检查，不能上传')
  })

  it('中途断开的表单、多于一个的文件', async () => {
    const send = (body: string) =>
      shop.ask('POST', '/api/file', {
        cookie: other.cookie,
        body: Buffer.from(body),
        headers: { 'content-type': 'multipart/form-data; boundary=x' },
      })
    const part = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.jpg"\r\ncontent-type: image/jpeg\r\n\r\n'
    expect((await send(part)).code).toBe(422)
    expect((await send('\xff\xfe')).code).toBe(422)
    expect((await send(`${part}abc\r\n${part}abc\r\n--x--\r\n`)).code).toBe(413)
  })

  it('未知的用途、缺少用途', async () => {
    const content = await jpeg()
    await refused(content, { purpose: 'wallpaper' })
    await refused(content, { purpose: null })
    await refused(content, { purpose: '__proto__' })
  })

  it('头像只能是图片', async () => {
    expect((await upload(shop, other.cookie, await pdf(), { purpose: 'face' })).message).toBe('只支持 JPG、PNG、WebP 图片')
  })
})

describe('PDF', () => {
  const faultOf = async (content: Buffer) => (await upload(shop, buyer.cookie, content, { name: 'a.pdf', type: 'application/pdf' })).message

  it('带脚本、附件、打开动作的不收，名称写成 #xx 也认得', async () => {
    const plain = (await pdf()).toString('latin1')
    // What follows the catalogue moves, and the end of the file says where to.
    const within = (name: string) =>
      Buffer.from(
        plain
          .replace('/Type /Catalog', `/Type /Catalog ${name}`)
          .replace(/startxref\n(\d+)/, (_, at: string) => `startxref\n${Number(at) + name.length + 1}`),
        'latin1',
      )
    for (const name of [
      '/OpenAction << /S /JavaScript /JS (app.alert(1)) >>',
      '/OpenAction 9 0 R',
      '/AA << /O << /S /JavaScript >> >>',
      '/Names << /EmbeddedFiles 9 0 R >>',
      '/A << /S /Launch /F (cmd.exe) >>',
      '/A << /S /J#61vaScript >>',
      '/AcroForm << /XFA 9 0 R >>',
      '/Annots [<< /Subtype /3D /3DD 9 0 R >>]',
      '/Annots [<< /Subtype /3D /3#44D<<>> >>]',
    ]) {
      expect(await faultOf(within(name)), name).toMatch(/活动内容|脚本/)
    }
  })

  it('打开到某一页是无害的，照收', async () => {
    // Same length, so that the offsets of the file stay right.
    const plain = (await pdf((document) => (document.info.Title = 'x'.repeat(60)))).toString('latin1')
    const opens = plain.replace(/\/Type \/Catalog/, '/OpenAction [3 0 R /Fit]\n/Type /Catalog')
    const shifted = opens.replace(/startxref\n(\d+)/, (_, at: string) => `startxref\n${Number(at) + opens.length - plain.length}`)
    expect((await upload(shop, buyer.cookie, Buffer.from(shifted, 'latin1'), { name: 'a.pdf' })).code).toBe(200)
  })

  it('加密的不收', async () => {
    expect(await faultOf(await pdf(() => undefined, { userPassword: 'x' }))).toContain('加密')
  })

  /** A PDF with one more object, and the end of the file where it says. */
  async function withObject(object: Buffer): Promise<Buffer> {
    const plain = await pdf()
    const [at, start] = [plain.lastIndexOf('xref\n0 '), plain.lastIndexOf('startxref')]
    const end = plain
      .subarray(start)
      .toString('latin1')
      .replace(/startxref\n(\d+)/, (_, old: string) => `startxref\n${Number(old) + object.length}`)
    return Buffer.concat([plain.subarray(0, at), object, plain.subarray(at, start), Buffer.from(end)])
  }
  const HIDDEN = deflateSync(Buffer.from('9 0 << /S /JavaScript /JS (app.alert(1)) >>'))
  const objectStream = (head: string, body = HIDDEN, keyword = 'stream\n') =>
    Buffer.concat([
      Buffer.from(`\n9 0 obj\n<< ${head} /Length ${body.length} >>\n${keyword}`, 'latin1'),
      body,
      Buffer.from('\nendstream\nendobj\n'),
    ])
  const OBJSTM = '/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode'

  it.each([
    ['照常写明', OBJSTM, HIDDEN, 'stream\n'],
    ['字典很长，开头在很前面', `${OBJSTM} /X (${'y'.repeat(4000)})`, HIDDEN, 'stream\n'],
    ['字典里有一段像对象开头的文字', `${OBJSTM} /X (1 0 obj)`, HIDDEN, 'stream\n'],
    ['字典里有一段像流开头的文字', `/X (stream\n) ${OBJSTM}`, HIDDEN, 'stream\n'],
    ['类型写在别处，名称写成 #xx', '/Type 8 0 R /N 1 /F#69rst 4 /Filter /FlateDecode', HIDDEN, 'stream\n'],
    ['流的关键字后面只有回车', OBJSTM, HIDDEN, 'stream\r'],
    [
      '压缩的内容里夹着流结尾的字样',
      OBJSTM,
      deflateSync(Buffer.from(`9 0 (endstream) << /S /JavaScript /JS (app.alert(1)) >>`), { level: 0 }),
      'stream\n',
    ],
  ])('压缩的对象流里藏的脚本也找得到：%s', async (_case, head, body, keyword) => {
    expect(await faultOf(await withObject(objectStream(head, body, keyword)))).toMatch(/脚本|损坏/)
  })

  it('扫描件的字节里碰巧出现的短名称不是活动内容', async () => {
    const picture = (bytes: string) =>
      withObject(
        Buffer.from(
          `\n9 0 obj\n<< /Type /XObject /Subtype /Image /Filter /DCTDecode /Length ${bytes.length} >>\nstream\n${bytes}\nendstream\nendobj\n`,
          'latin1',
        ),
      )
    for (const bytes of ['\xff/3D\x00\x91', '\x80/3D(\x02', '\x80/XFA\x9c\x02', '\x80<svG\x9c\x02'])
      expect(await faultOf(await picture(bytes)), JSON.stringify(bytes)).toBe('')
    expect(await faultOf(await picture('<svg/onload=alert(1)>'))).toContain('夹带')
  })

  it('看不进去的对象流不收；几万个流的文件不收，也不久等', async () => {
    expect(await faultOf(await withObject(objectStream(OBJSTM.replace('/FlateDecode', '/LZWDecode'))))).toContain('损坏')
    const many = Buffer.from('\nstream\nx\x9c'.repeat(300_000), 'latin1')
    const paper = await withObject(many)
    const tookMs: number[] = []
    // What is slow three times is not the machine.
    while (tookMs.length < 3 && !tookMs.some((ms) => ms < 3_000)) {
      const began = performance.now()
      expect(await faultOf(paper)).toContain('损坏')
      tookMs.push(performance.now() - began)
    }
    expect(Math.min(...tookMs)).toBeLessThan(3_000)
  })

  it('前后夹带网页、脚本或压缩包的不收，截断的不收', async () => {
    const plain = await pdf()
    expect(await faultOf(Buffer.concat([Buffer.from('<html><script>'), plain]))).toContain('只支持')
    expect(await faultOf(Buffer.concat([plain, Buffer.from('<script>alert(1)</script>')]))).toContain('夹带')
    expect(await faultOf(Buffer.concat([plain, Buffer.from('PK\u0005\u0006'), Buffer.alloc(18)]))).toContain('夹带')
    expect(
      await faultOf(
        Buffer.from(plain.toString('latin1').replace('/Type /Catalog', '/Type /Catalog /X (<script>alert(1)</script>)'), 'latin1'),
      ),
    ).toMatch(/夹带|损坏/)
    expect(await faultOf(plain.subarray(0, plain.length - 40))).toContain('损坏')
    expect(await faultOf(Buffer.from('%PDF-1.7\n%%EOF'))).toContain('损坏')
  })
})

describe('谁能上传和读取', () => {
  it('访客不能上传也不能读取', async () => {
    expect((await upload(shop, '', await jpeg())).code).toBe(401)
    expect((await shop.ask('GET', '/api/file/1')).code).toBe(401)
  })

  it('别家企业的文件如同不存在，员工可以读', async () => {
    const { data } = await upload(shop, buyer.cookie, await jpeg())
    for (const url of [data.url, data.preview_url]) {
      expect((await shop.ask('GET', url, { cookie: other.cookie })).code).toBe(404)
      const staffUrl = url.replace('/api/file/', '/api/staff/file/')
      expect((await shop.ask('GET', staffUrl, { cookie: await makeStaff(shop.database.db) })).status).toBe(200)
      // Who works in the warehouse needs no licences of buyers.
      expect((await shop.ask('GET', staffUrl, { cookie: await makeStaffOf(shop.database.db, 'warehouse') })).status).toBe(403)
      expect((await shop.ask('GET', staffUrl, { cookie: buyer.cookie })).status).toBe(401)
    }
    for (const id of ['0', 'abc', '..%2F1', '99999999999999999999', '%00']) {
      expect((await shop.ask('GET', `/api/file/${id}`, { cookie: buyer.cookie })).code).toBe(404)
    }
  })

  it('发出时不可嗅探、不可执行、不进公共缓存，未变时只答 304', async () => {
    const { data } = await upload(shop, buyer.cookie, await jpeg())
    const answer = await shop.ask('GET', data.url, { cookie: buyer.cookie })
    expect(answer.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-cache',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'content-disposition': `inline; filename="file-${data.id}"; filename*=UTF-8''${encodeURIComponent('营业执照.jpg')}`,
    })
    const again = { cookie: buyer.cookie, headers: { 'if-none-match': String(answer.headers.etag) } }
    expect((await shop.ask('GET', data.url, again)).status).toBe(304)
    expect((await shop.ask('GET', data.url, { ...again, cookie: other.cookie })).status).toBe(404)
  })

  it('一小时 60 次为限，被拒的也算，下一小时重新开始', async () => {
    const busy = await makeCompany(shop.database.db)
    for (let round = 0; round < 60; round++) await upload(shop, busy.cookie, Buffer.from('x'))
    expect((await upload(shop, busy.cookie, await jpeg())).code).toBe(429)
    shop.clock.now = new Date(NOW.getTime() + 3_600_000)
    expect((await upload(shop, busy.cookie, await jpeg())).code).toBe(200)
    shop.clock.now = NOW
  })
})

describe('文件归属', () => {
  const db = () => shop.database.db
  const sent = async (who: Buyer, purpose = 'certificate') => (await upload(shop, who.cookie, await jpeg(), { purpose })).data.id as number
  const claim = (ids: number[], subject: string) =>
    db()
      .transaction()
      .execute((trx) => claimFiles(trx, { companyId: buyer.companyId, ids, purpose: 'certificate', subject }))

  it('按所给的次序归入，取出时也是这个次序；移走的不再在内', async () => {
    const [first, second] = [await sent(buyer), await sent(buyer)]
    await claim([second, first], 'paper:1')
    const ids = async () => (await filesOf(db(), ['paper:1'])).get('paper:1')?.map((file) => file.id)
    expect(await ids()).toEqual([second, first])
    await claim([first], 'paper:1')
    await dropFiles(db(), 'paper:1', [first], NOW)
    expect(await ids()).toEqual([first])
  })

  it('别家的、别的用途的、已用于别处的、不存在的、重复的文件都归不进来', async () => {
    const used = await sent(buyer)
    await claim([used], 'paper:2')
    const mine = await sent(buyer)
    for (const ids of [[await sent(other)], [await sent(buyer, 'receipt')], [used], [99_999_999], [mine, mine]]) {
      await expect(claim(ids, 'paper:3')).rejects.toMatchObject({ code: 422 })
    }
    expect((await filesOf(db(), ['paper:3'])).size).toBe(0)
  })

  it('两次提交同时抢一个文件，只有一次成功', async () => {
    const id = await sent(buyer)
    const outcomes = await Promise.allSettled([claim([id], 'paper:4'), claim([id], 'paper:5')])
    expect(outcomes.map((one) => one.status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  it('未使用的文件一天后清除，已使用的留下', async () => {
    const [unused, used] = [await sent(buyer), await sent(buyer)]
    await claim([used], 'paper:6')
    shop.clock.now = new Date(NOW.getTime() + 25 * 3_600_000)
    await shop.database.pool.query(`select graphile_worker.add_job('files.cleanup', run_at => $1)`, [shop.clock.now])
    expect(await shop.jobs.runDue()).toEqual(['files.cleanup'])
    const left = await db().selectFrom('stored_file').select('id').where('id', 'in', [unused, used]).execute()
    expect(left).toEqual([{ id: used }])
    shop.clock.now = NOW
  })
})

describe('一时上传很多', () => {
  it('一个账号至多三个在处理或等着，多的当时说明、过后能传；别人的不受影响', async () => {
    const [greedy, modest] = [await makeCompany(shop.database.db), await makeCompany(shop.database.db)]
    const large = await picture(3_000, 3_000).png().toBuffer()
    const many = Array.from({ length: 8 }, (_, at) => upload(shop, greedy.cookie, large, { name: `${at}.png` }))
    const other = upload(shop, modest.cookie, await jpeg())
    const answers = await Promise.all(many)
    expect((await other).code).toBe(200)
    const refused = answers.filter(({ code }) => code !== 200)
    // Three at once; a quick machine is done with some before the last have come.
    expect(refused.length).toBeGreaterThan(0)
    expect(refused.length).toBeLessThanOrEqual(5)
    for (const one of refused) {
      expect(one).toMatchObject({ code: 429, message: '您的上一批文件还在处理，请等处理完再试', data: { reason: 'FILES_IN_WORK' } })
      expect(one.headers['retry-after']).toBe('5')
    }
    expect((await upload(shop, greedy.cookie, await jpeg())).code).toBe(200)
  })
})
