import { describe, expect, it } from 'vitest'
import { testShop } from '../../../../test/harness.ts'
import { codeNeedsCaptcha, codeRates, phoneKnownRates, registerRates, takeRates } from './limits.ts'

const NOW = new Date('2026-11-28T02:00:00Z')
const shop = await testShop({ now: NOW })
const { db } = shop.database
/** Networks of one line: 2001:db8:1::/48 holds them all. */
const of = (network: number, line = 1) => `2001:db8:${line}:${network.toString(16)}::1`

describe('一条线路换着地址问', () => {
  it('问手机号是否注册：一个地址一小时三十次，同一条线路一共一百二十次；别的线路不受影响', async () => {
    let answered = 0
    for (let network = 1; network <= 6; network++)
      for (let times = 0; times < 25; times++)
        answered += await takeRates(db, phoneKnownRates(of(network)), NOW).then(
          () => 1,
          () => 0,
        )
    expect(answered).toBe(120)
    await expect(takeRates(db, phoneKnownRates(of(1, 2)), NOW)).resolves.toBeUndefined()
  })

  it('IPv4 的一个地址就是它自己；验证码另有全店的上限', () => {
    expect(registerRates('203.0.113.5').map(({ key }) => key)).toEqual(['register:ip:203.0.113.5'])
    expect(codeRates('13800001234', of(7)).map(({ key, max }) => [key, max])).toEqual(
      expect.arrayContaining([
        ['sms:hour:ip:2001:db8:1:7::/64', 40],
        ['sms:hour:line:2001:db8:1::/48', 160],
        ['sms:hour:shop', 3_000],
        ['sms:day:shop', 20_000],
      ]),
    )
  })

  it('同一条线路要得多了，或全店要得多了，先看图形验证码', async () => {
    const needs = (ip: string) => codeNeedsCaptcha(db, '13899998888', ip, NOW)
    expect(await needs(of(1, 3))).toBe(false)
    for (let at = 0; at < 80; at++) await takeRates(db, codeRates(`1380001${1000 + at}`, of(at + 1, 3)), NOW)
    expect([await needs(of(500, 3)), await needs(of(1, 4))]).toEqual([true, false])
    for (let at = 0; at < 220; at++) await takeRates(db, codeRates(`1380002${1000 + at}`, `198.51.${at}.1`), NOW)
    expect(await needs('192.0.2.1')).toBe(true)
  })
})
