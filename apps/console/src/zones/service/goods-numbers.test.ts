import { expect, it } from 'vitest'
import { orderOfCard } from './card.ts'
import { goodsNumbers } from './goods-numbers.ts'

it('推荐商品认编号和商品页地址，认不出的、重复的不算', () => {
  expect(goodsNumbers(['12', ' 7 ', '/list/info/33', 'https://shop.example/list/info/45?from=search#top'])).toEqual([12, 7, 33, 45])
  expect(goodsNumbers(['阿莫西林', '', '0', '12', '/list/info/12', '/order/info/9'])).toEqual([12])
})

it('客户发来的订单卡片认得是哪张订单', () => {
  expect(orderOfCard('/order/info/88')).toBe(88)
  expect(orderOfCard('/list/info/88')).toBeNull()
  expect(orderOfCard('')).toBeNull()
})
