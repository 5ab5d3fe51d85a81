import { describe, expect, it } from 'vitest'
import { testShop } from '../../test/harness.ts'
import { readRightSettings, readSettings, settingsFrom, writeSetting } from './settings.ts'

const shop = await testShop()
const { db } = shop.database

describe('设置', () => {
  it('没有设的读作没有；写下的按它的形状读回；再写是更改', async () => {
    expect(await readSettings(db, ['shipping', 'after_sale_open'])).toEqual({ shipping: null, after_sale_open: null })
    await writeSetting(db, 'shipping', { free_from: '500.00' })
    await writeSetting(db, 'shipping', { free_from: '800.00', fee: '12.00' })
    await writeSetting(db, 'after_sale_open', false)
    expect(await readSettings(db, ['shipping', 'after_sale_open'])).toEqual({
      shipping: { free_from: '800.00', fee: '12.00' },
      after_sale_open: false,
    })
  })

  it('写错形状的不收，指名哪一项；用别的办法写进去的，读时只用还对的那几项，要紧的地方报错', async () => {
    const { pool } = shop.database
    const wrong = { days: [8], from: '8点', to: '18:00' }
    await expect(writeSetting(db, 'chat_hours', wrong)).rejects.toThrow('setting chat_hours is wrong: /days/0')
    await pool.query(`insert into setting (key, value) values ('chat_hours', $1)`, [JSON.stringify(wrong)])
    await expect(readRightSettings(db, ['chat_hours'])).rejects.toThrow('setting chat_hours is wrong')
    expect(await readSettings(db, ['chat_hours'])).toEqual({ chat_hours: null })
  })

  it.each([
    [{ ordinary_minutes: 60, flash_minutes: '很快' }, { ordinary_minutes: 60 }],
    [{ ordinary_minutes: -1 }, {}],
    ['一天', null],
  ])('付款期限写成 %j 时读作 %j', (value, read) => {
    expect(settingsFrom(['order_deadlines'], { order_deadlines: value })).toEqual({ order_deadlines: read })
  })

  it('分地区的运费里写错的一条不算，其余照算', () => {
    const regions = [
      { provinces: ['西藏自治区'], fee: '30.00' },
      { provinces: [] },
      { fee: '1.00' },
      { provinces: ['青海省', 3], fee: '很多' },
    ]
    expect(settingsFrom(['shipping'], { shipping: { fee: '12.00', regions } }).shipping).toEqual({
      fee: '12.00',
      regions: [{ provinces: ['西藏自治区'], fee: '30.00' }, { provinces: ['青海省'] }],
    })
  })
})
