import type { FastifyInstance } from 'fastify'
import { afterAll, describe, expect, it } from 'vitest'
import { testShop } from '../../../test/harness.ts'
import { buildApp } from '../../app.ts'
import { STAND_INS } from '../../platform/config.ts'
import { jobs } from '../../platform/jobs.ts'
import { simulatedSms } from './simulator.ts'

const PHONE = '13911150001'

const shop = await testShop()
const build = (isDemo: boolean) =>
  buildApp({
    config: { ...shop.config, standIns: isDemo ? STAND_INS : [] },
    database: shop.database,
    sessions: shop.sessions,
    jobs,
    search: shop.search,
    pages: null,
    clock: () => shop.clock.now,
  })
const real = await build(false)
const demo = await build(true)
afterAll(async () => {
  await real.close()
  await demo.close()
})

const ways = async (app: FastifyInstance) => (await app.inject('/api/user/login_ways')).json().data
const askCode = (app: FastifyInstance) =>
  app.inject({ method: 'POST', url: '/api/sms/code', payload: { purpose: 'register', phone: PHONE } })

describe('模拟短信与模拟微信只在演示商店', () => {
  it('真实商店没有它们的页面，也不发验证码，登录页据此只显示密码登录', async () => {
    for (const url of ['/demo/sms', '/demo/wechat?state=abcdefghijkl']) expect((await real.inject(url)).statusCode).toBe(404)
    expect(await ways(real)).toMatchObject({ sms: 0, wechat: 0 })
    const refused = await askCode(real)
    expect(refused.statusCode).toBe(409)
    expect(refused.json().message).toBe('短信验证码暂未开通，请使用密码登录，或联系客服')
    expect((await real.inject({ method: 'POST', url: '/api/wechat/ticket' })).statusCode).toBe(409)
  })

  it('演示商店在页面上给出发出的码，按手机筛选', async () => {
    expect(await ways(demo)).toMatchObject({ sms: 1, wechat: 1 })
    const sent = await askCode(demo)
    expect(sent.json().data.inbox_url).toBe('/demo/sms')
    const { rows } = await shop.database.pool.query<{ code: string }>('select code from sms_simulator where phone = $1', [PHONE])
    const page = await demo.inject(`/demo/sms?phone=${PHONE}`)
    expect(page.body).toContain(rows[0]?.code)
    expect(page.headers['cache-control']).toBe('no-store')
    expect((await demo.inject('/demo/sms?phone=13911150002')).body).not.toContain(rows[0]?.code)
    expect((await demo.inject('/demo/sms?phone=%27--')).statusCode).toBe(200)
  })

  it('写进日志的一行说明用途与时限', async () => {
    const lines: string[] = []
    const sms = simulatedSms(shop.database.db, (line) => lines.push(line))
    await sms.sendCode({ phone: PHONE, purpose: 'reset', code: '012345', minutes: 5 }, shop.clock.now)
    expect(lines).toEqual([expect.stringMatching(/13911150001.*验证码 012345，用于重置密码，5 分钟内有效/)])
  })

  it('模拟微信的页面不认识的二维码、空的昵称都拒绝', async () => {
    expect((await demo.inject('/demo/wechat?state=<script>')).statusCode).toBe(404)
    const post = (payload: object) => demo.inject({ method: 'POST', url: '/demo/wechat', payload })
    expect((await post({ state: 'abcdefghijkl', who: '', nickname: ' ', answer: 'yes' })).statusCode).toBe(422)
    expect((await post({ state: 'abcdefghijkl', who: '林山', answer: 'no' })).headers.location).toBe('/wechat/callback?state=abcdefghijkl')
  })
})
