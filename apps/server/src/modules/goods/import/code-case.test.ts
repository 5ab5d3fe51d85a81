import { beforeEach, describe, expect, it } from 'vitest'
import { emptyTables } from '../../../../test/databases.ts'
import { makeGoods } from '../../../../test/fixtures.ts'
import { testShop } from '../../../../test/harness.ts'
import { bringFile } from '../../../../test/importing.ts'
import type { ImportKind } from './plan.ts'

let told: string[] = []
const NOW = new Date('2026-11-22T02:00:00Z')
const shop = await testShop({ now: NOW })
const { pool } = shop.database
beforeEach(() => emptyTables(shop.database, 'goods', 'manufacturer', 'category', 'warehouse'))

const HEAD = '商品编码,商品名称,规格,单位,生产厂家,剂型,批准文号,类别,处方类别,批发价'
const goods = (code: string, price: string) => `${code},阿莫西林胶囊,0.25g*24粒,盒,云岭制药,胶囊剂,国药准字H20001236,西药,处方药,${price}`
async function bring(kind: ImportKind, ...lines: string[]) {
  const brought = await bringFile(shop, kind, lines)
  told = brought.told
  return brought
}
const kept = async () => (await pool.query('select code, base_price as price from goods order by code')).rows

describe('只差大小写、全半角、首尾空格的商品编码是同一件商品', () => {
  it('后来的文件写成大写或全角，改的是商城已有的那件，并说明；不多出一件', async () => {
    await bring('goods', HEAD, goods('ab1', '9.80'))
    expect(await bring('goods', HEAD, goods(' ＡＢ1 ', '9.90'))).toMatchObject({ inserted: 0, changed: 1 })
    expect(await kept()).toEqual([{ code: 'ab1', price: 990 }])
    expect(told).toEqual(['2 与商品编码“ab1”只差大小写，按同一件商品处理'])
  })

  it('同一文件里两种写法，以先出现的为准', async () => {
    expect(await bring('goods', HEAD, goods('ab1', '9.80'), goods('AB1', '9.90'))).toMatchObject({ inserted: 1, refused: 1 })
    expect(await kept()).toEqual([{ code: 'ab1', price: 980 }])
    expect(told).toEqual(['3 与商品编码“ab1”只差大小写，按同一件商品处理', '3 与本文件前面的行重复，以先出现的为准'])
  })

  it('看不见的字不算；印不出来的编码不收', async () => {
    await bring('goods', HEAD, goods('ab1', '9.80'))
    expect(await bring('goods', HEAD, goods('a\u200bb1', '9.90'), goods('a\u00adc1', '9.90'))).toMatchObject({ inserted: 0, changed: 1 })
    expect(await kept()).toEqual([{ code: 'ab1', price: 990 }])
    expect(told.join()).toContain('看不见')
  })

  it('库存文件的写法不同，也记在那件商品上', async () => {
    await bring('goods', HEAD, goods('ab1', '9.80'))
    await bring('stock', '商品编码,批号,有效期至,数量', 'AB1,B1,2029-01-01,7')
    const { rows } = await pool.query('select g.code, b.available as number from stock_batch b join goods g on g.id = b.goods_id')
    expect(rows).toEqual([{ code: 'ab1', number: 7 }])
  })

  it('商城里早已是两件的，各归各', async () => {
    await bring('goods', HEAD, goods('ab1', '9.80'))
    await makeGoods(shop.database.db, { code: 'AB1', price: '1.00' })
    await bring('goods', HEAD, goods('AB1', '9.90'))
    expect((await kept()).map(({ code, price }: { code: string; price: number | null }) => [code, price])).toEqual([
      ['AB1', 990],
      ['ab1', 980],
    ])
  })
})

describe('只差大小写、全半角的客户编码是同一家企业', () => {
  const CUSTOMERS = '客户编码,客户名称,客户类型,账期额度'
  const customer = (code: string, limit: string) => `${code},溪桥大药房,单体药店,${limit}`
  const companies = async () => (await pool.query("select code, credit_limit as limit from company where name = '溪桥大药房'")).rows

  it('后来的文件写成小写或全角，改的是商城已有的那家，不多出一家、多一份额度', async () => {
    await bring('companies', CUSTOMERS, customer('KH901', '1000'))
    expect(await bring('companies', CUSTOMERS, customer('ｋｈ901', '2000'), customer('Kh901', '3000'))).toMatchObject({
      changed: 1,
      refused: 1,
    })
    expect(await companies()).toEqual([{ code: 'KH901', limit: 200_000 }])
    expect(told).toContain('2 与客户编码“KH901”只差大小写，按同一家企业处理')
  })
})
