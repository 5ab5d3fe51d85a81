import { describe, expect, it } from 'vitest'
import { makeAvailability, makeCategory, makeCompany, makeGoods } from '../../../../../test/fixtures.ts'
import { testShop } from '../../../../../test/harness.ts'
import type { WordEntry } from '../meaning/entries.ts'
import { seedWords } from '../meaning/word-store.ts'
import type { SearchRequest } from '../request.ts'
import { REQUEST, viewerOf } from '../testing.ts'

const NOW = new Date('2026-11-21T04:00:00Z')
const shop = await testShop({ now: NOW })
const { db } = shop.database
const names = new Map<number, string>()
const viewer = viewerOf({})

async function add(name: string, options: Parameters<typeof makeGoods>[1] = {}): Promise<number> {
  const id = await makeGoods(db, { name, scope_code: 'chemical', approval_no: '', barcode: '', ...options })
  names.set(id, name)
  return id
}
function search(request: Partial<SearchRequest>) {
  const { ids, found } = shop.search.search({ ...REQUEST, ...request }, viewer, NOW)
  return {
    list: ids.map((id) => names.get(id)),
    found,
    why: Object.fromEntries((found?.why ?? []).map((one) => [names.get(one.goods_id), one.text])),
  }
}
const line = (kind: WordEntry['kind'], words: string, targets: string, note = ''): WordEntry => ({
  kind,
  words: words.split('|'),
  targets: targets.split('|'),
  parent: '',
  note,
})

const WORDS = [
  line('alias', '扑热息痛', '对乙酰氨基酚'),
  line('alias', 'VC', '维生素C', '须整词'),
  line('trade', '芬必得', '布洛芬缓释片'),
  line('english', 'ibuprofen', '布洛芬'),
  line('class', '止痛药', '布洛芬|对乙酰氨基酚|阿司匹林'),
  line('class', '前列腺药', '坦索罗辛'),
  line('indication', '前列腺', '前列腺药'),
]
await seedWords(db, WORDS)
const reagents = await makeCategory(db, '检验试剂')
const fever = await makeCategory(db, '解热镇痛')
const ibuprofen = { spec: '0.3g*20粒', manufacturer: '四川望槐堂药业有限公司' }
await add('布洛芬缓释胶囊', { ...ibuprofen, sales_30d: 1 })
await add('阿司匹林肠溶片', { sales_30d: 900, categories: [fever] })
await add('对乙酰氨基酚片', { sales_30d: 500 })
await add('维生素C片')
await add('维春胶囊')
await add('甲硝唑', { categories: [reagents], sales_30d: 999 })
await add('甲硝唑片')
await add('前列腺素E1', { sales_30d: 999 })
await add('盐酸坦索罗辛缓释胶囊')
const granules = await add('板蓝根颗粒', { spec: '10g*20袋', sales_30d: 5 })
const sugarFree = await add('板蓝根颗粒(无蔗糖)', { spec: '3g*20袋', sales_30d: 50 })
await shop.search.refresh()

describe('怎样读懂打进来的字', () => {
  it.each([
    ['布洛芬缓释胶囊0.3g', ['布洛芬缓释胶囊', '0.3g']],
    ['望槐堂布洛芬', ['望槐堂', '布洛芬']],
    ['布洛芬300mg', ['布洛芬', '300mg']],
  ])('没有空格的 %s 拆开来找', (keywords, words) => {
    expect(search({ keywords })).toMatchObject({ list: ['布洛芬缓释胶囊'], found: { as: 'apart', words, near: [] } })
  })
  it.each(['有没有布洛芬', '便宜的布洛芬', '请问布洛芬多少钱', '进口布洛芬', '布洛芬 10盒', '布洛芬缓释胶囊10盒'])(
    '问话和要几盒不是商品的名字：%s 找到布洛芬',
    (keywords) => {
      expect(search({ keywords })).toMatchObject({ list: ['布洛芬缓释胶囊'], found: { as: 'apart', near: [] } })
    },
  )
  it.each([
    ['望槐堂阿司匹林', ['阿司匹林'], '阿司匹林肠溶片'],
    ['望槐堂 阿司匹林肠溶片', ['阿司匹林肠溶片'], '阿司匹林肠溶片'],
    ['布洛芬 10g', ['布洛芬'], '布洛芬缓释胶囊'],
  ])('每个字都认得、合起来却没有的 %s：按商品名找，并说明是按什么找的', (keywords, words, name) => {
    expect(search({ keywords })).toMatchObject({ list: [name], found: { as: 'corrected', words } })
  })
  it.each(['可立克布洛芬', '望槐堂 可立克', '望槐堂胶囊 3g'])('有一个字谁也不叫，或没有商品名，%s 不拿别的来充数', (keywords) => {
    expect(search({ keywords })).toMatchObject({ list: [], found: { as: 'none' } })
  })
  it('字母在后的名字打错一个字也认得', () => {
    expect(search({ keywords: '维生数C' })).toMatchObject({ list: ['维生素C片'], found: { as: 'corrected' } })
  })
  it.each(['布洛分', '布洛分缓释胶囊', 'buluofeng', '布咯芬缓释胶囊'])('打错的 %s 找到布洛芬，并说明是按什么找的', (keywords) => {
    const { list, found } = search({ keywords })
    expect(list).toEqual(['布洛芬缓释胶囊'])
    expect(found?.as).toBe('corrected')
    expect(found?.words.join('')).toContain('布洛芬')
  })
  it('店里没有的剂型，找到别的剂型', () => {
    expect(search({ keywords: '甲硝唑凝胶' })).toMatchObject({ found: { as: 'corrected', words: ['甲硝唑'] } })
  })
  it('打对的字不被改', () => {
    for (const keywords of names.values()) expect(search({ keywords }), keywords).toMatchObject({ found: { as: 'typed', near: [] } })
  })
  it('什么也不像的，说出认得哪些、不认得哪些', () => {
    expect(search({ keywords: '啊啊啊啊啊' })).toMatchObject({
      list: [],
      found: { as: 'none', words: [], unknown: ['啊啊啊啊啊'], near: [] },
    })
    expect(search({ keywords: '布洛芬 啊啊啊啊啊' }).found).toMatchObject({
      as: 'none',
      words: ['布洛芬'],
      unknown: ['啊啊啊啊啊'],
      near: ['布洛芬'],
    })
    expect(search({ keywords: '，。' }).found).toMatchObject({ as: 'none', words: [], unknown: [] })
    expect(search({ keywords: ' ' }).found).toBeNull()
  })
})

