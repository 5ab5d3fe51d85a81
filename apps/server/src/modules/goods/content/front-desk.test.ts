import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { makeStaffOf } from '../../../../test/fixtures.ts'
import { testShop } from '../../../../test/harness.ts'
import { upload } from '../../../../test/upload.ts'

const NOW = new Date('2026-11-28T10:00:00+08:00')

const shop = await testShop({ now: NOW })
const { db, pool } = shop.database
const editor = await makeStaffOf(db, 'marketer', '孙运营')
const other = await makeStaffOf(db, 'administrator', '郑管理')

const later = (minutes: number) => {
  shop.clock.now = new Date(shop.clock.now.getTime() + minutes * 60_000)
}
const ask = async (path: string, cookie = editor) => (await shop.ask('GET', `/api/staff/front/${path}`, { cookie })).data
const save = (path: string, body: object, cookie = editor) => shop.ask('POST', `/api/staff/front/${path}`, { cookie, body })
const ADVERT = { id: 0, title: '冬季备货', subtitle: '', image: '', url: '/yx', style: '', is_on: 1, starts_at: '', ends_at: '' }
const shown = async (slot: string) => (await shop.ask('GET', `/api/focus/${slot}`)).data.list.map((one: { title: string }) => one.title)
const fieldsOf = (answer: { data: { errors: { field: string; message: string }[] } }) => answer.data.errors.map(({ field }) => field)

async function picture(): Promise<string> {
  const bytes = await sharp({ create: { width: 1200, height: 260, channels: 3, background: '#00aa55' } })
    .png()
    .toBuffer()
  const answer = await upload(shop, editor, bytes, { purpose: 'front', path: '/api/staff/file', name: '横幅.png', type: 'image/png' })
  return `/img/front/${answer.data.id}.jpg`
}

