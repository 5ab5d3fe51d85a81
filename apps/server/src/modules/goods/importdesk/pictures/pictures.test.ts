import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { read, utils } from '@e965/xlsx'
import sharp from 'sharp'
import { beforeEach, describe, expect, it } from 'vitest'
import { emptyTables } from '../../../../../test/databases.ts'
import { makeGoods, makeStaffOf } from '../../../../../test/fixtures.ts'
import { testShop } from '../../../../../test/harness.ts'
import { zipOf } from '../../../../../test/hostile.ts'

const NOW = new Date('2026-11-28T02:00:00Z')
const shop = await testShop({ now: NOW })
const { db, pool } = shop.database
const clerk = await makeStaffOf(db, 'merchandiser', '商小品')
const head = await makeStaffOf(db, 'quality_head', '方主管')
const auditor = await makeStaffOf(db, 'auditor', '沈计')
beforeEach(() =>
  emptyTables(shop.database, 'change', 'goods', 'audit_log', 'approval_request', 'import_file', 'import_columns', 'stored_file'),
)

const MB = 1024 * 1024
let shade = 0
/** Each of another colour. */
const picture = (width = 60, height = 40): Promise<Buffer> => {
  shade += 1
  const background = { r: (shade * 37) % 256, g: (shade * 91) % 256, b: (shade * 53) % 256 }
  return sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer()
}
type Entry = readonly [name: string, content: Buffer]
const zip = (entries: readonly Entry[]): Buffer => zipOf(entries.map(([name, content]) => ({ name, content })))

const upload = (content: Buffer, cookie = clerk, name = '新图.zip') =>
  shop.ask('POST', '/api/staff/picture_import', {
    cookie,
    body: Buffer.concat([
      Buffer.from(`--b\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: application/zip\r\n\r\n`),
      content,
      Buffer.from('\r\n--b--\r\n'),
    ]),
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
  })
const at = (id: number, rest = '') => `/api/staff/picture_import/${id}${rest}`
const post = (id: number, deed: string, body: object = {}, cookie = clerk) => shop.ask('POST', at(id, `/${deed}`), { cookie, body })
const look = async (id: number) => (await shop.ask('GET', at(id), { cookie: clerk })).data
const rowsOf = async (id: number) => (await shop.ask('GET', at(id, '/row?per_page=100'), { cookie: clerk })).data.list
const work = () => shop.jobs.runDue(['importdesk.work'])
const checked = async (entries: readonly Entry[]): Promise<number> => {
  const { data, status, text } = await upload(zip(entries))
  expect(status, text).toBe(200)
  expect(data.state).toBe('checking')
  await work()
  return data.id
}
const decide = async (command = 'approve', cookie = head, body: object = {}) => {
  const { rows } = await pool.query<{ id: number }>("select id from approval_request where state = 'waiting' order by id desc limit 1")
  return shop.ask('POST', `/api/staff/approval/${rows[0]?.id}/${command}`, { cookie, body })
}
async function approved(id: number, deed: 'run' | 'undo'): Promise<void> {
  const asked = await post(id, deed, { reason: '包装更新' })
  expect(asked.code, asked.text).toBe(202)
  const decided = await decide()
  expect(decided.status, decided.text).toBe(200)
}
const imagesOf = async (goodsId: number): Promise<string[]> =>
  (await pool.query<{ url: string }>('select url from goods_image where goods_id = $1 order by sort, id', [goodsId])).rows.map(
    ({ url }) => url,
  )
/** With pictures of other origin in this order. */
async function goodsWith(code: string, ...urls: string[]): Promise<number> {
  const id = await makeGoods(db, { code, name: `片${code}`, stock: 0 })
  for (const [sort, url] of urls.entries()) await db.insertInto('goods_image').values({ goods_id: id, url, sort }).execute()
  return id
}
const states = (rows: readonly { state: string }[]) => rows.map(({ state }) => state)

