import { beforeEach, describe, expect, it } from 'vitest'
import { knownCaptcha } from '../../../../test/credentials.ts'
import { testShop } from '../../../../test/harness.ts'
import { addRow } from '../../../../test/rows.ts'
import type { DatabaseHandle } from '../../../platform/database.ts'
import { LOCK_MINUTES } from './login/login-limits.ts'
import { hashPassword } from './passwords/passwords.ts'

const NOW = new Date('2026-11-21T02:00:00Z')
const BUYER = '13911110001'
const OWNER = '13911110002'

async function seed({ db }: DatabaseHandle): Promise<void> {
  const password_hash = await hashPassword('Demo-2026')
  const company = {
    type: '单体药店',
    province: '湖北省',
    city: '武汉市',
    district: '江岸区',
    address: '中山大道 1 号',
    rank: 'A',
    review_state: 2,
  }
  const companies = await db
    .insertInto('company')
    .values(['康民大药房', '百草一店', '百草二店', '别家药房'].map((name) => ({ ...company, name })))
    .returning('id')
    .execute()
  const [single, first, second] = companies.map((one) => one.id) as [number, number, number, number]
  const accounts = await db
    .insertInto('account')
    .values([
      { username: BUYER, phone: BUYER, name: '陈店员', password_hash },
      { username: OWNER, phone: OWNER, name: '周老板', password_hash },
      { username: 'staff', name: '质管员', password_hash, is_staff: true },
    ])
    .returning('id')
    .execute()
  const [buyer, owner, clerk] = accounts.map((one) => one.id) as [number, number, number]
  await addRow(db, 'staff', { account_id: clerk })
  await addRow(db, 'account_company', [
    { account_id: buyer, company_id: single },
    { account_id: owner, company_id: first },
    { account_id: owner, company_id: second },
  ])
  await addRow(db, 'qualification', [
    { company_id: single, kind: 'business_licence', name: '营业执照', expires_on: null },
    { company_id: single, kind: 'drug_licence', name: '药品经营许可证', expires_on: '2026-12-31' },
    ...['purchase_mandate', 'purchaser_id', 'receiver_mandate', 'receiver_id', 'quality_agreement'].map((kind) => ({
      company_id: single,
      kind,
      name: kind,
      expires_on: '2027-12-31',
    })),
  ])
  await addRow(db, 'ledger_account', { company_id: single, kind: 'balance', balance: 123_456 })
}

const shop = await testShop({ now: NOW, seed })
const { pool } = shop.database
beforeEach(async () => {
  shop.clock.now = NOW
  await shop.database.db.deleteFrom('login_failure').execute()
})

const tryLogin = (username: string, password: string, more: { cookie?: string; ip?: string; headers?: Record<string, string> } = {}) =>
  shop.ask('POST', '/api/user/login', { body: { username, password }, ...more })
/** With a captcha, which is asked for from the third failure on. */
const tryWithCaptcha = async (username: string, password: string, ip?: string) =>
  shop.ask('POST', '/api/user/login', { body: { username, password, ...(await knownCaptcha(shop)) }, ...(ip && { ip }) })
const cookieOf = (answer: { headers: Record<string, unknown> }) => /sid=([^;]*)/.exec(String(answer.headers['set-cookie']))?.[1] ?? ''

