import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { followTraces, readTraceparent, traceHeaders, traceId } from './trace.ts'

const ID = '4bf92f3577b34da6a3ce929d0e0e4736'
const PARENT = `00-${ID}-00f067aa0ba902b7-01`

it('只认规范里的写法', () => {
  expect(readTraceparent(PARENT)).toEqual({ id: ID, parent: '00f067aa0ba902b7', flags: '01' })
  for (const wrong of [
    undefined,
    '',
    PARENT.toUpperCase(),
    `${PARENT}0`,
    PARENT.replace('00-', 'ff-'),
    `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`,
  ])
    expect(readTraceparent(wrong), String(wrong)).toBeNull()
})

it('带来的轨迹跟着请求走，问到外面去的也带着它，另起一段；没有带来的什么都不加', async () => {
  const app = Fastify()
  followTraces(app, () => 'other')
  app.get('/', async () => {
    await new Promise((resolve) => setTimeout(resolve, 1))
    return { id: traceId(), ...traceHeaders() }
  })
  const [traced, plain] = await Promise.all([
    app.inject({ url: '/', headers: { traceparent: PARENT } }),
    app.inject({ url: '/', headers: { traceparent: 'nonsense' } }),
  ])
  expect(traced.json()).toEqual({ id: ID, traceparent: expect.stringMatching(new RegExp(`^00-${ID}-[0-9a-f]{16}-01$`)) })
  expect(traced.json().traceparent).not.toBe(PARENT)
  expect(plain.json()).toEqual({ id: '' })
  await app.close()
})
