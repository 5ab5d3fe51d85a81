import { expect, test } from 'vitest'
import { priceNote, settledNote } from './price-note.ts'

test.each([
  ['阶梯价：已享 20 盒起 ¥8.30；再买 60 盒享 ¥7.90，每盒再省 ¥0.40', '阶梯价：已享 20 盒起 ¥8.30'],
  ['阶梯价：再买 17 盒享 ¥8.30，每盒再省 ¥0.50', ''],
  ['您的等级价：再买 9 瓶享 ¥5.50，每瓶再省 ¥0.20', '您的等级价'],
  ['您的等级价', '您的等级价'],
  ['', ''],
])('%s 在订单里写作 %s', (text, settled) => {
  expect(settledNote(text)).toBe(settled)
})
test('没有分项的说明只有名称', () => {
  expect(priceNote('限时秒杀价')).toEqual({ title: '限时秒杀价', reached: [], next: [] })
})