describe('看不见的商品', () => {
  it('不因打对、打错、打一半而泄露：和没有这个商品一样', async () => {
    // The viewer's number is that of the first company there is.
    await makeCompany(db)
    const { companyId } = await makeCompany(db)
    await add('秘制安坤丸', { availability_id: await makeAvailability(db, [{ company_id: companyId }], true) })
    await shop.search.refresh()
    for (const keywords of ['秘制安坤丸', '秘制安坤丹', '秘制安昆丸', 'mizhiankunwann', '秘制安坤丸6g'])
      expect(search({ keywords }), keywords).toMatchObject({ list: [], found: { as: 'none', words: [], near: [] } })
    expect(search({ keywords: '秘制安坤丸 布洛芬' }).found).toMatchObject({ as: 'none', words: ['布洛芬'], near: ['布洛芬'] })
  })
})

describe('词里的意思', () => {
  it('一类药按典型的先后，说得出为什么找到', () => {
    const { list, why } = search({ keywords: '止痛药' })
    expect(list).toEqual(['布洛芬缓释胶囊', '对乙酰氨基酚片', '阿司匹林肠溶片'])
    expect(why.对乙酰氨基酚片).toBe('属于“止痛药”')
  })
  it.each([
    ['扑热息痛', '对乙酰氨基酚片', '“扑热息痛”即对乙酰氨基酚'],
    ['芬必得', '布洛芬缓释胶囊', '“芬必得”即布洛芬缓释片'],
    ['ibuprofen', '布洛芬缓释胶囊', '“ibuprofen”即布洛芬'],
    ['解热镇痛', '阿司匹林肠溶片', '“解热镇痛”分类'],
  ])('%s 找到 %s', (keywords, name, text) => {
    const { list, why } = search({ keywords })
    expect(list).toContain(name)
    if (keywords !== '芬必得') expect(why[name]).toBe(text)
  })
  it('VC 是维生素C，不是首字母碰巧相同的', () => expect(search({ keywords: 'vc' }).list[0]).toBe('维生素C片'))
  it('病症的药在名字碰巧以它开头的前面', () => expect(search({ keywords: '前列腺' }).list).toEqual(['盐酸坦索罗辛缓释胶囊', '前列腺素E1']))
  it('试剂、原料让药排在前面，写全的名字照样找得到', () => expect(search({ keywords: '甲硝唑' }).list).toEqual(['甲硝唑片', '甲硝唑']))
  it('改了词表，找到的跟着变', async () => {
    await seedWords(db, [...WORDS, line('trade', '灭滴灵', '甲硝唑片')])
    await shop.search.refresh()
    expect(search({ keywords: '灭滴灵' }).list).toEqual(['甲硝唑片'])
  })
})

describe('买过的', () => {
  const keywords = '板蓝根'
  it('同样相符的，买过的在前', () => {
    const sold = ['板蓝根颗粒(无蔗糖)', '板蓝根颗粒']
    expect(search({ keywords, boughtIds: new Set() }).list).toEqual(sold)
    expect(search({ keywords, boughtIds: new Set([granules]) }).list).toEqual(sold.toReversed())
    expect(search({ keywords, boughtIds: new Set([granules, sugarFree]) }).list).toEqual(sold)
  })
  it('一页一页翻，不重不漏', () => {
    const boughtIds = new Set([granules])
    const page = (offset: number) => search({ keywords, boughtIds, offset, limit: 1 }).list
    expect([page(0), page(1), page(2)]).toEqual([['板蓝根颗粒'], ['板蓝根颗粒(无蔗糖)'], []])
  })
  it('更相符的不因没买过而退后', () =>
    expect(search({ keywords: '板蓝根颗粒', boughtIds: new Set([sugarFree]) }).list[0]).toBe('板蓝根颗粒'))
})