describe('广告位', () => {
  it('列出商城会画的广告位；保存后商城随即显示，按这里的次序，停用的、没到时间的、过了时间的不显示', async () => {
    await pool.query(`insert into manufacturer (name, short_name, is_brand) values ('望槐堂药业', '望槐堂', true)`)
    const slots = (await ask('slot')).list
    expect(slots.map(({ slot }: { slot: string }) => slot)).toContain('home')
    const brand = slots.find(({ name }: { name: string }) => name === '品牌页 · 望槐堂').slot
    expect(await ask('slot/home')).toEqual({ slot: 'home', version: 0, list: [] })
    const saved = await save('slot/home', {
      version: 0,
      list: [
        { ...ADVERT, title: ' 第二  张 ' },
        { ...ADVERT, title: '停用的', is_on: 0 },
        { ...ADVERT, title: '明天的', starts_at: '2026-11-29T00:00:00+08:00' },
        { ...ADVERT, title: '昨天的', ends_at: '2026-11-28T00:00:00+08:00' },
        { ...ADVERT, title: '第一张' },
      ],
    })
    expect(saved.data).toMatchObject({ version: 1 })
    expect(await shown('home')).toEqual(['第二 张', '第一张'])
    const list = saved.data.list.toReversed()
    expect((await save('slot/home', { version: 1, list })).status).toBe(200)
    expect(await shown('home')).toEqual(['第一张', '第二 张'])
    later(24 * 60)
    expect(await shown('home')).toEqual(['第一张', '明天的', '第二 张'])
    expect((await ask('slot')).list.find(({ slot }: { slot: string }) => slot === 'home')).toMatchObject({ running: 3, total: 5 })
    await save(`slot/${brand}`, { version: 0, list: [ADVERT] })
    expect((await shop.ask('GET', `/api/focus/brand/${brand.slice(6)}`)).data.list).toHaveLength(1)
    expect((await save('slot/nowhere', { version: 0, list: [] })).status).toBe(404)
    expect((await save('slot/brand:999', { version: 0, list: [] })).status).toBe(404)
  })

  it('图片要在这里上传，谁都能看；别处的图片不收', async () => {
    const image = await picture()
    const { version, list } = await ask('slot/top')
    const saved = await save('slot/top', { version, list: [...list, { ...ADVERT, image }] })
    expect(saved.data.list[0].image).toBe(image)
    const seen = await shop.app.inject({ url: image })
    expect([seen.statusCode, seen.headers['content-type']]).toEqual([200, 'image/jpeg'])
    expect((await shop.app.inject({ url: '/img/front/999999.jpg' })).statusCode).toBe(404)
    expect((await shop.app.inject({ url: '/img/front/x.jpg' })).statusCode).toBe(404)
    for (const wrong of ['https://evil.example/a.png', 'data:image/svg+xml,<svg>', 'javascript:alert(1)', '/img/goods/1.jpg'])
      expect(fieldsOf(await save('slot/top', { version: 1, list: [{ ...ADVERT, image: wrong }] }))).toEqual(['list[0].image'])
    expect(fieldsOf(await save('slot/top', { version: 1, list: [{ ...ADVERT, image: '/img/front/999999.jpg' }] }))).toEqual(['list'])
  })

  it('伪造的链接、没有标题、看不见的字符、颠倒的时间，逐格指出，什么也没有存', async () => {
    const before = await ask('slot/right')
    for (const url of [
      'javascript:alert(1)',
      'data:text/html,x',
      '//evil.example',
      '/\\evil.example',
      'http://evil.example/',
      'https://a@b.example/',
    ]) {
      const answer = await save('slot/right', { version: 0, list: [{ ...ADVERT, url }] })
      expect([answer.status, fieldsOf(answer)], url).toEqual([422, ['list[0].url']])
    }
    const answer = await save('slot/right', {
      version: 0,
      list: [
        { ...ADVERT, title: '  ', style: 'herb', starts_at: '2026-12-02T00:00:00Z', ends_at: '2026-12-01T00:00:00Z' },
        { ...ADVERT, title: '看\u202e不见' },
      ],
    })
    expect(fieldsOf(answer)).toEqual(['list[0].title', 'list[0].style', 'list[0].ends_at', 'list[1].title'])
    expect(await ask('slot/right')).toEqual(before)
  })

  it('两人改一个广告位：后存的看到现在是什么；别的广告位的编号当作新的', async () => {
    const { version, list } = await ask('slot/home')
    await save('slot/home', { version, list: [{ ...list[0], title: '管理员改的' }, ...list.slice(1, 3)] }, other)
    const refused = await save('slot/home', { version, list: [...list, ADVERT] })
    expect([refused.status, refused.data.reason, refused.data.version]).toEqual([409, 'CHANGED_MEANWHILE', version + 1])
    const theirs = new Map(refused.data.changes.map((one: { field: string; theirs: string }) => [one.field, one.theirs]))
    expect(theirs.get(String(list[0].id))).toContain('管理员改的')
    expect(theirs.get(String(list[4].id))).toBe('')
    expect(theirs.get('order')).toMatch(/^管理员改的 → /)
    const yx = await save('slot/yx', { version: 0, list: [{ ...ADVERT, id: list[0].id }] })
    expect(yx.data.list[0].id).not.toBe(list[0].id)
    const twice = await save('slot/yx', { version: 1, list: [yx.data.list[0], yx.data.list[0]] })
    expect(twice.data.list).toHaveLength(2)
  })

  it('预览：地址里带着签了名的内容，商城照它画；改过的、过了半小时的、别的广告位不作数，什么也没有存', async () => {
    const before = await ask('slot/zyzq')
    const draft = [
      { ...ADVERT, title: '草稿' },
      { ...ADVERT, title: '后天的', starts_at: '2026-12-01T00:00:00+08:00' },
    ]
    const now = await save('slot/zyzq/preview', { at: '', list: draft })
    const word = new URL(now.data.url, 'http://shop').searchParams.get('preview') ?? ''
    expect(now.data.url).toMatch(/^\/zyyp\?preview=/)
    const seen = async (slot: string, preview: string) =>
      (await shop.ask('GET', `/api/focus/${slot}?preview=${preview}`)).data.list.map((one: { title: string }) => one.title)
    expect(await seen('zyzq', word)).toEqual(['草稿'])
    expect(await seen('kxzq', word)).toEqual([])
    const prize = await save('slot/prize/preview', { at: '', list: draft })
    const strip = new URL(prize.data.url, 'http://shop').searchParams.get('preview')
    expect((await shop.ask('GET', `/api/draw/ads?preview=${strip}`)).data.list).toMatchObject([{ title: '草稿' }])
    expect(await seen('zyzq', `${word.slice(0, -1)}${word.endsWith('A') ? 'B' : 'A'}`)).toEqual([])
    expect(await seen('zyzq', 'x')).toEqual([])
    const then = await save('slot/zyzq/preview', { at: '2026-12-02T00:00:00+08:00', list: draft })
    expect(await seen('zyzq', new URL(then.data.url, 'http://shop').searchParams.get('preview') ?? '')).toEqual(['草稿', '后天的'])
    expect(await ask('slot/zyzq')).toEqual(before)
    const long = Array.from({ length: 60 }, () => ({ ...ADVERT, subtitle: '长'.repeat(100) }))
    expect((await save('slot/zyzq/preview', { at: '', list: long })).status).toBe(422)
    later(31)
    expect(await seen('zyzq', word)).toEqual([])
  })
})