describe('登录', () => {
  it('登录答当前用户，会话 Cookie 不能被脚本读取，也不随别站请求发出', async () => {
    const answer = await tryLogin(BUYER, 'Demo-2026')
    expect(answer).toMatchObject({
      code: 200,
      message: '登录成功',
      data: { username: BUYER, company: '康民大药房', is_passed: 1, balance: '1234.56' },
    })
    expect(String(answer.headers['set-cookie'])).toMatch(/^sid=[\w-]{43};.*HttpOnly;.*SameSite=Lax/)
    expect(answer.text).not.toContain('argon2')
    expect(await shop.ask('GET', '/api/user/base', { cookie: cookieOf(answer) })).toMatchObject({ code: 200, data: { name: '陈店员' } })
  })

  it('用户名前后的空格不妨碍登录，密码里的空格算数', async () => {
    expect((await tryLogin(` ${BUYER} `, 'Demo-2026')).code).toBe(200)
    expect((await tryLogin(BUYER, 'Demo-2026 ')).code).toBe(422)
  })

  it('不存在的用户与错误的密码得到完全相同的回答', async () => {
    const [wrong, unknown] = [await tryLogin(BUYER, 'wrong'), await tryLogin('13999999999', 'wrong')]
    expect(wrong).toMatchObject({ status: 422, code: 422, data: { errors: [{ field: 'password', message: '用户名或密码不正确' }] } })
    const shape = ({ text }: { text: string }) => text.replace(/"request_id":"[^"]*"/, '')
    expect(shape(unknown)).toBe(shape(wrong))
  })

  it('不存在的用户与错误的密码算得一样多，快慢看不出账号是否存在', async () => {
    // Processor time, not the clock: what else the machine does must not decide.
    const work = async (username: string) => {
      const before = process.cpuUsage()
      for (let round = 0; round < 4; round++) await tryLogin(username, 'wrong', { ip: `10.0.0.${round}` })
      const { user, system } = process.cpuUsage(before)
      return user + system
    }
    await work('13999999998')
    const [known, unknown] = [await work(BUYER), await work('13999999997')]
    expect(Math.max(known, unknown) / Math.min(known, unknown)).toBeLessThan(2.5)
  })

  it.each([
    ['真实账号', BUYER],
    ['不存在的账号', '13999999996'],
  ])('同一来源对%s连错 5 次后锁定 15 分钟，正确密码也不放行', async (_who, username) => {
    for (let round = 0; round < 5; round++) expect((await tryWithCaptcha(username, 'wrong')).code).toBe(422)
    const locked = await tryWithCaptcha(username, 'Demo-2026')
    expect(locked).toMatchObject({ status: 429, code: 429, message: '登录失败次数过多，请 15 分钟后再试，或联系客户经理' })
    shop.clock.now = new Date(NOW.getTime() + LOCK_MINUTES * 60_000 + 1)
    expect((await tryLogin(username, 'Demo-2026')).code).toBe(username === BUYER ? 200 : 422)
  })

  it('别处的人猜错密码，锁不住药店自己', async () => {
    for (let round = 0; round < 6; round++) await tryWithCaptcha(BUYER, 'wrong', '203.0.113.9')
    expect((await tryWithCaptcha(BUYER, 'Demo-2026', '203.0.113.9')).code).toBe(429)
    expect((await tryLogin(BUYER, 'Demo-2026', { ip: '198.51.100.7' })).code).toBe(200)
  })

  it('把药店的地址写进用户名里去猜错，也锁不住药店在那个地址登录', async () => {
    const address = '203.0.113.77'
    for (const ip of ['198.51.100.1', '198.51.100.2'])
      for (let tries = 0; tries < 3; tries++) await tryLogin(`${BUYER}|ip:${address}`, 'wrong', { ip })
    expect((await tryLogin(BUYER, 'Demo-2026', { ip: address })).status).toBe(200)
  })

  it('许多地址一起猜错同一家药店，也锁不住它：生面孔要过图形验证码，它自己登录过的浏览器什么也不用', async () => {
    const device = String((await tryLogin(BUYER, 'Demo-2026', { ip: '192.0.2.1' })).headers['set-cookie'])
    const known = /known=([^;]*)/.exec(device)?.[1] ?? ''
    expect(device).toMatch(/known=[^;]*; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Lax/)
    for (let guess = 0; guess < 60; guess += 1)
      await pool.query(
        `insert into login_failure values ($1, 1, $2) on conflict (key) do update set failures = login_failure.failures + 1`,
        [`name:${BUYER}`, NOW],
      )
    // A stranger's browser: a captcha, and then it may try.
    expect((await tryLogin(BUYER, 'Demo-2026', { ip: '192.0.2.2' })).data.errors[0].field).toBe('captcha')
    const stranger = await tryWithCaptcha(BUYER, 'wrong', '192.0.2.2')
    expect(stranger).toMatchObject({ code: 422, data: { captcha: 1 } })
    // Its own browser, wherever it is now.
    const own = (headers: Record<string, string>) => tryLogin(BUYER, 'Demo-2026', { ip: '192.0.2.3', headers })
    for (const forged of [known.replace(/^\d+/, '2'), `${known}x`, known.replace(/\.\d+\./, '.99999.')])
      expect((await own({ cookie: `known=${forged}` })).code).toBe(422)
    expect((await own({ cookie: `known=${known}` })).code).toBe(200)
    // That login forgave the name's failures; and with a captcha anybody who has the password gets in.
    await pool.query('update login_failure set failures = 500 where key = $1', [`name:${BUYER}`])
    expect((await tryWithCaptcha(BUYER, 'Demo-2026', '192.0.2.4')).code).toBe(200)
  })

  it('同一出口地址的别人猜错再多，自己登录过的浏览器照样进得去；它自己的失败单独算', async () => {
    const ip = '192.0.2.50'
    const known = /known=([^;]*)/.exec(String((await tryLogin(BUYER, 'Demo-2026', { ip })).headers['set-cookie']))?.[1] ?? ''
    await pool.query('insert into login_failure values ($1, 100, $3), ($2, 5, $3)', [`ip:${ip}`, `name:${BUYER}|ip:${ip}`, NOW])
    expect((await tryWithCaptcha(BUYER, 'Demo-2026', ip)).code).toBe(429)
    const own = async (password: string) =>
      shop.ask('POST', '/api/user/login', {
        body: { username: BUYER, password, ...(await knownCaptcha(shop)) },
        ip,
        headers: { cookie: `known=${known}` },
      })
    expect((await own('Demo-2026')).code).toBe(200)
    for (let guess = 0; guess < 5; guess += 1) expect((await own('wrong')).code).toBe(422)
    expect((await own('Demo-2026')).code).toBe(429)
  })

  // How many wait at once has its bound; whoever comes when one of them is done is let in, so that the sum has another: the lock.
  it('一个地址同时发来许多次登录：一次一次验，验一次记一次，记满 100 次就不再验；其余的说明稍后再试', async () => {
    const ip = '192.0.2.60'
    const guesses = await Promise.all(Array.from({ length: 120 }, (_, at) => tryLogin(`nobody-${at}`, 'wrong', { ip })))
    const { rows } = await pool.query<{ failures: number }>('select failures from login_failure where key = $1', [`ip:${ip}`])
    const checked = guesses.filter(({ data }) => data?.errors?.[0]?.field === 'password')
    expect(rows[0]?.failures).toBe(checked.length)
    expect(checked.length).toBeGreaterThanOrEqual(10)
    expect(checked.length).toBeLessThanOrEqual(100)
    expect(guesses.filter(({ code }) => code === 429).length).toBeGreaterThan(0)
  })

  it('浏览器认得几个账号，各认各的，半年不来就忘了', async () => {
    const known = (answer: { headers: Record<string, unknown> }) => /known=([^;]*)/.exec(String(answer.headers['set-cookie']))?.[1] ?? ''
    const first = known(await tryLogin(BUYER, 'Demo-2026'))
    const both = known(await tryLogin(OWNER, 'Demo-2026', { headers: { cookie: `known=${first}` } }))
    expect(both.split('~')).toHaveLength(2)
    const guessed = async () => {
      for (const name of [BUYER, OWNER])
        await pool.query('insert into login_failure values ($1, 20, $2) on conflict (key) do update set failures = 20, started_at = $2', [
          `name:${name}`,
          shop.clock.now,
        ])
    }
    await guessed()
    expect((await tryLogin(OWNER, 'Demo-2026', { headers: { cookie: `known=${first}` } })).code).toBe(422)
    expect((await tryLogin(OWNER, 'Demo-2026', { headers: { cookie: `known=${both}` } })).code).toBe(200)
    shop.clock.now = new Date(NOW.getTime() + 181 * 86_400_000)
    await guessed()
    expect((await tryLogin(BUYER, 'Demo-2026', { headers: { cookie: `known=${both}` } })).code).toBe(422)
  })

  it('同时发出的许多次猜测也只有有限几次得到验证机会', async () => {
    const guesses = await Promise.all(
      Array.from({ length: 40 }, (_, index) => tryLogin(BUYER, index === 39 ? 'Demo-2026' : `guess-${index}`)),
    )
    expect(guesses.at(-1)?.code).not.toBe(200)
    expect(guesses.filter((guess) => guess.code === 200)).toEqual([])
  })

  it('IPv6 按 /64 算一个地址：一个人换着后半段猜，次数还是一份', async () => {
    for (let guess = 1; guess <= 5; guess++) await tryWithCaptcha(BUYER, 'wrong-1', `2001:db8:1:2::${guess}`)
    expect((await tryWithCaptcha(BUYER, 'Demo-2026', '2001:db8:1:2:ffff::9')).code).toBe(429)
    expect((await tryLogin(BUYER, 'Demo-2026', { ip: '2001:db8:1:3::1' })).code).toBe(200)
  })

  it('正确登录清掉之前的失败次数', async () => {
    for (let round = 0; round < 4; round++) await tryWithCaptcha(BUYER, 'wrong')
    expect((await tryWithCaptcha(BUYER, 'Demo-2026')).code).toBe(200)
    for (let round = 0; round < 4; round++) expect((await tryWithCaptcha(BUYER, 'wrong')).code).toBe(422)
    expect((await tryWithCaptcha(BUYER, 'Demo-2026')).code).toBe(200)
  })

  it.each([
    ['真实账号', BUYER],
    ['不存在的账号', '13999999995'],
  ])('%s连错 3 次后要求图形验证码：没有、答错、用过的都不给机会，答对才核对密码，并说还剩几次', async (_who, username) => {
    for (let round = 0; round < 2; round++) expect((await tryLogin(username, 'wrong')).data.captcha).toBe(0)
    expect(await tryLogin(username, 'wrong')).toMatchObject({ message: '用户名或密码不正确，还可尝试 2 次', data: { captcha: 1 } })
    const without = await tryLogin(username, 'Demo-2026')
    expect(without).toMatchObject({ code: 422, data: { errors: [{ field: 'captcha', message: '请输入图形验证码' }] } })
    const captcha = await knownCaptcha(shop)
    const tryAnswer = (answer: object, password: string) => shop.ask('POST', '/api/user/login', { body: { username, password, ...answer } })
    expect((await tryAnswer({ ...captcha, captcha: 'XXXX' }, 'Demo-2026')).data.errors[0].field).toBe('captcha')
    expect((await tryAnswer(captcha, 'Demo-2026')).data.errors[0].field).toBe('captcha')
    expect((await tryAnswer(await knownCaptcha(shop), 'wrong')).message).toBe('用户名或密码不正确，还可尝试 1 次')
    expect((await tryWithCaptcha(username, 'Demo-2026')).code).toBe(username === BUYER ? 200 : 422)
  })

  it('很多不同用户从同一地址正确登录不受限制', async () => {
    const answers = await Promise.all(Array.from({ length: 60 }, () => tryLogin(OWNER, 'Demo-2026')))
    expect(answers.every((answer) => answer.code === 200)).toBe(true)
  })
})

