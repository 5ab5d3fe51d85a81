import { describe, expect, it } from 'vitest'
import { makeStaffOf } from '../../../../test/fixtures.ts'
import { testShop } from '../../../../test/harness.ts'
import { keepSetting } from '../../../../test/rows.ts'
import { LEGAL_TEXTS } from './legal-texts.ts'

const NOW = new Date('2026-11-23T10:00:00+08:00')

const shop = await testShop({ now: NOW })
const { db, pool } = shop.database
const editor = await makeStaffOf(db, 'administrator', '郑管理')
const other = await makeStaffOf(db, 'marketer', '孙运营')

const later = () => {
  shop.clock.now = new Date(shop.clock.now.getTime() + 60_000)
}
const list = async (query = '') => (await shop.ask('GET', `/api/staff/article?per_page=100${query}`, { cookie: editor })).data
const idOf = async (code: string): Promise<number> => (await list()).list.find((one: { code: string }) => one.code === code)?.id
const record = async (id: number) => (await shop.ask('GET', `/api/staff/article/${id}`, { cookie: editor })).data
const command = (id: number, name: string, body: object, cookie = editor) =>
  shop.ask('POST', `/api/staff/article/${id}/${name}`, { cookie, body })
const TEXT = { section: 'topic', code: '', title: '标题', summary: '', body: '正文', author: '' }
const save = (body: object, cookie = editor) =>
  shop.ask('POST', '/api/staff/article', { cookie, body: { id: 0, version: 0, ...TEXT, ...body } })
const shown = (code: string) => shop.ask('GET', `/api/article/detail?code=${code}`)
const footer = async () =>
  (await shop.ask('GET', '/api/global/links')).data.list.map(
    ({ name, children }: { name: string; children: { name: string; url: string }[] }) => [
      name,
      ...children.map((one) => `${one.name} ${one.url}`),
    ],
  )

