import { describe, expect, it } from 'vitest'
import { makeCategory, makeGoods, makeStaffOf } from '../../../../test/fixtures.ts'
import { testShop } from '../../../../test/harness.ts'

const NOW = new Date('2026-11-28T10:00:00+08:00')

const shop = await testShop({ now: NOW })
const { db, pool } = shop.database
const editor = await makeStaffOf(db, 'marketer', '孙运营')
const other = await makeStaffOf(db, 'administrator', '郑管理')
await makeGoods(db, { name: '感冒灵颗粒', code: 'G-1', categories: [await makeCategory(db, '感冒清热')] })

const later = (minutes: number) => {
  shop.clock.now = new Date(shop.clock.now.getTime() + minutes * 60_000)
}
const TEXT = { type: 'text', title: '规则', text: '一段\n\n二段' }
const PAGE = {
  kind: 'activity',
  code: 'winter',
  name: '冬季备货',
  intro: '',
  image: '',
  accent: 'near',
  starts_at: '',
  ends_at: '',
  blocks: [TEXT],
}
const save = (body: object, cookie = editor) =>
  shop.ask('POST', '/api/staff/front/page', { cookie, body: { id: 0, version: 0, ...PAGE, ...body } })
const command = (id: number, name: string, body: object, cookie = editor) =>
  shop.ask('POST', `/api/staff/front/page/${id}/${name}`, { cookie, body })
const record = async (id: number) => (await shop.ask('GET', `/api/staff/front/page/${id}`, { cookie: editor })).data
const list = async (query = '') => (await shop.ask('GET', `/api/staff/front/page?per_page=100${query}`, { cookie: editor })).data
const shown = (code: string, query = '') => shop.ask('GET', `/api/zone/page?code=${code}${query}`)
const nameOf = async (code: string) => (await shown(code)).data?.page?.name
const fieldsOf = (answer: { status: number; data: { errors: { field: string }[] }; text: string }) => {
  expect(answer.status, answer.text).toBe(422)
  return answer.data.errors.map(({ field }) => field)
}

