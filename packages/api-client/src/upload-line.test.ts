import { expect, it } from 'vitest'
import { inLine } from './upload-line.ts'

it('一次选很多文件：两个两个地传，按选的次序，传坏一个不挡后面的', async () => {
  let [now, most] = [0, 0]
  const begun: number[] = []
  const send = (name: number) =>
    inLine(async () => {
      begun.push(name)
      most = Math.max(most, ++now)
      await new Promise((resolve) => setTimeout(resolve, 5))
      now -= 1
      if (name === 2) throw new Error('broken')
      return name
    })
  const sent = await Promise.allSettled([1, 2, 3, 4, 5].map(send))
  expect(sent.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled', 'fulfilled'])
  expect([most, begun]).toEqual([2, [1, 2, 3, 4, 5]])
  expect(await send(6)).toBe(6)
})
