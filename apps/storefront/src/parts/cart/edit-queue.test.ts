import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createEditQueue } from './edit-queue.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function watched(answerMs = 50) {
  const sent: string[] = []
  const pending: number[] = []
  let running = 0
  let together = 0
  const queue = createEditQueue({
    restMs: 400,
    onPending: (lineIds) => pending.push(lineIds.size),
    send: async (lineId, number) => {
      running += 1
      together = Math.max(together, running)
      sent.push(`${lineId}=${number}`)
      await new Promise((resolve) => setTimeout(resolve, answerMs))
      running -= 1
    },
  })
  return { queue, sent, pending, together: () => together }
}

test('一行连续改几次，只发送最后的数量', async () => {
  const { queue, sent } = watched()
  for (const number of [1, 12, 120]) queue.wish(1, number)
  await vi.advanceTimersByTimeAsync(399)
  expect(sent).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(sent).toEqual(['1=120'])
})

test('几行的修改一个接一个发送，最新的回答带着全部修改的合计', async () => {
  const { queue, sent, together } = watched()
  queue.wish(1, 10)
  queue.wish(2, 20)
  queue.wish(3, 30)
  await vi.advanceTimersByTimeAsync(1000)
  expect(sent).toEqual(['1=10', '2=20', '3=30'])
  expect(together()).toBe(1)
})

test('去结算之前立即送出所有等待的修改，并等到全部回答', async () => {
  const { queue, sent, pending } = watched()
  queue.wish(1, 10)
  queue.wish(2, 20)
  let done = false
  void queue.flush().then(() => {
    done = true
  })
  await vi.advanceTimersByTimeAsync(60)
  expect(sent).toEqual(['1=10', '2=20'])
  expect(done).toBe(false)
  await vi.advanceTimersByTimeAsync(60)
  expect(done).toBe(true)
  expect(pending.at(-1)).toBe(0)
})

test('回答途中又改了同一行，随后再发送新的数量', async () => {
  const { queue, sent } = watched(1000)
  queue.wish(1, 10)
  await vi.advanceTimersByTimeAsync(450)
  queue.wish(1, 15)
  await vi.advanceTimersByTimeAsync(2500)
  expect(sent).toEqual(['1=10', '1=15'])
})

test('被删除的行不再发送', async () => {
  const { queue, sent, pending } = watched()
  queue.wish(1, 10)
  queue.wish(2, 10)
  queue.forget([1])
  await vi.advanceTimersByTimeAsync(1000)
  expect(sent).toEqual(['2=10'])
  expect(pending.at(-1)).toBe(0)
})

test('只有最后发送的一行知道自己是最后一个：合计在它之后重算一次', async () => {
  const last: boolean[] = []
  const queue = createEditQueue({ restMs: 400, send: async (_line, _number, isLast) => void last.push(isLast) })
  for (const line of [1, 2, 3]) queue.wish(line, 10)
  await queue.flush()
  expect(last).toEqual([false, false, true])
})
