import { utils, write } from '@e965/xlsx'
import { describe, expect, it, vi } from 'vitest'
import { type Buyer, makeAvailability, makeCompany, makeGoods } from '../../../../test/fixtures.ts'
import { testShop } from '../../../../test/harness.ts'
import { rowOf, textCell, workbookOf, zipOf } from '../../../../test/hostile.ts'
import { doTask } from '../../../../test/tasks.ts'

const shop = await testShop({ demo: true })
const { db, pool } = shop.database
/** The demo's pharmacy, which has bought before. */
const pharmacy = await shop.login('13900000001')
// The fixtures number their accounts as the demo does: theirs begin behind the demo's five.
for (let made = 0; made < 6; made++) await makeGoods(db)
const stranger = await makeCompany(db)
await shop.search.refresh()

interface Line {
  text: string
  number: number | null
  cases: number
  state: string
  goods_id: number
  candidates: number[]
  note: string
  problem: string
}
interface Goods {
  id: number
  name: string
  ypgg: string
  approval_no: string
  price: string | null
  times: number
  last_price: string | null
}

async function match(text: string, cookie = pharmacy): Promise<{ lines: Line[]; goods: Map<number, Goods>; left_out: number }> {
  const answer = await shop.ask('POST', '/api/quick_order/match', { cookie, body: { text } })
  expect(answer.status, answer.text.slice(0, 400)).toBe(200)
  return { ...answer.data, goods: new Map((answer.data.goods as Goods[]).map((one) => [one.id, one])) }
}
async function one(text: string, cookie = pharmacy) {
  const { lines, goods } = await match(text, cookie)
  const [line] = lines
  if (!line) throw new Error('no line')
  return {
    ...line,
    goods: goods.get(line.goods_id) ?? null,
    names: line.candidates.map((id) => `${goods.get(id)?.name} ${goods.get(id)?.ypgg}`),
  }
}
async function upload(name: string, content: Buffer, cookie = pharmacy) {
  const boundary = 'list-boundary'
  const payload = Buffer.concat([
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: application/octet-stream\r\n\r\n`,
    ),
    content,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ])
  return shop.ask('POST', '/api/quick_order/file', {
    cookie,
    body: payload,
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  })
}
const workbook = (rows: unknown[][]): Buffer =>
  write({ Sheets: { 一: utils.aoa_to_sheet(rows) }, SheetNames: ['一'] }, { type: 'buffer', bookType: 'xlsx' })

describe('一行清单认成什么商品', () => {
  it('商品编码、条形码认得准，大小写和全角无妨', async () => {
    const { rows } = await pool.query<{ id: number; code: string; barcode: string }>(
      "select id, code, barcode from goods where barcode <> '' and on_shelf and availability_id is null order by id limit 1",
    )
    const [goods] = rows
    if (!goods) throw new Error('no goods with a barcode')
    for (const text of [
      goods.code,
      goods.code.toLowerCase(),
      goods.code.replace(/[0-9]/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0)),
    ]) {
      expect(await one(`${text} 20`), text).toMatchObject({ state: 'matched', goods_id: goods.id, number: 20, note: '商品编码一致' })
    }
    expect(await one(goods.barcode)).toMatchObject({ state: 'matched', goods_id: goods.id, number: null, note: '条形码一致' })
  })

  it('名称加规格只有一种的认得准，厂家、中包装写法和没有空格的也行', async () => {
    for (const text of ['氯雷他定片 10mg*6片 10', '氯雷他定片 10mg×6片/盒 10', '氯雷他定片10mg*6片 10', '氯雷他定片\t10mg*6片\t\t10']) {
      const line = await one(text)
      expect(line, text).toMatchObject({ state: 'matched', number: 10, goods: { name: '氯雷他定片', ypgg: '10mg*6片' } })
    }
  })

  it('同名几种规格：列出来选；只买过其中一种的按采购记录选定，并请核对', async () => {
    const fresh = await one('阿莫西林胶囊 20', stranger.cookie)
    expect(fresh).toMatchObject({ state: 'choose', goods_id: 0 })
    expect(fresh.candidates.length).toBeGreaterThan(1)
    expect(fresh.names.every((name) => name.startsWith('阿莫西林胶囊'))).toBe(true)
    const known = await one('阿莫西林胶囊 20')
    expect(known).toMatchObject({ state: 'check', note: '按您的采购记录选定，请核对', goods: { ypgg: '0.25g*24粒' } })
    expect(known.goods?.times).toBeGreaterThan(1)
    expect(known.goods?.last_price).toMatch(/^\d+\.\d\d$/)
  })

  it('批准文号下有几个包装的列出来，加上规格就认得准', async () => {
    const approval_no = '国药准字H20990001'
    await makeGoods(db, { name: '多规格片', spec: '5mg*7片', approval_no })
    const wide = await makeGoods(db, { name: '多规格片', spec: '5mg*28片', approval_no })
    await shop.search.refresh()
    expect(await one('国药准字Ｈ20990001 3', stranger.cookie)).toMatchObject({ state: 'choose' })
    expect(await one('国药准字H20990001 5mg*28片 3', stranger.cookie)).toMatchObject({
      state: 'matched',
      goods_id: wide,
      note: '批准文号一致',
    })
    expect(await one('H20990001 5mg*28 3', stranger.cookie)).toMatchObject({ goods_id: wide })
  })

  it('别家系统的编码碰巧与我们的相同，名称对不上就不认', async () => {
    await makeGoods(db, { code: 'ZZ9901', name: '碰巧同码片' })
    await shop.search.refresh()
    expect((await one('ZZ9901 氯雷他定片 10mg*6片 5')).goods?.name).toBe('氯雷他定片')
    expect((await one('QQ77881 氯雷他定片 10mg*6片 5')).goods?.name).toBe('氯雷他定片')
    expect((await one('ZZ9901 碰巧同码片 5')).goods?.name).toBe('碰巧同码片')
  })

  it('只有部分对得上的是相近商品，要人来选；完全没有的说没有', async () => {
    expect(await one('氯雷他定片 10mg*600片 5')).toMatchObject({ state: 'choose', note: '没有完全一致的，以下为相近商品', goods_id: 0 })
    expect(await one('不存在的神奇药丸 5')).toMatchObject({ state: 'none', candidates: [], goods_id: 0 })
  })

  it('拼音首字母也认，但请人核对或选择，从不当作一致', async () => {
    expect(['check', 'choose']).toContain((await one('llтd 5'.replace('т', 't'))).state)
  })

  it('0.25g*2 不是 0.25g*24；数量写成件的照件数算', async () => {
    expect((await one('阿莫西林胶囊 0.25g*2 5')).state).not.toBe('matched')
    expect(await one('氯雷他定片 10mg*6片 2件')).toMatchObject({ number: 2, cases: 1 })
  })

  it('读过的行带着选定的商品再来，选定的还在；下架的要重选', async () => {
    const goods = await makeGoods(db, { name: '选定片' })
    await shop.search.refresh()
    const ask = (goods_id: number) =>
      shop.ask('POST', '/api/quick_order/match', {
        cookie: stranger.cookie,
        body: { lines: [{ text: '阿莫西林胶囊', number: 5, goods_id }] },
      })
    expect((await ask(goods)).data.lines[0]).toMatchObject({ state: 'matched', goods_id: goods, note: '由您选定' })
    expect((await ask(999_999_999)).data.lines[0]).toMatchObject({ state: 'choose', goods_id: 0 })
  })

  it('已下架的按名称、编码、批准文号都认得，说明已下架并给出相近商品；本来就看不到的商品不透露', async () => {
    const gone = { name: '绝版胶囊', spec: '0.15g*30粒', code: 'JB0001', approval_no: '国药准字H20990077', on_shelf: false }
    const sold = await makeGoods(db, gone)
    const near = await makeGoods(db, { ...gone, code: 'JB0002', spec: '0.15g*60粒', approval_no: '', on_shelf: true })
    const elsewhere = await makeAvailability(db, [{ province: '西藏自治区' }])
    await makeGoods(db, { name: '秘而不宣片', code: 'JB0003', on_shelf: false, availability_id: elsewhere })
    await shop.search.refresh()
    for (const text of ['绝版胶囊 0.15g*30粒 5', '绝版胶囊0.15g×30粒 5', 'jb0001 5', 'H20990077 0.15g*30粒 5']) {
      const { lines, goods } = await match(text, stranger.cookie)
      expect(lines[0], text).toMatchObject({ goods_id: sold, number: 5 })
      expect(goods.get(sold), text).toMatchObject({ is_buy: 0, reasons: [{ code: 'OFF_SHELF' }] })
    }
    expect((await one('绝版胶囊 0.15g*30粒 5', stranger.cookie)).candidates).toEqual([sold, near])
    // A specification that never was, and what is on the shelf, are not taken for what is gone.
    expect((await one('绝版胶囊 0.3g*30粒 5', stranger.cookie)).candidates).toEqual([near])
    expect((await one('绝版胶囊 5', stranger.cookie)).goods_id).toBe(near)
    for (const text of ['秘而不宣片 5', 'JB0003 5']) {
      const { lines, goods } = await match(text, stranger.cookie)
      expect(lines[0], text).toMatchObject({ state: 'none', candidates: [], note: '没有找到，可改写后再试，或提交求购' })
      expect(goods.size, text).toBe(0)
    }
  })

  it('审核中的企业能识别清单，但看不到价格、库存', async () => {
    const pending = await shop.login('13900000002')
    const { goods } = await match('氯雷他定片 10mg*6片 10', pending)
    for (const card of goods.values()) expect(card).toMatchObject({ price: null, number: null, is_buy: 0 })
  })

  it('三百行一次认完，一行不少；问数据库的次数不随行数增加', async () => {
    const { rows } = await pool.query<{ name: string; spec: string; code: string }>(
      'select name, spec, code from goods where on_shelf and availability_id is null order by id limit 300',
    )
    const text = rows.map(({ name, spec, code }, at) => `${at % 3 === 0 ? code : `${name} ${spec}`} ${(at % 9) + 1}`)
    const asked = vi.spyOn(pool, 'query')
    const questionsFor = async (list: readonly string[]) => {
      await match(list.join('\n'))
      asked.mockClear()
      const { lines } = await match(list.join('\n'))
      expect(lines).toHaveLength(list.length)
      expect(lines.filter(({ state }) => state === 'none')).toEqual([])
      return asked.mock.calls.length
    }
    expect(rows).toHaveLength(300)
    expect(await questionsFor(text)).toBeLessThanOrEqual((await questionsFor(text.slice(0, 3))) + 2)
    asked.mockRestore()
  })
})

describe('清单文件', () => {
  const rows = [
    ['11 月采购计划'],
    [],
    ['商品编码', '药品名称', '规格', '采购数量'],
    ['', '氯雷他定片', '10mg*6片', 20],
    ['', '', '', ''],
    ['', '蒙脱石散', '3g*10袋', '2件'],
  ]
  it('XLSX 认得表头，上方的标题不算，行号是表里的行号', async () => {
    const { status, data } = await upload('计划.xlsx', workbook(rows))
    expect(status).toBe(200)
    expect(data.lines.map((line: Line & { line: number }) => [line.line, line.text, line.number, line.cases, line.state])).toEqual([
      [4, '氯雷他定片 10mg*6片', 20, 0, 'matched'],
      [6, '蒙脱石散 3g*10袋', 2, 1, 'matched'],
    ])
  })
  it('CSV 也行，中文编码无论 UTF-8 还是 GBK', async () => {
    const utf8 = Buffer.from('\ufeff品名,规格,数量\r\n氯雷他定片,10mg*6片,20\r\n')
    // 品名,数量 / 板蓝根颗粒,5 in GB18030
    const gbk = Buffer.from('c6b7c3fb2ccafdc1bf0d0ab0e5c0b6b8f9bfc5c1a32c350d0a', 'hex')
    expect((await upload('a.csv', utf8)).data.lines[0]).toMatchObject({ text: '氯雷他定片 10mg*6片', number: 20 })
    expect((await upload('b.csv', gbk)).data.lines[0]).toMatchObject({ text: '板蓝根颗粒', number: 5 })
  })
  it('没有表头的也读', async () => {
    expect((await upload('a.xlsx', workbook([['氯雷他定片', '10mg*6片', 20]]))).data.lines[0]).toMatchObject({
      text: '氯雷他定片 10mg*6片',
      number: 20,
    })
  })
  it('模板能下载，填好能传回', async () => {
    const answer = await shop.app.inject({ method: 'GET', url: '/api/quick_order/template', headers: { cookie: `sid=${pharmacy}` } })
    expect(answer.headers['content-disposition']).toBe(`attachment; filename*=UTF-8''${encodeURIComponent('采购清单模板.xlsx')}`)
    const { data } = await upload('模板.xlsx', answer.rawPayload)
    expect(data.lines.map((line: Line) => [line.text, line.number, line.cases])).toEqual([
      ['阿莫西林胶囊 0.25g*24粒', 20, 0],
      ['板蓝根颗粒 10g*20袋', 2, 1],
    ])
  })

  it('改名成 .xlsx 的脚本、空文件、图片、损坏的工作簿都被拒绝，并说明怎么办', async () => {
    const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
    for (const [name, content, message] of [
      ['清单.xlsx', Buffer.from('<script>alert(1)</script>\n#!/bin/sh\nrm -rf /'), '不是 Excel 工作簿'],
      ['清单.xlsx', Buffer.alloc(0), '文件是空的'],
      ['清单.csv', png, '只支持 XLSX、XLS 和 CSV'],
      ['清单.xlsx', Buffer.concat([Buffer.from('504b0304', 'hex'), Buffer.from('nonsense')]), '打不开这个工作簿'],
      ['清单.xlsx', workbook([['备注'], ['']]).subarray(0, 900), '打不开这个工作簿'],
      ['清单.csv', Buffer.from('\r\n\r\n'), '没有找到商品'],
    ] as const) {
      const answer = await upload(name, content)
      expect(answer.status, `${name} ${answer.text}`).toBe(422)
      expect(answer.message).toContain(message)
    }
    const none = await shop.ask('POST', '/api/quick_order/file', { cookie: pharmacy, body: {} })
    expect(none.status).toBe(422)
    expect((await upload('大.csv', Buffer.alloc(3 * 1024 * 1024, 'a'))).status).toBe(422)
  })

  it('展开后有几百兆的压缩炸弹不展开，谎报的大小也不信', async () => {
    for (const claimed of [200 * 1024 * 1024, 100]) {
      const answer = await upload(
        '炸弹.xlsx',
        zipOf([{ name: 'xl/worksheets/sheet1.xml', content: Buffer.alloc(200 * 1024 * 1024), claimed }]),
      )
      expect(answer.status, answer.text).toBe(422)
      expect(answer.message).toContain('展开后过大')
    }
  })

  it('数量的公式没有结果，说的是公式；文件里各行的次序不变', async () => {
    const book = workbookOf({
      一:
        rowOf(1, textCell('A1', '品名') + textCell('B1', '数量')) +
        rowOf(2, `${textCell('A2', '氯雷他定片 10mg*6片')}<c r="B2"><f>C2*2</f></c>`) +
        rowOf(3, `${textCell('A3', '板蓝根颗粒')}<c r="B3"><f>1+2</f><v>3</v></c>`),
    })
    const { data } = await upload('公式.xlsx', book)
    expect(data.lines.map((line: Line & { line: number }) => [line.line, line.number, line.problem])).toEqual([
      [2, null, '数量的公式没有结果'],
      [3, 3, ''],
    ])
  })

  it('粘贴的也只取前一千行，并说明略去了多少', async () => {
    const { lines, left_out } = await match(Array.from({ length: 1_500 }, (_, at) => `氯雷他定片 ${at + 1}`).join('\n'))
    expect([lines.length, left_out, lines.at(-1)?.number]).toEqual([1_000, 500, 1_000])
  })

  it('一万行只取前一千行，并说明略去了多少', async () => {
    const many = [['品名', '数量'], ...Array.from({ length: 10_000 }, (_, at) => [`氯雷他定片 ${at}`, 1])]
    const { status, data } = await upload('多.xlsx', workbook(many))
    expect(status).toBe(200)
    expect(data.lines).toHaveLength(1000)
    expect(data.left_out).toBeGreaterThan(8_000)
  })
})

describe('清单加入购物车', () => {
  const add = (cookie: string, key: string, list: object[]) => shop.ask('POST', '/api/quick_order/add', { cookie, body: { key, list } })
  const unitsOf = async (buyer: Buyer, goodsId: number) => {
    const { data } = await shop.ask('GET', '/api/cart/list', { cookie: buyer.cookie })
    return (data.list as { goods: { id: number }; number: number }[]).find((line) => line.goods.id === goodsId)?.number ?? 0
  }

  it('同一份清单按两次、同时按十次，都只加一次，回答相同', async () => {
    const buyer = await makeCompany(db)
    const goods = await makeGoods(db)
    const list = [{ goods_id: goods, number: 3 }]
    const answers = await Promise.all(Array.from({ length: 10 }, () => add(buyer.cookie, 'key-0000-aaaa', list)))
    expect(new Set(answers.map(({ data }) => JSON.stringify(data))).size).toBe(1)
    expect(await unitsOf(buyer, goods)).toBe(3)
    await add(buyer.cookie, 'key-0000-bbbb', list)
    expect(await unitsOf(buyer, goods)).toBe(6)
    // The same key of another company is another key.
    const other = await makeCompany(db)
    await add(other.cookie, 'key-0000-aaaa', list)
    expect(await unitsOf(other, goods)).toBe(3)
  })

  it('键用过之后换了清单再交：说明已用过，不当作已加入', async () => {
    const buyer = await makeCompany(db)
    const goods = await makeGoods(db)
    expect((await add(buyer.cookie, 'key-3333-aaaa', [{ goods_id: goods, number: 3 }])).status).toBe(200)
    const other = await add(buyer.cookie, 'key-3333-aaaa', [{ goods_id: goods, number: 30 }])
    expect([other.status, other.data?.reason]).toEqual([409, 'KEY_USED'])
    expect(await unitsOf(buyer, goods)).toBe(3)
  })

  it('能买的加入，数量按中包装更正并说明，不能买的各有原因', async () => {
    const buyer = await makeCompany(db)
    const [packed, empty] = [await makeGoods(db, { mid_pack: 5, splittable: false }), await makeGoods(db, { stock: 0 })]
    const { data, message } = await add(buyer.cookie, 'key-1111-aaaa', [
      { goods_id: packed, number: 7 },
      { goods_id: empty, number: 1 },
      { goods_id: 999_999_999, number: 1 },
    ])
    expect(data.partial).toBe(true)
    expect(data.lines[0]).toMatchObject({ number: 10, corrections: [{ message: expect.stringContaining('已调整为 10') }] })
    expect(data.lines.slice(1).map((line: { id: number; reasons: { message: string }[] }) => [line.id, line.reasons.length > 0])).toEqual([
      [0, true],
      [0, true],
    ])
    expect(message).not.toBe('')
  })

  it('清理七天前的记录，同一个键此后算新的', async () => {
    const buyer = await makeCompany(db)
    const goods = await makeGoods(db)
    await add(buyer.cookie, 'key-2222-aaaa', [{ goods_id: goods, number: 1 }])
    await pool.query("update quick_order set created_at = created_at - interval '8 days' where key = 'key-2222-aaaa'")
    const { collectTasks } = await import('../../modules.ts')
    await doTask(
      collectTasks({ database: shop.database, config: shop.config, jobs: { enqueue: async () => undefined } }),
      'quickorder.cleanup',
      {},
      new Date(),
    )
    const { rows } = await pool.query("select from quick_order where key = 'key-2222-aaaa'")
    expect(rows).toHaveLength(0)
  })
})

describe('历史采购', () => {
  const list = async (query = '', cookie = pharmacy) => (await shop.ask('GET', `/api/user/fast_buy${query}`, { cookie })).data
  it('买过的商品各一行：次数、上次数量与价格、建议数量；取消的订单不算', async () => {
    const { list: rows, total } = await list('?order=times')
    expect(total).toBeGreaterThan(10)
    expect(rows[0]).toMatchObject({ goods: { name: '阿莫西林胶囊' }, last_price: expect.stringMatching(/^\d+\.\d\d$/) })
    expect(rows[0].suggested % rows[0].goods.step).toBe(0)
    expect(rows[0].suggested_note).toContain('平均')
    const { rows: cancelled } = await pool.query<{ goods_id: number }>(
      `select l.goods_id from order_line l join orders o on o.id = l.order_id where o.company_id = 1 group by l.goods_id having bool_and(o.status = 'cancelled')`,
    )
    const shown = new Set(rows.map((row: { goods: { id: number } }) => row.goods.id))
    expect(cancelled.filter(({ goods_id }) => shown.has(goods_id))).toEqual([])
  })
  it('可按最近、次数、该补货、名称排，可搜；翻到很后面是空页，总数不变', async () => {
    const recent = await list()
    const dates = recent.list.map((row: { last_at: string }) => row.last_at)
    expect(dates).toEqual([...dates].sort().reverse())
    expect((await list('?order=due')).total).toBe(recent.total)
    const found = await list(`?keywords=${encodeURIComponent('氯雷')}`)
    expect(found.list.length).toBeGreaterThan(0)
    expect(found.list.every((row: { goods: { name: string } }) => row.goods.name.includes('氯雷'))).toBe(true)
    expect((await list('?keywords=%25')).total).toBe(0)
    expect(await list('?page=50')).toMatchObject({ list: [], total: recent.total })
  })
  it('别家看不到', async () => expect((await list('', stranger.cookie)).total).toBe(0))
})