describe('会话', () => {
  it('登录总是换新令牌，登录前的令牌（哪怕是别人塞给浏览器的）随即作废', async () => {
    const planted = 'x'.repeat(43)
    const fresh = cookieOf(await tryLogin(BUYER, 'Demo-2026', { cookie: planted }))
    expect(fresh).not.toBe(planted)
    expect((await shop.ask('GET', '/api/user/base', { cookie: planted })).code).toBe(401)
    const again = cookieOf(await tryLogin(BUYER, 'Demo-2026', { cookie: fresh }))
    expect((await shop.ask('GET', '/api/user/base', { cookie: fresh })).code).toBe(401)
    expect((await shop.ask('GET', '/api/user/base', { cookie: again })).code).toBe(200)
  })

  it('退出后令牌立即无效，Cookie 被清除', async () => {
    const cookie = await shop.login(BUYER)
    const answer = await shop.ask('DELETE', '/api/user/logout', { cookie })
    expect(answer.headers['set-cookie']).toMatch(/sid=;.*(Max-Age=0|1970)/)
    expect((await shop.ask('GET', '/api/user/base', { cookie })).code).toBe(401)
  })

  it('30 天后会话过期，每日清理删除过期的会话，不必告诉谁；退出的才告诉', async () => {
    const told = async () => (await pool.query(`select from change where topic = 'session'`)).rowCount ?? 0
    const cookie = await shop.login(BUYER)
    const before = await told()
    shop.clock.now = new Date(NOW.getTime() + 31 * 86_400_000)
    expect((await shop.ask('GET', '/api/user/base', { cookie })).code).toBe(401)
    await pool.query(`select graphile_worker.add_job('accounts.cleanup', run_at => $1)`, [shop.clock.now])
    expect(await shop.jobs.runDue()).toEqual(['accounts.cleanup'])
    expect(await shop.database.db.selectFrom('session').selectAll().execute()).toEqual([])
    expect(await told()).toBe(before)
    await shop.ask('DELETE', '/api/user/logout', { cookie: await shop.login(BUYER) })
    expect(await told()).toBe(before + 1)
  })

  it('采购企业的会话久不使用就结束，一直在用就不结束', async () => {
    const hours = 14 * 24
    const later = (ms: number) => {
      shop.clock.now = new Date(shop.clock.now.getTime() + ms)
    }
    const cookie = await shop.login(BUYER)
    const status = async () => (await shop.ask('GET', '/api/user/base', { cookie })).status
    for (let times = 0; times < 2; times++) {
      later(hours * 3_600_000 - 60_000)
      expect(await status()).toBe(200)
    }
    later(hours * 3_600_000)
    expect(await status()).toBe(401)
  })

  it('数据库里只有令牌的散列', async () => {
    const cookie = await shop.login(BUYER)
    const { rows } = await pool.query('select session::text as text from session')
    expect(JSON.stringify(rows)).not.toContain(cookie)
  })
})

