import { expect, it } from 'vitest'
import type { ChatMessageWire } from '#contract/chat.ts'
import { ApiError, NoAnswer } from '../client.ts'
import { createOutbox } from './outbox.ts'
import type { Outgoing } from './thread.ts'

const rest = () => new Promise((resolve) => setTimeout(resolve, 0))

/** A server that can be told to fail. */
function server(outbox = createOutbox()) {
  const sent: Outgoing[] = []
  const arrived: ChatMessageWire[] = []
  const state = { fails: null as Error | null, running: 0, most: 0 }
  const leave = outbox.follow({
    changed: () => undefined,
    arrived: (message) => arrived.push(message),
    problemOf: () => '未发送',
    async transmit(one) {
      state.most = Math.max(state.most, ++state.running)
      await rest()
      state.running--
      sent.push(one)
      if (state.fails) throw state.fails
      return { id: sent.length } as ChatMessageWire
    },
  })
  const settled = async () => {
    for (let round = 0; round < 10; round++) await rest()
  }
  return { outbox, sent, arrived, state, settled, leave }
}
const texts = (list: readonly Outgoing[]) => list.map(({ draft }) => ('text' in draft ? draft.text : ''))

it('一条一条按次序发，同时只有一条在路上', async () => {
  const { outbox, sent, arrived, state, settled } = server()
  for (const text of ['一', '二', '三']) outbox.add({ text })
  await settled()
  expect(texts(sent)).toEqual(['一', '二', '三'])
  expect([state.most, arrived.length, outbox.list.length]).toEqual([1, 3, 0])
})

it('断网时留着，网络回来自动重发，用的还是原来的号；被拒绝的要本人重发', async () => {
  const { outbox, sent, state, settled } = server()
  state.fails = new NoAnswer('network')
  outbox.add({ text: '断网时说的' })
  await settled()
  state.fails = new ApiError(429, '您发送得太快了，请稍候再发', null)
  outbox.add({ text: '太快了' })
  await settled()
  expect(outbox.list.map((one) => [one.state, one.network])).toEqual([
    ['failed', true],
    ['failed', false],
  ])
  state.fails = null
  outbox.retryNetwork()
  await settled()
  expect(texts(outbox.list)).toEqual(['太快了'])
  expect(sent[2]?.client_id).toBe(sent[0]?.client_id)
  outbox.retry(outbox.list[0]?.client_id ?? '')
  await settled()
  expect(outbox.list).toEqual([])
})

it('面板收起时没发完的留着，再打开时发出去', async () => {
  const first = server()
  first.leave()
  first.outbox.add({ text: '收起前写的' })
  await first.settled()
  expect(first.sent).toEqual([])
  const again = server(first.outbox)
  await again.settled()
  expect(texts(again.sent)).toEqual(['收起前写的'])
})