describe('图片导入：预览', () => {
  it('按文件名认商品与第几张：文件夹不论，编码本身带短横的也认；认不得的、重复的、不是图片的、太大的逐个说明，什么也没写', async () => {
    const a = await goodsWith('A1', '/old/1.jpg')
    const dashed = await goodsWith('B-2')
    const same = await picture()
    const id = await checked([
      ['A1.jpg', await picture()],
      ['第一批/A1-2.png', await picture()],
      ['第二批/a1-02.PNG', await picture()],
      ['B-2.png', same],
      ['C9.png', await picture()],
      ['A1-3.gif', Buffer.from('GIF89a not taken')],
      ['A1-4.jpg', await picture(9_000, 5_000)],
      ['A1-13.png', await picture()],
      ['../A1-5.png', await picture()],
      ['__MACOSX/A1.jpg', Buffer.from('left over')],
      ['第一批/.DS_Store', Buffer.from('left over')],
    ])
    expect(await look(id)).toMatchObject({ state: 'checked', columns: [], total: 9, counts: { new: 2, changed: 1, refused: 6, landed: 0 } })
    const rows = await rowsOf(id)
    const said = new Map(rows.map((row: { message: string }, place: number) => [place, row.message]))
    const by = (part: string) => rows.filter(({ message }: { message: string }) => message.includes(part)).length
    expect([...said.values()].filter(Boolean)).toHaveLength(6)
    expect([by('没有编码是“C9”的商品'), by('同一商品的同一张'), by('只支持 JPG、PNG、WebP 图片'), by('尺寸过大')]).toEqual([1, 1, 1, 1])
    expect([by('至多 12 张'), by('文件名不合规')]).toEqual([1, 1])
    const first = rows.find(({ state }: { state: string }) => state === 'changed')
    expect(first).toMatchObject({ code: 'A1', record_id: a, source: 'A1.jpg', former: '/old/1.jpg' })
    expect(first.changes).toEqual([{ field: 'picture', name: '图片', before: '原第 1 张', after: '第 1 张' }])
    expect(rows.find(({ code }: { code: string }) => code === 'B-2')).toMatchObject({ state: 'new', record_id: dashed })
    const seen = await shop.app.inject({ url: first.picture, headers: { cookie: `staff=${clerk}` } })
    expect([seen.statusCode, seen.headers['content-type']]).toEqual([200, 'image/webp'])
    expect(await imagesOf(a)).toEqual(['/old/1.jpg'])
    expect((await pool.query("select from audit_log where action = 'goods.pictures'")).rowCount).toBe(0)
    const answer = await shop.app.inject({ url: at(id, '/file?failed=1'), headers: { cookie: `staff=${clerk}` } })
    const book = read(answer.rawPayload)
    const table = utils.sheet_to_json<string[]>(book.Sheets[book.SheetNames[0] ?? ''] ?? {}, { header: 1 })
    expect(table[0]).toEqual(['文件', '没有导入的原因'])
    expect(table).toHaveLength(7)
    const all = await shop.app.inject({ url: at(id, '/file'), headers: { cookie: `staff=${clerk}` } })
    const whole = read(all.rawPayload)
    expect(utils.sheet_to_json<string[]>(whole.Sheets[whole.SheetNames[0] ?? ''] ?? {}, { header: 1 })[1]).toContain('A1.jpg')
    expect((await upload(zip([['A1.jpg', same]]), auditor)).status).toBe(403)
    expect((await shop.ask('GET', `/api/staff/goods_import/${id}`, { cookie: clerk })).status).toBe(404)
    await makeGoods(db, { code: 'C9', name: '片C9', stock: 0 })
    expect((await post(id, 'check', { columns: [] })).data.state).toBe('checking')
    await work()
    expect((await look(id)).counts).toMatchObject({ new: 3, refused: 5 })
  })

  it('不是 ZIP、空的、炸弹、共用一段内容的、太多的不收；加密的、指向别处的、损坏的那一个不收', async () => {
    await goodsWith('A1')
    const refused = async (content: Buffer) => {
      const { status, message } = await upload(content)
      return status === 422 ? message : `收了：${status}`
    }
    expect(await refused(Buffer.from('Rar!\u001a\u0007'))).toContain('RAR')
    expect(await refused(Buffer.from('hello'))).toBe('这不是 ZIP 压缩包')
    expect(await refused(zip([]))).toBe('压缩包是空的')
    expect(await refused(zip([['文件夹/.DS_Store', Buffer.from('x')]]))).toBe('压缩包里没有图片')
    const bomb = Buffer.alloc(11 * MB)
    expect(await refused(zip(Array.from({ length: 8 }, (_, n): Entry => [`A${n}.jpg`, bomb])))).toContain('展开后超过 64 MB')
    expect(await refused(zip(Array.from({ length: 501 }, (_, n): Entry => [`A${n}.jpg`, Buffer.from('x')])))).toContain('超过 500 个文件')
    const one = await picture()
    const shared = zip([
      ['A1.jpg', one],
      ['A2.jpg', one],
    ])
    const second = shared.lastIndexOf('504b0102', undefined, 'hex')
    shared.writeUInt32LE(0, second + 42)
    expect(await refused(shared)).toContain('打不开这个压缩包')
    const odd = zip([
      ['A1.jpg', one],
      ['A1-2.jpg', one],
      ['A1-3.jpg', one],
      ['A1-4.jpg', bomb],
    ])
    const heads: number[] = []
    for (let from = odd.indexOf('504b0102', 0, 'hex'); from >= 0; from = odd.indexOf('504b0102', from + 4, 'hex')) heads.push(from)
    odd.writeUInt16LE(1, (heads[0] ?? 0) + 8)
    odd.writeUInt32LE(0xa1ff0000, (heads[1] ?? 0) + 38)
    odd.writeUInt32LE(7, (heads[2] ?? 0) + 16)
    const { data } = await upload(odd)
    await work()
    expect((await rowsOf(data.id)).map(({ message }: { message: string }) => message).sort()).toEqual(
      ['不是图片，是指向别处的链接', '加密的文件读不出', '压缩包里的这个文件已损坏', '超过 10 MB'].sort(),
    )
  })

  it('一人同时至多五份在预览', async () => {
    await goodsWith('A1')
    const content = zip([['A1.jpg', await picture()]])
    for (let n = 0; n < 5; n++) expect((await upload(content)).status).toBe(200)
    expect((await upload(content)).message).toBe('已有 5 份正在预览，请等它们完成再上传')
  })
})