describe('文章与法律文本', () => {
  it('空店：列出开业需要而没有的文本；按范本起草，写进本企业的名称、电话、证照；再按一次什么也不多', async () => {
    const put = (key: string, value: unknown) => keepSetting(db, key, value)
    await put('company_name', '衡安医药有限公司')
    await put('hot_line', '0851-88880000')
    await put('licences', [{ name: '药品经营许可证', value: '黔AA0000009' }])
    expect((await list()).missing).toHaveLength(LEGAL_TEXTS.length)
    const made = await shop.ask('POST', '/api/staff/article/prepare', { cookie: editor, body: {} })
    expect(made.data.made).toContain('货物配送')
    expect((await shop.ask('POST', '/api/staff/article/prepare', { cookie: editor, body: {} })).data.made).toEqual([])
    const drafted = await list('&state=legal')
    expect([drafted.total, drafted.missing]).toEqual([LEGAL_TEXTS.length, []])
    expect((await record(await idOf('serve'))).body).toContain('衡安医药有限公司按药品经营质量管理规范')
    expect((await record(await idOf('wzzz'))).body).toContain('| 药品经营许可证 | 黔AA0000009 |')
    // The help centre is found by its number too.
    const { rows } = await pool.query(`select id from article_category where code = 'help'`)
    expect(rows).toEqual([{ id: 3 }])
  })

  it('草稿买家看不到；空白没有填完不能发布；填好发布后买家随即看到，页脚有它', async () => {
    const id = await idOf('hwps')
    expect((await shown('hwps')).status).toBe(404)
    const { article, body, blanks } = await record(id)
    expect(blanks).toEqual(['多少小时'])
    const refused = await command(id, 'publish', { version: article.version })
    expect([refused.status, refused.message]).toEqual([409, '还有 1 处要填写，填好再发布：多少小时'])
    const saved = await save({
      id,
      section: 'zfps',
      code: 'hwps',
      title: '货物配送',
      body: body.replace(/【请填写：.*?】/, '24 小时'),
      version: article.version,
    })
    expect(saved.data.article).toMatchObject({ version: 2, state: 'draft', waiting: 1, url: '/help/zfps/hwps', legal: 1 })
    expect((await command(id, 'publish', { version: 2 })).data.article).toMatchObject({ state: 'published', waiting: 0 })
    expect((await shown('hwps')).data).toMatchObject({ title: '货物配送', section: { code: 'zfps' } })
    expect(await footer()).toEqual([['支付与配送', '货物配送 /help/zfps/hwps']])
    expect((await command(id, 'publish', { version: 2 })).status).toBe(409)
  })

  it('改已发布的：发布以前买家看到的是旧的；恢复旧版本成为新的草稿，再发布就换回来', async () => {
    const id = await idOf('hwps')
    const changed = await save({ id, section: 'zfps', code: 'hwps', title: '货物配送（2027）', body: '新的正文', version: 2 })
    expect(changed.data).toMatchObject({ title: '货物配送（2027）', article: { version: 3, waiting: 1, state: 'published' } })
    later()
    expect((await shown('hwps')).data.title).toBe('货物配送')
    expect((await list('&state=waiting')).list.map((one: { id: number }) => one.id)).toContain(id)
    await command(id, 'publish', { version: 3 })
    expect((await shown('hwps')).data).toMatchObject({ title: '货物配送（2027）', body: '新的正文' })
    const back = await command(id, 'restore', { version: 3, restored: 2 })
    expect(back.data).toMatchObject({ title: '货物配送', article: { version: 4, waiting: 1 } })
    expect(
      back.data.versions.map(({ version, shown: is, saved_by }: { version: number; shown: number; saved_by: string }) => [
        version,
        is,
        saved_by,
      ]),
    ).toEqual([
      [4, 0, '郑管理'],
      [3, 1, '郑管理'],
      [2, 0, '郑管理'],
      [1, 0, '郑管理'],
    ])
    await command(id, 'publish', { version: 4 })
    expect((await shown('hwps')).data.title).toBe('货物配送')
    expect((await command(id, 'restore', { version: 4, restored: 99 })).status).toBe(422)
  })

  it('撤下要写理由：买家看不到，页脚也没有；再发布又有', async () => {
    const id = await idOf('hwps')
    expect((await command(id, 'withdraw', { version: 4 })).status).toBe(422)
    expect((await command(id, 'withdraw', { version: 4, reason: '条款有误' })).status).toBe(200)
    expect((await shown('hwps')).status).toBe(404)
    expect(await footer()).toEqual([])
    expect((await command(id, 'withdraw', { version: 4, reason: '条款有误' })).status).toBe(409)
    await command(id, 'publish', { version: 4 })
    expect((await shown('hwps')).status).toBe(200)
    expect(await footer()).toEqual([['支付与配送', '货物配送 /help/zfps/hwps']])
  })

  it('两人写一篇：后存的一位看到现在写的是什么，自己的没有丢也没有写进去', async () => {
    const id = await idOf('link')
    const { article, body } = await record(id)
    await save({ id, section: 'us', code: 'link', title: '联系我们', body: `${body}\n\n运营补充`, version: article.version }, other)
    const refused = await save({ id, section: 'us', code: 'link', title: '联系', body: '我的', version: article.version })
    expect(refused.status).toBe(409)
    expect(refused.data.changes.find(({ field }: { field: string }) => field === 'body').theirs).toContain('运营补充')
    expect((await command(id, 'publish', { version: article.version })).data.reason).toBe('CHANGED_MEANWHILE')
  })

  it('正文只收页面会画的那几种：没有 HTML，链接只在站内；标题、地址、栏目逐格检查', async () => {
    const wrong = async (body: object) => {
      const answer = await save(body)
      expect(answer.status, answer.text).toBe(422)
      return answer.data.errors.map(({ field }: { field: string }) => field)
    }
    expect(await wrong({ body: '看 <script>alert(1)</script>' })).toEqual(['body'])
    expect(await wrong({ body: '点[这里](https://elsewhere.example/)' })).toEqual(['body'])
    expect(await wrong({ body: '点[这里](javascript:alert(1))' })).toEqual(['body'])
    expect(await wrong({ body: ' \n ', title: '\u200b', section: 'nowhere', code: 'A b' })).toEqual(['section', 'code', 'title', 'body'])
    expect(await wrong({ code: 'hwps' })).toEqual(['code'])
    const answer = await save({ body: '一\r\n\r\n\r\n\r\n二  \n[帮助](/help/pay?x=1)\u202e', title: '  两\t词 ' })
    expect(answer.data).toMatchObject({ title: '两 词', body: '一\n\n二\n[帮助](/help/pay?x=1)' })
    expect(answer.data.article.url).toMatch(/^\/news\/info\/\d+\/help$/)
  })

  it('已发布的不改地址；种子写的文章第一次被改时，原样成为第一版', async () => {
    const { rows } = await pool.query<{ id: number }>(
      `insert into article (category_id, title, body, slug, published_at) select id, '旧文章', '旧正文', 'jiu', '2026-11-20T10:00:00+08:00' from article_category where code = 'topic' returning id`,
    )
    const id = Number(rows[0]?.id)
    expect(await record(id)).toMatchObject({ title: '旧文章', versions: [], article: { state: 'published', version: 0, waiting: 0 } })
    expect((await save({ id, code: 'xin', title: '新题' })).data.errors[0].field).toBe('code')
    const saved = await save({ id, code: 'jiu', title: '新题', body: '新正文' })
    expect(
      saved.data.versions.map(({ version, title, shown: is }: { version: number; title: string; shown: number }) => [version, title, is]),
    ).toEqual([
      [2, '新题', 0],
      [1, '旧文章', 1],
    ])
    expect((await shown('jiu')).data.title).toBe('旧文章')
    const draft = await pool.query<{ id: number }>(
      `insert into article (category_id, title, body, slug, status, published_at) select id, '旧草稿', '草稿正文', 'caogao', 'draft', '2026-11-20T10:00:00+08:00' from article_category where code = 'topic' returning id`,
    )
    expect((await command(Number(draft.rows[0]?.id), 'publish', { version: 0 })).data.article).toMatchObject({
      state: 'published',
      version: 1,
    })
  })

  it('每次保存、发布都在操作记录里；没有权限的看不到，审计只看', async () => {
    const { rows } = await pool.query<{ action: string }>(`select distinct action from audit_log where action like 'article.%' order by 1`)
    expect(rows.map(({ action }) => action)).toEqual([
      'article.prepare',
      'article.publish',
      'article.restore',
      'article.save',
      'article.withdraw',
    ])
    const auditor = await makeStaffOf(db, 'auditor')
    expect((await shop.ask('GET', '/api/staff/article', { cookie: auditor })).status).toBe(200)
    expect((await save({}, auditor)).status).toBe(403)
    const clerk = await makeStaffOf(db, 'warehouse')
    expect((await shop.ask('GET', '/api/staff/article', { cookie: clerk })).status).toBe(403)
    expect((await shop.ask('GET', '/api/staff/article/999999', { cookie: editor })).status).toBe(404)
  })

  it('按词、栏目找；百分号只是百分号', async () => {
    expect((await list(`&keywords=${encodeURIComponent('货物配')}`)).total).toBe(1)
    expect((await list(`&keywords=${encodeURIComponent('%')}`)).total).toBe(0)
    expect((await list('&section=us')).list.map(({ code }: { code: string }) => code).sort()).toEqual(['link', 'tsjy'])
    expect((await list('&state=published')).total).toBe(3)
    expect((await list('&state=draft')).total).toBeGreaterThan(5)
  })
})
