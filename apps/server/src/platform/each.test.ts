import { expect, it } from 'vitest'
import { collectFailures } from './each.ts'

it('一行失败不耽误别的行；最后说失败了几行、是哪几行', async () => {
  const done: number[] = []
  const failures = collectFailures()
  for (const id of [1, 2, 3])
    await failures.one(`order:${id}`, async () => {
      if (id === 2) throw new Error('broken row')
      done.push(id)
    })
  expect(done).toEqual([1, 3])
  expect(failures.report).toThrow('1 of 3 failed: order:2: broken row')
})

it('一页失败，就一行一行地再做，只有坏的那行失败', async () => {
  const done: number[] = []
  const failures = collectFailures()
  const work = async (ids: readonly number[]) => {
    if (ids.includes(7)) throw new Error('broken row')
    done.push(...ids)
  }
  await failures.page([1, 2], String, work)
  await failures.page([6, 7, 8], String, work)
  expect(done).toEqual([1, 2, 6, 8])
  expect(failures.report).toThrow('1 of 5 failed: 7: broken row')
})

it('都好时什么也不说', async () => {
  const failures = collectFailures()
  await failures.page([1], String, async () => undefined)
  expect(failures.report).not.toThrow()
})
