import { describe, expect, it } from 'vitest'
import type { AddAnswerWire } from '#contract/cart.ts'
import type { QuickAnswerWire, QuickGoodsWire } from '#contract/selfservice.ts'
import { afterAdding, amountOf, chosen, duplicatesOf, linesFrom, merged, standingOf, sumOf, toBuy } from '../../parts/quick/quick-lines.ts'
import { EMPTY, keptLine, keyFor, readDraft, writeDraft } from './draft.ts'

const goods = (id: number, part: Partial<QuickGoodsWire> = {}): QuickGoodsWire =>
  ({
    id,
    name: `商品${id}`,
    ypgg: '10片',
    bzdw: '盒',
    price: '10.00',
    raw_price: '10.00',
    price_source: 'base',
    ladder_price: [],
    ladder_price_type: 0,
    step: 5,
    min_number: 5,
    case_pack: 100,
    number: 500,
    qg_number: null,
    is_buy: 1,
    goods_price_id: 0,
    reasons: [],
    ...part,
  }) as unknown as QuickGoodsWire

const answer = (lines: Partial<QuickAnswerWire['lines'][number]>[], of: QuickGoodsWire[]): QuickAnswerWire => ({
  lines: lines.map((line, at) => ({
    line: at + 1,
    text: `第${at + 1}行`,
    number: 10,
    cases: 0,
    problem: '',
    state: 'matched',
    note: '',
    goods_id: 0,
    candidates: [],
    ...line,
  })),
  goods: of,
  left_out: 0,
})
const byId = (...all: QuickGoodsWire[]) => new Map(all.map((one) => [one.id, one]))

describe('清单的一行', () => {
  it.each([
    [{ number: 7 }, 10, '中包装 5 盒，已调整为 10 盒'],
    [{ number: 2, cases: 1 as const }, 200, '2 件为 200 盒'],
    [{ number: null }, 5, '没有写数量，按起订量'],
    [{ number: 10 }, 10, ''],
    [{ number: 600 }, 500, '库存仅余 500 盒，已调整为 500 盒'],
  ])('写的 %j → %i（%s）', (line, number, correction) => {
    expect(linesFrom(answer([{ goods_id: 1, ...line }], [goods(1)]), 1)[0]).toMatchObject({ number, correction })
  })
  it('没有选定商品的不加，选了就按写的数量加', () => {
    const [line] = linesFrom(answer([{ state: 'choose', candidates: [1, 2], number: 7 }], [goods(1), goods(2)]), 1)
    if (!line) throw new Error('no line')
    const map = byId(goods(1), goods(2))
    expect(standingOf(line, map)).toBe('choose')
    expect(toBuy([line], map)).toEqual([])
    const taken = chosen(line, goods(2))
    expect(taken).toMatchObject({ goodsId: 2, number: 10, own: true })
    expect(toBuy([taken], map)).toHaveLength(1)
    expect(amountOf(taken, map)).toBe('100.00')
  })
  it('不能买的和没打勾的不加，合计只算要加的', () => {
    const map = byId(goods(1), goods(2, { is_buy: 0 }), goods(3))
    const lines = linesFrom(answer([{ goods_id: 1 }, { goods_id: 2 }, { goods_id: 3 }], [...map.values()]), 1)
    const buying = toBuy(
      lines.map((line) => (line.goodsId === 3 ? { ...line, on: false } : line)),
      map,
    )
    expect(buying.map(({ goodsId }) => goodsId)).toEqual([1])
    expect(sumOf(buying.map((line) => amountOf(line, map)))).toBe('100.00')
  })
  it('重复的商品指得出是哪一行，合并后数量相加', () => {
    const map = byId(goods(1))
    const lines = linesFrom(answer([{ goods_id: 1 }, { state: 'none' }, { goods_id: 1, number: 20 }], [goods(1)]), 1)
    expect([...duplicatesOf(lines)]).toEqual([[3, 1]])
    expect(merged(lines, map).map(({ goodsId, number }) => [goodsId, number])).toEqual([
      [1, 30],
      [0, 0],
    ])
  })
  it('加入以后只留下没加上的，各有原因；没送出的原样留着', () => {
    const lines = linesFrom(answer([{ goods_id: 1 }, { goods_id: 2 }, { state: 'none' }], [goods(1), goods(2)]), 1)
    const line = (id: number, reasons: { code: string; message: string; action: null }[] = []) => ({
      goods_id: 1,
      id,
      number: 10,
      added: 10,
      corrections: [],
      reasons,
    })
    const got: AddAnswerWire = {
      partial: true,
      line_count: 1,
      lines: [line(9), line(0, [{ code: 'NO_STOCK', message: '暂无库存', action: null }])],
    }
    expect(afterAdding(lines, lines.slice(0, 2), got).map(({ key, refused }) => [key, refused])).toEqual([
      [2, '暂无库存'],
      [3, ''],
    ])
  })
})

describe('清单草稿', () => {
  const memory = () => {
    const kept = new Map<string, string>()
    return { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => void kept.set(key, value) }
  }
  it('刷新页面不丢，各企业各有各的；别的东西写坏了也不出错', () => {
    const store = memory()
    const lines = linesFrom(answer([{ goods_id: 1 }], [goods(1)]), 1).map(keptLine)
    writeDraft(store, 1, { ...EMPTY, lines })
    expect(readDraft(store, 1).lines).toEqual(lines)
    expect(readDraft(store, 2)).toEqual(EMPTY)
    store.setItem('quick-order:3', '{"lines":[1,{"text":5}],"picks":"x","sent":{}}')
    expect(readDraft(store, 3)).toEqual(EMPTY)
    store.setItem('quick-order:3', 'not json')
    expect(readDraft(store, 3)).toEqual(EMPTY)
  })
  it('浏览器不让存的时候照样能用', () => {
    const full = {
      getItem: () => null,
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError')
      },
    }
    expect(writeDraft(full, 1, EMPTY)).toBe(false)
  })
  it('没有收到回答的清单原样再送是同一次；改过数量就是另一次', () => {
    const first = keyFor(EMPTY, [{ goods_id: 1, number: 5 }])
    expect(first.key).toMatch(/^[A-Za-z0-9-]{8,64}$/)
    const sent = { ...EMPTY, sent: first }
    expect(keyFor(sent, [{ goods_id: 1, number: 5, price: '9.00' }]).key).toBe(first.key)
    expect(keyFor(sent, [{ goods_id: 1, number: 10 }]).key).not.toBe(first.key)
  })
})
