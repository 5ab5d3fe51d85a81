import { describe, expect, test } from 'vitest'
import { createAddQueue, type Wish } from './add-queue.ts'

/** A server that answers when it is told to. */
function slowServer() {
  const sent: Wish[][] = []
  const answers: (() => void)[] = []
  const queue = createAddQueue((wishes) => {
    sent.push([...wishes])
    return new Promise((resolve) => answers.push(resolve))
  })
  const answer = async () => {
    answers.shift()?.()
    await new Promise((resolve) => setTimeout(resolve))
  }
  return { sent, queue, answer }
}

describe('连按回车', () => {
  test('一个不丢，先后不乱，同时只有一个请求', async () => {
    const { sent, queue, answer } = slowServer()
    for (const goodsId of [1, 2, 3, 4]) queue.push({ goodsId, number: 5 })
    expect(sent).toEqual([[{ goodsId: 1, number: 5 }]])
    expect(queue.waiting()).toBe(4)
    await answer()
    expect(sent[1]?.map(({ goodsId }) => goodsId)).toEqual([2, 3, 4])
    await answer()
    expect(sent).toHaveLength(2)
    expect(queue.waiting()).toBe(0)
  })
  test('同一商品加两次就是两次，各有各的答复', async () => {
    const { sent, queue, answer } = slowServer()
    queue.push({ goodsId: 9, number: 1 })
    queue.push({ goodsId: 1, number: 5 })
    queue.push({ goodsId: 1, number: 10 })
    await answer()
    await answer()
    expect(sent.slice(1)).toEqual([[{ goodsId: 1, number: 5 }], [{ goodsId: 1, number: 10 }]])
  })
  test('答复以后新加的照常送出', async () => {
    const { sent, queue, answer } = slowServer()
    queue.push({ goodsId: 1, number: 1 })
    await answer()
    queue.push({ goodsId: 2, number: 1 })
    expect(sent).toHaveLength(2)
  })
})