describe('图片导入：批准、导入与撤销', () => {
  it('另一人批准后替换、追加，图片人人可见；撤销时换回原图原序，后来换过的不动', async () => {
    const a = await goodsWith('A1', '/old/1.jpg', '/old/2.jpg', '/old/3.jpg')
    const b = await goodsWith('B1')
    const [twice, other] = [await picture(), await picture()]
    const id = await checked([
      ['A1-2.png', twice],
      ['A1-9.png', await picture()],
      ['B1.png', other],
      ['B1-2.png', await picture()],
    ])
    const asked = await post(id, 'run', { reason: '包装更新' })
    expect(asked.data.request).toMatchObject({ kind: 'pictures.import', title: '导入商品图片“新图.zip”：新增 3 张，替换 1 张' })
    expect((await look(id)).state_name).toBe('待批准')
    expect((await decide('approve', clerk)).status).not.toBe(200)
    await work()
    expect(await imagesOf(b)).toEqual([])
    expect((await decide()).status).toBe(200)
    await work()
    expect(await look(id)).toMatchObject({ state: 'done', approved_by: '方主管', counts: { landed: 4 } })
    const landed = await imagesOf(a)
    expect(landed).toHaveLength(4)
    expect([landed[0], landed[2]]).toEqual(['/old/1.jpg', '/old/3.jpg'])
    expect((await shop.app.inject({ url: landed[1] ?? '' })).headers['content-type']).toBe('image/jpeg')
    const { rows: audit } = await pool.query(
      "select actor, reason, before, after from audit_log where action = 'goods.pictures' order by id",
    )
    expect(audit).toHaveLength(2)
    expect(audit[0]).toMatchObject({ actor: '商小品', reason: '包装更新', after: { pictures: landed, file: '新图.zip' } })
    expect((await rowsOf(id))[1].message).toBe('前面没有那么多，排在第 4 张')

    const again = await checked([['A1-2.png', twice]])
    expect((await rowsOf(again))[0]).toMatchObject({ state: 'same', message: '第 2 张就是这张图片' })
    expect((await post(again, 'run', { reason: '再来' })).message).toBe('没有可以导入的行')

    await pool.query('delete from goods_image where goods_id = $1 and url = (select max(url) from goods_image where goods_id = $1)', [b])
    const { data } = await shop.ask('GET', at(id, '/undo'), { cookie: clerk })
    expect(data).toMatchObject({ changed: 1, touched: 0, new: 3, removable: 2 })
    expect(data.kept).toMatchObject([{ code: 'B1' }])
    await approved(id, 'undo')
    await work()
    expect(await imagesOf(a)).toEqual(['/old/1.jpg', '/old/2.jpg', '/old/3.jpg'])
    expect(await imagesOf(b)).toEqual([])
    expect((await rowsOf(id)).map((row: { undone: string }) => row.undone).sort()).toEqual(['back', 'left', 'removed', 'removed'])
    const actions = (
      await pool.query("select action from audit_log where action like 'picture_import.%' and subject = $1 order by id", [
        `picture_import:${id}`,
      ])
    ).rows
    expect(actions.map(({ action }) => action)).toEqual(['read', 'run', 'done', 'undo', 'undone'].map((one) => `picture_import.${one}`))
  })

  it('预览之后那一张换了：不能批准；批准之后、轮到之前换了：那一张不导入；满十二张的不再加', async () => {
    const a = await goodsWith('A1', '/old/1.jpg')
    await goodsWith('F1', ...Array.from({ length: 12 }, (_, n) => `/full/${n}.jpg`))
    const id = await checked([
      ['A1.jpg', await picture()],
      ['A1-2.jpg', await picture()],
      ['F1-12.jpg', await picture()],
    ])
    await post(id, 'run', { reason: '包装' })
    await pool.query("update goods_image set url = '/other.jpg' where goods_id = $1", [a])
    expect((await decide()).message).toContain('预览之后有商品的图片变了')
    await decide('refuse', head, { reason: '重新预览' })
    await post(id, 'check', { columns: [] })
    await work()
    await approved(id, 'run')
    await pool.query("update goods_image set url = '/again.jpg' where goods_id = $1", [a])
    await work()
    expect(states(await rowsOf(id)).sort()).toEqual(['changed', 'new', 'refused'])
    expect((await imagesOf(a))[0]).toBe('/again.jpg')
    const full = await checked([
      ['F1-12.jpg', await picture()],
      ['F1-11.jpg', await picture()],
    ])
    expect((await look(full)).counts).toMatchObject({ changed: 2 })
  })
})

