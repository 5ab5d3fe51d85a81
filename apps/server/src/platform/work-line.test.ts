import { describe, expect, it } from 'vitest'
import { createWorkLine } from './work-line.ts'

const LIMITS = { atOnce: 3, inWorkEach: 2, each: 7, waiting: 20 }
const soon = () => new Promise<void>((go) => setImmediate(go))

/** Works that note when they run. */
function works() {
  const now = new Map<string, number>()
  const order: string[] = []
  let most = 0
  const mostOf = new Map<string, number>()
  return {
    order,
    mostOf,
    most: () => most,
    work: (key: string) => async () => {
      order.push(key)
      now.set(key, (now.get(key) ?? 0) + 1)
      mostOf.set(key, Math.max(mostOf.get(key) ?? 0, now.get(key) ?? 0))
      most = Math.max(
        most,
        [...now.values()].reduce((sum, one) => sum + one, 0),
      )
      for (let round = 0; round < 3; round++) await soon()
      now.set(key, (now.get(key) ?? 0) - 1)
      return key
    },
  }
}

describe('按来源轮流排队', () => {
  it('同时做的有上限，一个来源的有更小的上限；来得多的自己等，别人不排在他后面', async () => {
    const queue = createWorkLine(LIMITS)
    const { work, order, mostOf, most } = works()
    const many = Array.from({ length: 7 }, () => queue({ key: 'many' }, work('many')))
    expect(await queue({ key: 'one' }, work('one'))).toBe('one')
    expect(order.filter((key) => key === 'many').length).toBeLessThanOrEqual(2)
    await Promise.all([...many, queue({ key: 'other' }, work('other'))])
    expect(mostOf.get('many')).toBe(2)
    expect(most()).toBeLessThanOrEqual(3)
    expect(order).toHaveLength(9)
  })

  it('等的太多就说明，稍后再来又有；失败的不占位置', async () => {
    const queue = createWorkLine(LIMITS)
    const { work } = works()
    const outcomes = await Promise.allSettled(Array.from({ length: 12 }, () => queue({ key: 'many' }, work('many'))))
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
    expect(refused).toHaveLength(5)
    for (const { reason } of refused) expect(reason).toMatchObject({ code: 429, data: { retry_after: 2 } })
    const broken = Array.from({ length: 7 }, () => queue({ key: 'many' }, () => Promise.reject(new Error('broken'))))
    for (const one of await Promise.allSettled(broken)) expect(one).toMatchObject({ reason: { message: 'broken' } })
    expect(await queue({ key: 'many' }, work('many'))).toBe('many')
  })

  it('再多的来源一起等，也有上限', async () => {
    const queue = createWorkLine(LIMITS)
    const { work } = works()
    const outcomes = await Promise.allSettled(Array.from({ length: 40 }, (_, at) => queue({ key: `${at}` }, work(`${at}`))))
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(23)
  })

  it('几个来源把队排满了，别的来源照样排得进、轮得到：让出位置的是等得最多的，各等一份的谁也不让', async () => {
    const queue = createWorkLine(LIMITS)
    const { work, order } = works()
    const greedy = Array.from({ length: 28 }, (_, at) => queue({ key: `greedy ${at % 4}` }, work(`greedy ${at % 4}`)))
    const outcomes = Promise.allSettled(greedy)
    await soon()
    expect(await queue({ key: 'one' }, work('one'))).toBe('one')
    expect(order.indexOf('one')).toBeLessThan(14)
    const refused = (await outcomes).filter((outcome) => outcome.status === 'rejected')
    // Of 28 only 23 find room anyway; one more gave its place.
    expect(refused).toHaveLength(6)
    for (const { reason } of refused) expect(reason).toMatchObject({ code: 429, data: { retry_after: 2 } })

    const single = createWorkLine(LIMITS)
    const each = Array.from({ length: 23 }, (_, at) => single({ key: `${at}` }, work(`${at}`)))
    await expect(single({ key: 'late' }, work('late'))).rejects.toMatchObject({ code: 429 })
    expect(await Promise.all(each)).toHaveLength(23)
  })

  it('等的人走了就不再做', async () => {
    const queue = createWorkLine(LIMITS)
    const { work, order } = works()
    const all = Array.from({ length: 6 }, (_, at) => queue({ key: 'gone', isGone: () => at >= 2 }, work('gone')))
    const outcomes = await Promise.allSettled(all)
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(2)
    expect(order).toHaveLength(2)
  })
})