describe('导航、页脚、友情链接', () => {
  const LINK = { id: 0, name: '优选', url: '/yx', badge: '新', children: [] }
  const header = async () => (await shop.ask('GET', '/api/global/header')).data.nav
  const links = async () => (await shop.ask('GET', '/api/global/links')).data

  it('导航按次序显示，有角标；空链接显示“暂未开始”', async () => {
    const saved = await save('link/nav', { version: 0, list: [LINK, { ...LINK, name: '秒杀', url: '', badge: '' }] })
    expect(saved.status).toBe(200)
    expect((await header()).map(({ name, url, badge, is_open }: Record<string, unknown>) => [name, url, badge, is_open])).toEqual([
      ['优选', '/yx', '新', 1],
      ['秒杀', '', '', 0],
    ])
    const { version, list } = saved.data
    await save('link/nav', { version, list: [list[1]] })
    expect((await header()).map(({ id }: { id: number }) => id)).toEqual([list[1].id])
    expect(
      fieldsOf(await save('link/nav', { version: 2, list: [{ ...LINK, children: [{ id: 0, name: 'x', url: '', badge: '' }] }] })),
    ).toEqual(['list[0].children'])
  })

  it('页脚的栏目和链接：链接换到别的栏目，编号不变；栏目去掉，它的链接也去掉', async () => {
    const head = (name: string, children: object[], id = 0) => ({ id, name, url: '', badge: '', children })
    const child = { id: 0, name: '配送说明', url: '/help/zfps/hwps', badge: '' }
    const first = await save('link/help', { version: 0, list: [head('支付配送', [child, { ...child, name: '发票' }]), head('服务', [])] })
    const [a, b] = first.data.list
    const moved = await save('link/help', { version: 1, list: [head('服务', [a.children[0]], b.id), head('帮助', [a.children[1]])] })
    expect(moved.data.list[0].children[0].id).toBe(a.children[0].id)
    expect((await links()).list.map(({ name, children }: { name: string; children: unknown[] }) => [name, children.length])).toEqual([
      ['服务', 1],
      ['帮助', 1],
    ])
    expect(
      fieldsOf(await save('link/help', { version: 2, list: [{ ...head('x', [{ ...child, url: 'javascript:x' }]), url: '/yx' }] })),
    ).toEqual(['list[0].url', 'list[0].children[0].url'])
  })

  it('发布帮助文章加进页脚：正开着页脚的人后存，会被告知', async () => {
    const { version, list } = await ask('link/help')
    const text = { section: 'fwbz', code: 'wzzz', title: '网站资质', summary: '', body: '正文', author: '' }
    const article = await shop.ask('POST', '/api/staff/article', { cookie: editor, body: { id: 0, version: 0, ...text } })
    const { id } = article.data.article
    await shop.ask('POST', `/api/staff/article/${id}/publish`, { cookie: editor, body: { version: 1 } })
    expect((await save('link/help', { version, list })).status).toBe(409)
    await shop.ask('POST', `/api/staff/article/${id}/withdraw`, { cookie: editor, body: { version: 1, reason: '有误' } })
    expect((await ask('link/help')).version).toBe(version + 2)
  })

  it('友情链接显示在页脚，只收 https 和本站，不能空着', async () => {
    const partner = { ...LINK, name: '国家药监局', url: 'https://www.nmpa.gov.cn/', badge: '' }
    await save('link/partner', { version: 0, list: [partner] })
    expect((await links()).partners).toEqual([{ name: '国家药监局', url: 'https://www.nmpa.gov.cn/' }])
    expect(fieldsOf(await save('link/partner', { version: 1, list: [{ ...partner, url: '' }] }))).toEqual(['list[0].url'])
  })
})

describe('热词', () => {
  const words = async () => (await shop.ask('GET', '/api/global/header')).data.rnss.map(({ name }: { name: string }) => name)
  it('按次序、按时间显示；同一个词只要一条', async () => {
    const word = (name: string, more = {}) => ({ id: 0, name, url: '', starts_at: '', ends_at: '', ...more })
    const saved = await save('word', {
      version: 0,
      list: [
        word('感冒'),
        word('双十二', { starts_at: '2026-12-12T00:00:00+08:00', ends_at: '2026-12-13T00:00:00+08:00' }),
        word('血压计', { url: '/list' }),
      ],
    })
    expect(await words()).toEqual(['感冒', '血压计'])
    const { list, version } = saved.data
    await save('word', { version, list: [list[2], list[1]] })
    expect(await words()).toEqual(['血压计'])
    shop.clock.now = new Date('2026-12-12T08:00:00+08:00')
    expect(await words()).toEqual(['血压计', '双十二'])
    expect(fieldsOf(await save('word', { version: 2, list: [word('a'), word(' a '), word('b', { url: '//x' })] }))).toEqual([
      'list[1].name',
      'list[2].url',
    ])
    expect((await save('word', { version: 1, list: [] })).data.reason).toBe('CHANGED_MEANWHILE')
    expect((await ask('word')).list).toHaveLength(2)
  })
})

it('每次保存都在操作记录里；没有权限的看不到，审计只看', async () => {
  const { rows } = await pool.query<{ action: string; n: number }>(
    `select action, count(*)::int as n from audit_log where action like 'front.%' group by 1 order by 1`,
  )
  expect(rows.map(({ action }) => action)).toEqual(['front.adverts', 'front.links', 'front.words'])
  const auditor = await makeStaffOf(db, 'auditor')
  expect((await shop.ask('GET', '/api/staff/front/slot', { cookie: auditor })).status).toBe(200)
  expect((await save('word', { version: 2, list: [] }, auditor)).status).toBe(403)
  const clerk = await makeStaffOf(db, 'warehouse')
  expect((await shop.ask('GET', '/api/staff/front/word', { cookie: clerk })).status).toBe(403)
})