describe('图片导入：进程被杀', () => {
  it('预览、导入、撤销到一半被杀：接着办，一张不重、一张不漏；没有导入的图片一周后清理', async () => {
    const goods = await Promise.all(Array.from({ length: 45 }, (_, n) => goodsWith(`P${n}`, `/old/${n}.jpg`)))
    const entries = await Promise.all(goods.map(async (_, n): Promise<Entry> => [`P${n}.png`, await picture(300, 300)]))
    const { data } = await upload(zip(entries))
    const id: number = data.id
    const killed = async (until: () => Promise<boolean>) => {
      const code = `
        import { openDatabase } from './platform/database.ts'
        import { importTasks } from './modules/goods/importdesk/making.ts'
        const database = openDatabase(process.env.AT, { max: 3 })
        await importTasks(database)[0].run({ file_id: Number(process.env.FILE_ID) }, new Date(process.env.NOW))`
      const child = spawn(
        process.execPath,
        ['--input-type=module', '-e', code.replaceAll("'./", `'${fileURLToPath(new URL('../../../../', import.meta.url))}`)],
        {
          env: { ...process.env, AT: shop.database.url, FILE_ID: String(id), NOW: NOW.toISOString() },
          stdio: ['ignore', 'inherit', 'inherit'],
        },
      )
      const ended = once(child, 'exit')
      while (!(await until()) && child.exitCode === null) await new Promise((resolve) => setTimeout(resolve, 5))
      child.kill('SIGKILL')
      await ended
    }
    const count = async (where: string) =>
      Number((await pool.query(`select count(*) from import_file_row where file_id = $1 and ${where}`, [id])).rows[0].count)
    const files = async () => (await pool.query("select from stored_file where purpose = 'goods'")).rowCount
    await killed(async () => (await count("state <> 'read'")) > 0)
    expect(await count("state = 'read'")).toBeGreaterThan(0)
    await work()
    expect((await look(id)).counts).toMatchObject({ changed: 45, refused: 0 })
    expect(await files()).toBe(45)
    await approved(id, 'run')
    await killed(async () => (await count('landed_at is not null')) > 0)
    await work()
    expect((await look(id)).counts).toMatchObject({ landed: 45 })
    expect((await pool.query("select from goods_image where url like '/img/goods/%'")).rowCount).toBe(45)
    expect((await pool.query("select from audit_log where action = 'goods.pictures'")).rowCount).toBe(45)
    await approved(id, 'undo')
    await killed(async () => (await count("undone <> ''")) > 0)
    await work()
    expect((await pool.query("select from goods_image where url like '/old/%'")).rowCount).toBe(45)
    expect((await pool.query('select from goods_image')).rowCount).toBe(45)

    const left = await checked([['P1.png', await picture()]])
    await post(left, 'cancel')
    const { rows } = await pool.query<{ stored_id: number }>('select stored_id from import_picture where file_id = $1', [left])
    await pool.query(
      "update import_file set read_at = read_at - interval '8 days', ended_at = ended_at - interval '8 days' where id = $1",
      [left],
    )
    await pool.query(`select graphile_worker.add_job('importdesk.clear', '{}', run_at => $1)`, [NOW])
    await shop.jobs.runDue(['importdesk.clear'])
    expect((await pool.query('select subject from stored_file where id = $1', [rows[0]?.stored_id])).rows).toEqual([{ subject: null }])
    expect((await post(left, 'check', { columns: [] })).status).toBe(200)
    await work()
    expect((await rowsOf(left))[0].message).toBe('压缩包里的图片已清理，请重新上传')
  })
})
