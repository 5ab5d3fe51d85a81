import { expect, it } from 'vitest'
import { createFairQueue, ONE_EACH } from './fair-queue.ts'

it('两个账号一份接一份地送，别人的第二份也轮得到', () => {
  const queue = createFairQueue<string>({ ...ONE_EACH, waiting: 40 })
  const [victim, one, other] = [1, 2, 3]
  queue.add(victim, 'first')
  queue.add(victim, 'second')
  queue.add(one, 'one')
  queue.add(other, 'other')
  const served: string[] = []
  for (let round = 0; round < 8; round += 1) {
    const turn = queue.next()
    if (turn === null) break
    served.push(turn.item)
    queue.done(turn.key)
    if (turn.key !== victim) queue.add(turn.key, turn.item)
  }
  expect(served.slice(0, 4)).toEqual(['first', 'one', 'other', 'second'])
})

it('送得多的只等自己：后来的人不排在他的全部文件之后', () => {
  const queue = createFairQueue<string>({ ...ONE_EACH, waiting: 40 })
  for (const item of ['a1', 'a2', 'a3']) queue.add(1, item)
  queue.add(2, 'b1')
  const order = ['a1', 'b1', 'a2', 'a3']
  for (const item of order) {
    const turn = queue.next()
    expect(turn?.item).toBe(item)
    queue.done(turn?.key ?? null)
  }
})
