import { expect, type Locator, type Page, type TestInfo } from '@playwright/test'

/** What a clerk at the console does with mouse and keyboard, and what each of the measured deeds may take. */

export interface Hand {
  clicks: number
  keys: number
  click: (target: Locator) => Promise<void>
  press: (...keys: string[]) => Promise<void>
  /** A word typed counts by its letters. */
  type: (text: string) => Promise<void>
  /** A label under the scanner, which types it and Enter: nobody's key. */
  scan: (label: string) => Promise<void>
}

/** As fast as a person who types well. */
const LETTER_MS = 30

export function handOn(page: Page, delay = LETTER_MS): Hand {
  const hand: Hand = {
    clicks: 0,
    keys: 0,
    async click(target) {
      hand.clicks += 1
      await target.click()
    },
    async press(...keys) {
      hand.keys += keys.length
      for (const key of keys) await page.keyboard.press(key)
    },
    async type(text) {
      hand.keys += text.length
      await page.keyboard.type(text, { delay })
    },
    async scan(label) {
      await page.keyboard.type(label)
      await page.keyboard.press('Enter')
    },
  }
  return hand
}

/** The deeds that console.md measures. Keys without the words that are looked for or written. */
export const DEEDS = {
  pass: { name: '五份证照的企业审核通过', seconds: 60, clicks: 4, keys: 14 },
  ship: { name: '八行订单只用扫码枪复核发货', seconds: 40, clicks: 0, keys: 1 },
  offer: { name: '买 10 赠 1、到周日、只给一个市的药店，送审', seconds: 60, clicks: 2, keys: 5 },
  why: { name: '查一家药店为什么买不了一个商品', seconds: 15, clicks: 2, keys: 2 },
  refund: { name: '答“我的退款到哪了”', seconds: 15, clicks: 0, keys: 3 },
  recall: { name: '按批号启动召回', seconds: 120, clicks: 3, keys: 3 },
} as const

/** It took no more than it may; what it took stands in the report. words: what of the keys were words of this journey. */
export function expectDeed(info: TestInfo, deed: keyof typeof DEEDS, hand: Hand, began: number, words = 0): void {
  const { name, seconds, clicks, keys } = DEEDS[deed]
  const took = (Date.now() - began) / 1000
  const said = `${hand.clicks} 次点击，${hand.keys - words} 个键，另打字 ${words} 个，机器 ${took.toFixed(1)} 秒`
  info.annotations.push({ type: 'deed', description: `${name}：${said}` })
  expect(took, name).toBeLessThan(seconds)
  expect(hand.clicks, `${name}：点击`).toBeLessThanOrEqual(clicks)
  expect(hand.keys - words, `${name}：按键`).toBeLessThanOrEqual(keys)
}
