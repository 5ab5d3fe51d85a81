import { Value } from 'typebox/value'
import { describe, expect, it } from 'vitest'
import { GoodsCard, type GoodsCardWire, GoodsList } from '#contract/goods.ts'
import { type Buyer, fullPapers, makeCompany, makeGoods, makeOffer } from '../../../../test/fixtures.ts'
import { testShop } from '../../../../test/harness.ts'
import type { ViewerCompany } from '../../../platform/viewer.ts'
import { toCards } from './card.ts'
import { cardsJson } from './cards-json.ts'
import { entryCacheOf } from './entry-cache.ts'
import { cachedFacts } from './read-facts.ts'

const NOW = new Date('2026-11-21T10:00:00+08:00')
let buyer: Buyer
let ids: number[]

const shop = await testShop({
  now: NOW,
  async seed({ db }) {
    buyer = await makeCompany(db)
    ids = [
      await makeGoods(db, {
        name: '带"引号"\\和\n换行的名',
        price: '9.80',
        retail: '12.00',
        ladder: [{ number: 10, price: '9.50' }],
        tags: ['满', '新'],
      }),
      await makeGoods(db, { stock: 0, price: null, purchase_limit: 5, free_shipping_from: 3, is_selected: true }),
      await makeGoods(db, { scope_code: 'bio', kind: 'herb', drug_class: 'herb', is_ephedrine: true }),
      await makeGoods(db, { splittable: false, mid_pack: 5 }),
    ]
    await makeOffer(db, ids[3] ?? 0, { kind: 'flash', quota: 9 })
  },
})

describe('列表的快速写法', () => {
  it('与逐字段序列化的结果相同，守合同，且不串到另一位买家', async () => {
    const company: ViewerCompany = {
      id: buyer.companyId,
      name: '',
      type: '单体药店',
      province: '',
      city: '',
      reviewState: 2,
      contractSigned: true,
      scopeCodes: new Set(['chem']),
      qualifications: fullPapers('单体药店'),
      rank: '',
      creditCode: '',
      managerName: '',
      managerPhone: '',
      managerDefault: false,
      district: '',
      address: '',
      storeGroupId: null,
    }
    const cache = entryCacheOf(shop.database)
    for (const who of [company, null, company, { ...company, reviewState: 1 }]) {
      const facts = (
        await cachedFacts(
          shop.database,
          cache,
          ids.map((goodsId) => ({ goodsId })),
          who,
          NOW,
        )
      ).filter((one) => one !== null)
      const cards = toCards(facts, who, NOW)
      const written: GoodsCardWire[] = JSON.parse(cardsJson(facts, cards).toString())
      const forgotten = Object.keys(GoodsCard.properties).filter((field) => !Object.hasOwn(written[0] ?? {}, field))
      expect(forgotten, 'cards-json.ts：只随商品变的写进 LASTING，随买家或时间变的写进 passingPart()').toEqual([])
      expect(written).toEqual(cards)
      for (const card of written) {
        expect([...Value.Errors(GoodsCard, card)]).toEqual([])
        expect(Object.keys(card).sort()).toEqual(Object.keys(GoodsCard.properties).sort())
      }
    }
    expect(cardsJson([], []).toString()).toBe('[]')
  })

  it('整个回答守合同', async () => {
    const answer = await shop.ask('GET', '/api/goods/list', { cookie: buyer.cookie })
    expect(answer).toMatchObject({ status: 200, code: 200, message: '' })
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
    expect([...Value.Errors(GoodsList, answer.data)]).toEqual([])
    expect(Object.keys(answer.data).sort()).toEqual(Object.keys(GoodsList.properties).sort())
  })
})
