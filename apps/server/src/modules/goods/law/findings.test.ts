import { describe, expect, it } from 'vitest'
import { makeCompany, makeScope, makeStock } from '../../../../test/fixtures.ts'
import { testShop } from '../../../../test/harness.ts'
import { bringFile } from '../../../../test/importing.ts'
import type { ImportKind } from '../import/plan.ts'
import { rejudge } from './rejudge.ts'

/** From a file of the ERP to a pharmacy's order, with the shop's own lists: what the law bars is nowhere on the way. */

const NOW = new Date('2026-11-22T02:00:00Z')

const BARRED = [
  ['F1', '罂粟壳', '', '中药饮片', ''],
  ['F2', '注射用A型肉毒素', '', '西药', '国药准字S10970037'],
  ['F3', '氢溴酸右美沙芬片', '', '西药', '国药准字H19990001'],
  ['F4', '炒白芍配方颗粒', '', '中药饮片', ''],
  ['F5', '硫酸阿托品粉', '', '化学试剂', ''],
  ['F6', '温阳化痰穴贴', '', '中成药', '京药制字Z20110007'],
] as const
const CONTROL = ['F9', '阿莫西林胶囊', '', '西药', '国药准字H20000009'] as const
/** By the generic name, the trade name or the mark, whatever the name says; in each is a compound of ephedrine. */
const EPHEDRINE = [
  ['E1', '新康泰克', '复方盐酸伪麻黄碱缓释胶囊', ''],
  ['E2', '散利痛日夜片', '氨酚伪麻美芬片', ''],
  ['E3', '消咳宁片', '', ''],
  ['E4', '愈酚甲麻那敏糖浆', '', ''],
  ['E5', '盐麻桔梗片', '', ''],
  ['E6', '麻黄硷苯海拉明片', '', ''],
  ['E7', '白加黑', '', ''],
  ['E8', '某某感冒胶囊', '', '含麻'],
] as const
const COLD = [
  ['K1', '甘精胰岛素注射液'],
  ['K2', '注射用重组人干扰素α2b'],
  ['K3', '利妥昔单抗注射液'],
] as const

const bring = (kind: ImportKind, lines: readonly string[]) => bringFile(shop, kind, lines)
const get = async (path: string, cookie = buyer.cookie) => shop.ask('GET', path, { cookie })

const shop = await testShop({ now: NOW })
const { db } = shop.database
const scopes = ['chem', 'tcm', 'herb', 'bio', 'peptide', 'raw', 'general']
for (const scope of scopes) await makeScope(db, scope)
const buyer = await makeCompany(db, { scopes })
const head = '商品编码,商品名称,通用名,规格,单位,类别,批准文号,批发价,特殊管理,状态'
const goods = [
  ...[...BARRED, CONTROL].map(
    ([code, name, generic, category, approval]) => `${code},${name},${generic},1g,盒,${category},${approval},9.80,,在售`,
  ),
  ...EPHEDRINE.map(([code, name, generic, mark]) => `${code},${name},${generic},10片,盒,西药,,9.80,${mark},在售`),
  ...COLD.map(([code, name]) => `${code},${name},,1支,支,西药,,99.80,,在售`),
]
await bring('goods', [head, ...goods])
const stock = [...BARRED, CONTROL, ...EPHEDRINE, ...COLD].map(([code]) => `01,主仓,${code},B1,2029-01-01,500`)
await bring('stock', ['仓库编码,仓库名称,商品编码,批号,有效期至,可销数量', ...stock])
await shop.search.load()

const idsOf = async () => new Map((await db.selectFrom('goods').select(['id', 'code']).execute()).map((row) => [row.code, row.id]))

describe('依法不得网上销售的商品', () => {
  it('对照：合法的商品搜得到、买得了', async () => {
    const id = (await idsOf()).get(CONTROL[0])
    const { data } = await get(`/api/goods/search?keywords=${encodeURIComponent(CONTROL[1])}`)
    expect(data.list.map((one: { id: number }) => one.id)).toEqual([id])
    const added = await shop.ask('POST', '/api/cart', { cookie: buyer.cookie, body: { list: [{ goods_id: id, number: 1 }] } })
    expect(added.status).toBe(200)
  })

  it.each(BARRED.map(([code, name]) => [name, code]))('%s：不落地，搜不到，快捷采购认不出', async (name, code) => {
    expect((await idsOf()).get(code)).toBeUndefined()
    for (const cookie of ['', buyer.cookie]) {
      expect((await get(`/api/goods/search?keywords=${encodeURIComponent(name)}`, cookie)).data.list).toEqual([])
    }
    const quick = await shop.ask('POST', '/api/quick_order/match', { cookie: buyer.cookie, body: { text: `${name} 10` } })
    expect(quick.data.lines[0]).toMatchObject({ state: 'none', candidates: [] })
  })

  it('早就在商城里的，也由核验下架：列不出，详情没有，加不进购物车', async () => {
    const { pool } = shop.database
    for (const [code, name, , category, approval] of BARRED) {
      const { rows } = await pool.query<{ id: number }>(
        `insert into goods (code, name, generic_name, category_said, approval_no, scope_code, base_price) values ($1, $2, $2, $3, $4, 'chem', 980) returning id`,
        [`OLD${code}`, name, category, approval],
      )
      const id = rows[0]?.id ?? 0
      await makeStock(db, id, [{ available: 100 }])
      await rejudge(shop.database, NOW)
      await pool.query('update goods set on_shelf = true where id = $1', [id])
      await shop.search.load()
      const row = await db.selectFrom('goods').where('id', '=', id).select(['law_verdict', 'on_shelf']).executeTakeFirst()
      expect(row, name).toEqual({ law_verdict: 'barred', on_shelf: false })
      expect((await get(`/api/goods/search?keywords=${encodeURIComponent(name)}`)).data.list, name).toEqual([])
      expect((await get(`/api/goods/detail/${id}`)).status, name).toBe(404)
      const added = await shop.ask('POST', '/api/cart', { cookie: buyer.cookie, body: { list: [{ goods_id: id, number: 1 }] } })
      expect(added.status, name).toBe(409)
      expect(added.message).toContain('依法不得在网上销售')
      const quick = await shop.ask('POST', '/api/quick_order/match', { cookie: buyer.cookie, body: { text: `${name} 10` } })
      expect(quick.data.lines[0], name).toMatchObject({ state: 'none', candidates: [] })
    }
  })
})

