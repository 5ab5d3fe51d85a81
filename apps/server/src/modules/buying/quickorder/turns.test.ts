import { describe, expect, it } from 'vitest'
import { inTurns, type Turn } from './turns.ts'

const here = () => false
/** So much work that it has had its turn. */
function toil(): void {
  const until = performance.now() + 10
  while (performance.now() < until);
}
async function steps(turn: Turn, count: number, each: () => void): Promise<void> {
  for (let step = 0; step < count; step++) {
    await turn()
    each()
    toil()
  }
}
const round = () => new Promise((resolve) => setImmediate(resolve))

describe('长活轮流做', () => {
  it('不论有多少人同时在做，别的请求每一轮只等其中一个', async () => {
    let done = 0
    const works = Array.from({ length: 12 }, (_, account) =>
      inTurns(100 + account, here, (turn) =>
        steps(turn, 3, () => {
          done += 1
        }),
      ),
    )
    const most: number[] = []
    while (done < 36) {
      const before = done
      await round()
      most.push(done - before)
    }
    await Promise.all(works)
    expect(Math.max(...most)).toBeLessThanOrEqual(2)
  })

  it('一个账号发来再多，另一个账号照样轮到；他自己的一份一份做，等着的太多就说明', async () => {
    const order: string[] = []
    const many = Array.from({ length: 10 }, (_, at) => inTurns(1, here, (turn) => steps(turn, 4, () => order.push(`many ${at}`))))
    const outcomes = Promise.allSettled(many)
    await inTurns(2, here, (turn) => steps(turn, 4, () => order.push('one')))
    expect(order.filter((who) => who !== 'one').length).toBeLessThanOrEqual(6)
    const refused = (await outcomes).filter((outcome) => outcome.status === 'rejected')
    expect(refused).toHaveLength(4)
    for (const outcome of refused) expect(outcome.reason).toMatchObject({ code: 429, message: expect.stringContaining('还在识别') })
    expect(order.filter((who) => who.startsWith('many'))).toEqual(Array.from({ length: 24 }, (_, at) => `many ${Math.floor(at / 4)}`))
  })

  it('等的人走了，就不再做；一份失败，后面的照做', async () => {
    let gone = false
    let done = 0
    const left = inTurns(
      3,
      () => gone,
      (turn) =>
        steps(turn, 1000, () => {
          done += 1
          gone = done === 3
        }),
    )
    const behind = inTurns(3, here, async () => 'done')
    await expect(left).rejects.toMatchObject({ code: 500 })
    expect(done).toBe(3)
    expect(await behind).toBe('done')
  })
})