describe('当前用户', () => {
  it('90 天内到期的证照提醒，过期的说明不能购买', async () => {
    const cookie = await shop.login(BUYER)
    const soon = await shop.ask('GET', '/api/user/base', { cookie })
    expect(soon.data).toMatchObject({
      papers_state: 'soon',
      papers_note: '您的药品经营许可证将于 2026-12-31 到期，请及时更新',
      message_count: 0,
      chat_unread: 0,
      cart_count: 0,
    })
    expect(soon.data.order_counts).toContainEqual({ status: 'pending_payment', name: '待付款', count: 0 })
    shop.clock.now = new Date('2026-12-31T16:00:00Z')
    expect((await shop.ask('GET', '/api/user/base', { cookie: await shop.login(BUYER) })).data).toMatchObject({ papers_state: 'bad' })
  })

  it('客户经理、地址、积分、客服与药检说明、各项开关都在一个回答里，会话令牌只在 cookie 里', async () => {
    const { db } = shop.database
    await db
      .updateTable('company')
      .set({ manager_name: '周敏', manager_phone: '027-0000', manager_default: true })
      .where('name', '=', '康民大药房')
      .execute()
    const cookie = await shop.login(BUYER)
    const base = () => shop.ask('GET', '/api/user/base', { cookie })
    const settings = { hot_line: '400-000-0000', qq1: '10001', qq2: '10002', chat_open: true, after_sale_open: true }
    const write = (values: Record<string, unknown>) =>
      db
        .insertInto('setting')
        .values(Object.entries(values).map(([key, value]) => ({ key, value: JSON.stringify(value) })))
        .onConflict((oc) => oc.column('key').doUpdateSet((eb) => ({ value: eb.ref('excluded.value') })))
        .execute()
    await write({ ...settings, quality_inspection: { url: '', msg: '药检报告随货同行' } })
    const { data, text } = await base()
    expect(data).toMatchObject({
      admin: { name: '周敏', phone: '027-0000', is_default: 1 },
      address: '湖北省武汉市江岸区中山大道 1 号',
      is_passed: 1,
      points: 0,
      wechat: 0,
      common_config: { hot_line: '400-000-0000', qq1: '10001', qq2: '10002' },
      quality_inspection: { quality_inspection_url: '', msg: '药检报告随货同行' },
      login_url: '/login',
      is_show_youx: 1,
      is_special: 0,
      is_can_chat: 1,
      is_AfterSale: 1,
    })
    expect(text).not.toContain(cookie)
    await write({ chat_open: false, after_sale_open: false, quality_inspection: { url: 'https://reports.example.com', msg: '' } })
    expect((await base()).data).toMatchObject({
      is_can_chat: 0,
      is_AfterSale: 0,
      quality_inspection: { quality_inspection_url: 'https://reports.example.com' },
    })
  })

  it('员工从员工入口登录：在采购企业的入口如同没有这个账号，员工的会话在采购企业的功能里也不算登录', async () => {
    expect(await tryLogin('staff', 'Demo-2026')).toMatchObject({ code: 422, message: '用户名或密码不正确' })
    const cookie = await shop.login('staff')
    expect((await shop.ask('GET', '/api/staff/me', { cookie })).data).toMatchObject({ username: 'staff', step: 'done' })
    expect((await shop.ask('GET', '/api/user/address', { cookie })).code).toBe(401)
  })
})