describe('含麻黄碱复方制剂按物质认出', () => {
  it.each(EPHEDRINE.map(([code, name, generic, mark]) => [name, generic, mark, code]))('%s %s %s', async (_name, _generic, _mark, code) => {
    const row = await db.selectFrom('goods').where('code', '=', code).select(['special_substances', 'is_ephedrine']).executeTakeFirst()
    expect(row).toEqual({ special_substances: ['ephedrine'], is_ephedrine: true })
  })
})

it.each(COLD)('冷链商品 %s %s 导入后即有冷链标志', async (code) => {
  const row = await db.selectFrom('goods').where('code', '=', code).select('cold_chain').executeTakeFirst()
  expect(row).toEqual({ cold_chain: true })
})

describe('没有标记也从名称认出，名称相近而合法的不误拒', () => {
  const BAD =
    '流感病毒裂解疫苗 治疗用卡介苗 人血白蛋白 静注人免疫球蛋白(pH4) 乙型肝炎人免疫球蛋白 人凝血酶原复合物 盐酸吗啡缓释片 枸橼酸芬太尼注射液 复方樟脑酊 地西泮片 阿普唑仑片 右佐匹克隆片 氨酚曲马多片 咖啡因片 地佐辛注射液 注射用A型肉毒毒素 亚砷酸氯化钠注射液 锝[99mTc]植酸盐注射液 碘[131I]化钠胶囊 盐酸麻黄碱注射液 麻黄素滴鼻剂(0.5%) 麦角新碱注射液 盐酸纳曲酮片'
  const BAD_HERBS = '生半夏 川乌 草乌 天南星 雄黄粉 洋金花 生附子'
  const MARKS = '毒麻 精神二类 毒性 血液制品'
  const GOOD =
    '养血清脑颗粒 牛黄解毒片 去甲斑蝥素片 草乌甲素片 盐酸罂粟碱注射液 尼麦角林片 复方氨林巴比妥注射液 丙泊酚乳状注射液 注射用重组人凝血因子VIIa 兔抗人胸腺细胞免疫球蛋白 湿毒清胶囊 抗病毒口服液 氨咖黄敏胶囊 凝血酶冻干粉 附子理中丸 小儿氨酚黄那敏颗粒 麻仁丸 天麻片'
  const GOOD_HERBS = '法半夏 制川乌 胆南星 制天南星 炙麻黄 黑附子 生麻黄 生薏米'
  /** Lawful under rules of their own. */
  const SPECIAL = {
    ephedrine: '复方盐酸伪麻黄碱缓释胶囊 酚麻美敏片 呋麻滴鼻液 氨酚伪麻那敏片(Ⅰ) 麻黄碱甘草合剂 氨酚伪麻胶囊',
    codeine: '氨酚待因片(Ⅱ)',
    liquorice_opium: '复方甘草片',
  }
  const words = (text: string) => text.split(' ')

  it('一个文件里各归各的', async () => {
    const kinds: [string, string, string][] = [
      ['B', BAD, '西药'],
      ['H', BAD_HERBS, '中草药'],
      ['G', GOOD, '西药'],
      ['L', GOOD_HERBS, '中草药'],
      ...Object.entries(SPECIAL).map(([substance, names]): [string, string, string] => [substance, names, '西药']),
    ]
    const lines = kinds.flatMap(([kind, names, category]) => words(names).map((name, at) => `N-${kind}-${at},${name},盒,${category},9.80,`))
    const marks = words(MARKS).map((mark, at) => `N-M-${at},某药,盒,西药,9.80,${mark}`)
    await bring('goods', ['商品编码,商品名称,单位,类别,批发价,特殊管理', ...lines, ...marks, 'N-M-9,高锝酸钠,mci,西药,9.80,'])
    const rows = await db
      .selectFrom('goods')
      .where('code', 'like', 'N-%')
      .select(['code', 'name', 'on_shelf', 'law_verdict', 'law_reason', 'special_substances'])
      .execute()
    const placeOf = (code: string) => Number(code.split('-').at(-1))
    const of = (kind: string) => rows.filter((row) => row.code.startsWith(`N-${kind}-`)).sort((a, b) => placeOf(a.code) - placeOf(b.code))
    for (const kind of ['B', 'H', 'M']) expect(of(kind).filter((row) => row.on_shelf)).toEqual([])
    // What the lists are not sure of waits; there is little of it.
    expect([...of('B'), ...of('H'), ...of('M')].length).toBeLessThan(4)
    for (const [kind, names] of [
      ['G', GOOD],
      ['L', GOOD_HERBS],
    ] as const) {
      expect(of(kind).map((row) => [row.name, row.on_shelf, row.law_reason, row.special_substances])).toEqual(
        words(names).map((name) => [name, true, '', []]),
      )
    }
    for (const [substance, names] of Object.entries(SPECIAL)) {
      expect(of(substance).map((row) => [row.name, row.on_shelf, row.special_substances])).toEqual(
        words(names).map((name) => [name, true, [substance]]),
      )
    }
  })
})