describe('专题页', () => {
  it('草稿买家看不到；发布后随即看到；改了的等发布；撤下要写理由', async () => {
    const made = await save({ blocks: [TEXT, { type: 'goods', title: '常备', codes: [' G-1 ', ''], url: '/list' }] })
    expect(made.data).toMatchObject({
      page: { state: 'draft', version: 1, waiting: 1, url: '/hdmb?id=winter' },
      blocks: [TEXT, { type: 'goods', title: '常备', codes: ['G-1'], url: '/list' }],
    })
    const { id } = made.data.page
    expect((await shown('winter')).status).toBe(404)
    expect((await shop.ask('GET', '/api/zone/pages')).data.list).toEqual([])
    expect((await command(id, 'publish', { version: 1 })).data.page).toMatchObject({ state: 'published', waiting: 0 })
    const { blocks, page } = (await shown('winter')).data
    expect([page.name, page.accent, blocks[1].goods.map(({ name }: { name: string }) => name)]).toEqual([
      '冬季备货',
      'near',
      ['感冒灵颗粒'],
    ])
    expect((await command(id, 'publish', { version: 1 })).status).toBe(409)
    await save({ id, version: 1, name: '冬季备货二' })
    expect(await nameOf('winter')).toBe('冬季备货')
    expect((await list('&state=waiting')).list).toHaveLength(1)
    await command(id, 'publish', { version: 2 })
    expect(await nameOf('winter')).toBe('冬季备货二')
    expect(fieldsOf(await command(id, 'withdraw', { version: 2 }))).toEqual(['reason'])
    expect((await command(id, 'withdraw', { version: 2, reason: '活动取消' })).data.page.state).toBe('draft')
    expect((await shown('winter')).status).toBe(404)
    expect((await command(id, 'withdraw', { version: 2, reason: '活动取消' })).status).toBe(409)
    expect((await shop.ask('GET', '/api/activity/resolve?path=winter')).data.url).toBe('')
    await command(id, 'publish', { version: 2 })
    expect((await shop.ask('GET', '/api/activity/resolve?path=winter')).data.url).toBe('/hdmb?id=winter')
  })

  it('定时：到那一刻自动换上，差一秒还是旧的；可以取消；旧版本能恢复', async () => {
    const { id } = (await list()).list[0]
    await save({ id, version: 2, name: '双十二' })
    const at = new Date(shop.clock.now.getTime() + 60 * 60_000).toISOString()
    expect(fieldsOf(await command(id, 'publish', { version: 3, at: '2026-01-01T00:00:00Z' }))).toEqual(['at'])
    expect((await command(id, 'publish', { version: 3, at })).data.page).toMatchObject({ due_at: at, due_version: 3, waiting: 1 })
    expect((await list('&state=due')).total).toBe(1)
    await command(id, 'unschedule', { version: 3 })
    expect((await command(id, 'unschedule', { version: 3 })).status).toBe(409)
    await command(id, 'publish', { version: 3, at })
    shop.clock.now = new Date(new Date(at).getTime() - 1_000)
    expect(await nameOf('winter')).toBe('冬季备货二')
    shop.clock.now = new Date(at)
    expect(await nameOf('winter')).toBe('双十二')
    expect((await shop.ask('GET', `/api/zone/pages?ids=${id}`)).data.list[0].name).toBe('双十二')
    expect((await record(id)).page).toMatchObject({ due_version: 0, waiting: 0 })
    const back = await command(id, 'restore', { version: 3, restored: 2 })
    expect(back.data).toMatchObject({ name: '冬季备货二', page: { version: 4, waiting: 1 } })
    expect(back.data.versions.map(({ version, shown: is }: { version: number; shown: number }) => [version, is])).toEqual([
      [4, 0],
      [3, 1],
      [2, 0],
      [1, 0],
    ])
    expect(fieldsOf(await command(id, 'restore', { version: 4, restored: 99 }))).toEqual(['restored'])
    expect(await nameOf('winter')).toBe('双十二')
  })

  it('预览某一版在某一刻的样子：只有这个地址看得到', async () => {
    const { id } = (await list()).list[0]
    const moment = '2026-12-31T00:00:00.000Z'
    const answer = await shop.ask('GET', `/api/staff/front/page/${id}/preview?version=4&at=${moment}`, { cookie: editor })
    const word = new URL(answer.data.url, 'http://shop').searchParams.get('preview')
    expect(answer.data.url).toMatch(/^\/hdmb\?id=winter&preview=/)
    const seen = (await shown('winter', `&preview=${word}`)).data
    expect([seen.page.name, seen.now]).toEqual(['冬季备货二', moment])
    expect(await nameOf('winter')).toBe('双十二')
    await save({ code: 'second', name: '另一页' })
    expect((await shown('second', `&preview=${word}`)).status).toBe(404)
    expect((await shop.ask('GET', `/api/staff/front/page/${id}/preview?version=99`, { cookie: editor })).status).toBe(404)
    later(31)
    expect((await shown('winter', `&preview=${word}`)).data.page.name).toBe('双十二')
  })

  it('两人写一页：后存的看到现在写的是什么', async () => {
    const { id } = (await list('&keywords=winter')).list[0]
    await save({ id, version: 4, name: '管理员改的' }, other)
    const refused = await save({ id, version: 4, name: '我的' })
    expect([refused.status, refused.data.reason, refused.data.version]).toEqual([409, 'CHANGED_MEANWHILE', 5])
    expect(refused.data.changes).toContainEqual({ field: 'name', theirs: '管理员改的' })
    expect((await command(id, 'publish', { version: 4 })).data.reason).toBe('CHANGED_MEANWHILE')
  })

  it('块里的链接只到本站，图片只在这里上传；伪造的、不存在的、没有选的，逐块指出', async () => {
    const wrong = async (block: object) => fieldsOf(await save({ code: 'wrong', blocks: [TEXT, block] }))
    for (const url of ['javascript:alert(1)', 'data:text/html,x', '//evil.example', 'https://evil.example/'])
      expect(await wrong({ type: 'banner', title: 'x', url })).toEqual(['blocks[1].url'])
    expect(await wrong({ type: 'banner', image: 'data:image/svg+xml,<svg onload=alert(1)>' })).toEqual(['blocks[1].image'])
    expect(await wrong({ type: 'banner' })).toEqual(['blocks[1].image'])
    expect(await wrong({ type: 'text' })).toEqual(['blocks[1].text'])
    expect(await wrong({ type: 'text', text: '看\u202e不见' })).toEqual(['blocks[1].text'])
    expect(await wrong({ type: 'goods' })).toEqual(['blocks[1].codes'])
    expect(await wrong({ type: 'goods', codes: ['G-1'], zone: 'herb' })).toEqual(['blocks[1].codes'])
    expect(await wrong({ type: 'goods', zone: 'nowhere' })).toEqual(['blocks[1].type'])
    expect(await wrong({ type: 'goods', codes: ['G-1', '没有'] })).toEqual(['blocks[1].codes'])
    expect(await wrong({ type: 'goods', ids: [999_999] })).toEqual(['blocks[1].ids'])
    expect(await wrong({ type: 'goods', category: '没有' })).toEqual(['blocks[1].category'])
    expect(await wrong({ type: 'goods', manufacturer: 999_999 })).toEqual(['blocks[1].manufacturer'])
    expect(await wrong({ type: 'goods', promotion: 999_999 })).toEqual(['blocks[1].promotion'])
    expect(await wrong({ type: 'coupons' })).toEqual(['blocks[1].ids'])
    expect(await wrong({ type: 'coupons', ids: [999_999] })).toEqual(['blocks[1].ids'])
    expect(await wrong({ type: 'promotion' })).toEqual(['blocks[1].ids'])
    expect(await wrong({ type: 'promotion', ids: [999_999] })).toEqual(['blocks[1].ids'])
    expect(fieldsOf(await save({ code: 'A b', name: 'x' }))).toEqual(['code'])
    expect(fieldsOf(await save({ code: 'winter' }))).toEqual(['code'])
    expect(fieldsOf(await save({ name: ' ', starts_at: '2026-12-02T00:00:00Z', ends_at: '2026-12-01T00:00:00Z' }))).toEqual([
      'name',
      'ends_at',
    ])
    // Texts are texts: what looks like HTML is shown as it was typed.
    const made = await save({ code: 'plain', blocks: [{ type: 'text', text: '<script>alert(1)</script>' }] })
    expect(made.data.blocks[0].text).toBe('<script>alert(1)</script>')
    expect((await save({ id: made.data.page.id, version: 1, code: 'other' })).status).toBe(422)
    const empty = await save({ code: 'empty', blocks: [] })
    expect((await command(empty.data.page.id, 'publish', { version: 1 })).message).toBe('页面还没有内容，先加一块再发布')
  })

  it('种子写的页面第一次被改时，原样成为第一版；可选的商品来源', async () => {
    const { rows } = await pool.query<{ id: number }>(
      `insert into zone_page (code, kind, name, blocks) values ('seeded', 'zone', '旧专区', '[{"type":"text","text":"旧"}]') returning id`,
    )
    const id = Number(rows[0]?.id)
    expect(await record(id)).toMatchObject({
      name: '旧专区',
      versions: [],
      page: { state: 'published', version: 0, waiting: 0, url: '/zqmb?id=seeded' },
    })
    expect((await command(id, 'withdraw', { version: 0, reason: '先试试' })).status).toBe(409)
    expect((await command(id, 'publish', { version: 0 })).status).toBe(409)
    const saved = await save({ id, version: 0, kind: 'zone', code: 'seeded', name: '新专区' })
    expect(saved.data.versions.map(({ version, name, shown: is }: Record<string, unknown>) => [version, name, is])).toEqual([
      [2, '新专区', 0],
      [1, '旧专区', 1],
    ])
    expect(await nameOf('seeded')).toBe('旧专区')
    const choices = (await shop.ask('GET', '/api/staff/front/page_choices', { cookie: editor })).data
    expect(choices.categories.map(({ text }: { text: string }) => text)).toContain('感冒清热')
    expect(choices.zones).toHaveLength(7)
    expect((await list('&kind=zone')).total).toBe(1)
    expect((await list('&state=draft')).total).toBeGreaterThan(1)
    expect((await list('&state=published')).total).toBe(2)
  })

  it('每一步都在操作记录里；审计只看；没有的页面 404', async () => {
    const { rows } = await pool.query<{ action: string }>(
      `select distinct action from audit_log where action like 'zone_page.%' order by 1`,
    )
    expect(rows.map(({ action }) => action)).toEqual([
      'zone_page.publish',
      'zone_page.restore',
      'zone_page.save',
      'zone_page.schedule',
      'zone_page.unschedule',
      'zone_page.withdraw',
    ])
    const auditor = await makeStaffOf(db, 'auditor')
    expect((await shop.ask('GET', '/api/staff/front/page', { cookie: auditor })).status).toBe(200)
    expect((await save({ code: 'no' }, auditor)).status).toBe(403)
    expect((await shop.ask('GET', '/api/staff/front/page/999999', { cookie: editor })).status).toBe(404)
  })
})
