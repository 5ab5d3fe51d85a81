import { describe, expect, it } from 'vitest'
import { makeCompany, makeScope } from '../../../../test/fixtures.ts'
import { testShop } from '../../../../test/harness.ts'
import { bringFile } from '../../../../test/importing.ts'
import type { ImportKind } from '../import/plan.ts'

/** With the shop's own lists: what the law keeps from retail pharmacies, from the ERP's file to the cart. */

const NOW = new Date('2026-11-22T02:00:00Z')

const HORMONES = [
  ['A1', '丙酸睾酮注射液', '1ml:25mg', '支', '注射剂', '国药准字H12020530', '西药'],
  ['A2', '盐酸克仑特罗片', '40μg*100片', '瓶', '片剂', '国药准字H31021237', '西药'],
  ['A3', '注射用重组人生长激素', '10IU', '支', '注射剂', '国药准字S20050025', '生物制品'],
  ['A4', '注射用绒促性素', '1000IU', '支', '注射剂', '国药准字H44020673', '肽类激素'],
] as const
const ABORTION = [
  ['B1', '米非司酮片', '25mg*6片', '盒', '片剂', '国药准字H10950003', '西药'],
  ['B2', '米索前列醇片', '0.2mg*3片', '盒', '片剂', '国药准字H20000668', '西药'],
  ['B3', '卡前列甲酯栓', '0.5mg*5粒', '盒', '栓剂', '国药准字H10800006', '西药'],
] as const
const FREE = [
  ['C1', '甘精胰岛素注射液', '3ml:300IU', '支', '注射剂', '国药准字S20050051', '生物制品'],
  ['C2', '米非司酮片', '10mg*1片', '盒', '片剂', '国药准字H20000649', '西药'],
  ['C3', '氨溴特罗口服溶液', '75ml', '瓶', '口服溶液剂', '国药准字H20040317', '西药'],
  ['C4', '阿莫西林胶囊', '0.25g*24粒', '盒', '胶囊剂', '国药准字H20001236', '西药'],
] as const
const ALL = [...HORMONES, ...ABORTION, ...FREE]

const bring = (kind: ImportKind, lines: readonly string[]) => bringFile(shop, kind, lines)

/** Code by code: may it go into the cart of such a buyer; '': it may. */
async function answersTo(type: string, scopes: readonly string[] = ['chem', 'bio', 'peptide', 'general']) {
  const buyer = await makeCompany(db, { type, scopes })
  const rows = await db.selectFrom('goods').select(['id', 'code']).execute()
  const answers: Record<string, string> = {}
  for (const { id, code } of rows) {
    const { status, message } = await shop.ask('POST', '/api/cart', { cookie: buyer.cookie, body: { list: [{ goods_id: id, number: 1 }] } })
    answers[code] = status === 200 ? '' : message
  }
  return answers
}

const each = (rows: readonly (readonly string[])[], answer: unknown) => Object.fromEntries(rows.map(([code]) => [code, answer]))
const NO_HORMONES = expect.stringContaining('药品零售企业不得经营蛋白同化制剂和肽类激素（胰岛素除外）')
const NO_ABORTION = expect.stringContaining('终止妊娠药品')

const shop = await testShop({ now: NOW })
const { db } = shop.database
await makeScope(db, 'peptide')
await bring('goods', [
  '商品编码,商品名称,规格,单位,剂型,批准文号,类别,生产厂家,批发价',
  ...ALL.map((row) => [...row, '云岭制药', '9.80'].join(',')),
])
await bring('stock', ['商品编码,批号,有效期至,数量', ...ALL.map(([code]) => `${code},B1,2029-01-01,100`)])

describe('法律不许零售药店经营的药品', () => {
  it.each(['单体药店', '连锁总部', '连锁门店'])(
    '%s 买不到蛋白同化制剂、肽类激素和终止妊娠药品，哪怕经营范围里写了；胰岛素等照买',
    async (type) => {
      expect(await answersTo(type)).toEqual({ ...each(HORMONES, NO_HORMONES), ...each(ABORTION, NO_ABORTION), ...each(FREE, '') })
    },
  )

  it.each(['诊所', '村卫生室'])('%s 可以买蛋白同化制剂和肽类激素，不能买终止妊娠药品', async (type) => {
    expect(await answersTo(type)).toEqual({ ...each(HORMONES, ''), ...each(ABORTION, NO_ABORTION), ...each(FREE, '') })
  })

  it('医院都可以买；批发企业要有蛋白同化制剂、肽类激素的经营范围', async () => {
    expect(await answersTo('医院')).toEqual(each(ALL, ''))
    expect(await answersTo('批发企业')).toEqual(each(ALL, ''))
    const refused = await answersTo('批发企业', ['chem', 'bio', 'general'])
    expect(refused).toMatchObject({ ...each(HORMONES, expect.stringContaining('经营范围')), ...each(ABORTION, '') })
  })

  it('商品页说明为什么不能买；只看可买的列表里没有', async () => {
    const buyer = await makeCompany(db, { scopes: ['chem', 'bio', 'peptide', 'general'] })
    const { id } = await db.selectFrom('goods').select('id').where('code', '=', 'B1').executeTakeFirstOrThrow()
    const page = await shop.ask('GET', `/api/goods/detail/${id}`, { cookie: buyer.cookie })
    expect(page.data.checks).toContainEqual({ ok: false, text: expect.stringContaining('终止妊娠药品') })
    const listed = await shop.ask('GET', '/api/goods/list?keywords=%E7%B1%B3%E9%9D%9E%E5%8F%B8%E9%85%AE&can_buy=1', {
      cookie: buyer.cookie,
    })
    expect(listed.data.list.map((one: { id: number }) => one.id)).not.toContain(id)
  })
})