describe('多店', () => {
  it('切换门店后立刻是另一家，下次登录仍从那一家开始', async () => {
    const cookie = await shop.login(OWNER)
    const { stores } = (await shop.ask('GET', '/api/user/base', { cookie })).data
    const other = stores.find((store: { active: number }) => store.active === 0)
    const switched = await shop.ask('POST', '/api/user/switch_store', { cookie, body: { company_id: other.company_id } })
    expect(switched).toMatchObject({ code: 200, message: `已切换到 ${other.name}`, data: { company: other.name } })
    expect((await shop.ask('GET', '/api/user/base', { cookie })).data.company).toBe(other.name)
    shop.clock.now = new Date(NOW.getTime() + 60_000)
    expect((await tryLogin(OWNER, 'Demo-2026')).data.company).toBe(other.name)
  })

  it('别人的门店如同不存在', async () => {
    const cookie = await shop.login(OWNER)
    const foreign = await shop.database.db.selectFrom('company').select('id').where('name', '=', '别家药房').executeTakeFirstOrThrow()
    expect((await shop.ask('POST', '/api/user/switch_store', { cookie, body: { company_id: foreign.id } })).code).toBe(404)
  })
})

describe('收货地址', () => {
  const address = { receiver: '陈店员', phone: BUYER, province: '湖北省', city: '武汉市', district: '江岸区', detail: '中山大道 1 号' }

  it('第一个地址成为默认，新的默认取代旧的，只看得到自己企业的', async () => {
    const cookie = await shop.login(BUYER)
    expect((await shop.ask('POST', '/api/user/address', { cookie, body: address })).data.list).toMatchObject([{ is_default: 1 }])
    const second = await shop.ask('POST', '/api/user/address', {
      cookie,
      body: { ...address, phone: '027-88886666', detail: '仓库 2 号', is_default: 1 },
    })
    expect(second.data.list.map((one: { detail: string; is_default: number }) => [one.detail, one.is_default])).toEqual([
      ['仓库 2 号', 1],
      ['中山大道 1 号', 0],
    ])
    expect((await shop.ask('GET', '/api/user/address', { cookie: await shop.login(OWNER) })).data.list).toEqual([])
  })

  it.each(['12911110001', '1391111000', '27-88886666', ''])('电话 %j 被指出', async (phone) => {
    const answer = await shop.ask('POST', '/api/user/address', { cookie: await shop.login(BUYER), body: { ...address, phone } })
    expect(answer).toMatchObject({ code: 422, data: { errors: [{ field: 'phone' }] } })
  })
})

describe('来自其他网站的请求', () => {
  it.each([
    ['别站的 Origin', { origin: 'https://evil.example' }],
    ['没有来源的 Origin', { origin: 'null' }],
    ['浏览器标明的跨站', { 'sec-fetch-site': 'cross-site' }],
    ['浏览器标明的兄弟站', { 'sec-fetch-site': 'same-site' }],
  ])('%s不能登录', async (_title, headers) => {
    expect((await tryLogin(BUYER, 'Demo-2026', { headers })).code).toBe(403)
  })

  it('本站页面和不带来源的程序可以', async () => {
    expect(
      (
        await tryLogin(BUYER, 'Demo-2026', {
          headers: { host: 'shop.example', origin: 'http://shop.example', 'sec-fetch-site': 'same-origin' },
        })
      ).code,
    ).toBe(200)
    expect((await tryLogin(BUYER, 'Demo-2026')).code).toBe(200)
  })
})
