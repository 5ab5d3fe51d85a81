import type { FastifyRequest } from 'fastify'
import { describe, expect, it } from 'vitest'
import type { Call } from '#contract/call.ts'
import { duringCall } from './audit-call.ts'
import { ShopError } from './errors.ts'
import { inTurns } from './long-work.ts'

const asked = (socket: { destroyed: boolean }) =>
  ({ viewer: null, ip: '', id: '1', body: null, params: {}, raw: { socket } }) as unknown as FastifyRequest
const call = { method: 'POST', path: '/api/staff/coupon' } as Call
/** A round after another, each of a millisecond. */
async function work(rounds: number, turn: () => Promise<void> | null, each: (round: number) => void = () => undefined): Promise<number> {
  for (let round = 0; round < rounds; round += 1) {
    await turn()
    each(round)
    for (const began = performance.now(); performance.now() - began < 1; );
  }
  return rounds
}

describe('很久的核算', () => {
  it('按时间让别人先办：一轮再多，也只占几毫秒', async () => {
    let [others, isOver] = [0, false]
    const count = (): void => {
      others += 1
      if (!isOver) setImmediate(count)
    }
    setImmediate(count)
    await work(
      100,
      inTurns(async () => undefined),
    )
    isOver = true
    expect(others).toBeGreaterThanOrEqual(15)
  })

  it('提交的人断开了，就不再算下去', async () => {
    const socket = { destroyed: false }
    let reached = 0
    const left = duringCall(call, asked(socket), () =>
      work(
        1000,
        inTurns(async () => undefined),
        (round) => {
          reached = round
          if (round === 20) socket.destroyed = true
        },
      ),
    )
    const error: unknown = await left.catch((fault: unknown) => fault)
    // A refusal would be passed over where a price is tried out, and the price saved as if nothing fell below cost.
    expect(error).not.toBeInstanceOf(ShopError)
    expect(error).toMatchObject({ message: 'Whoever asked has gone' })
    expect(reached).toBeLessThan(40)
  })

  it('事务没有了，也不再算下去：一开始问一次，以后每秒问一次', async () => {
    let times = 0
    const gone = async (): Promise<void> => {
      times += 1
      if (times === 2) throw new Error('terminated')
    }
    await expect(work(5000, inTurns(gone))).rejects.toThrow('terminated')
    expect(times).toBe(2)
  })
})
