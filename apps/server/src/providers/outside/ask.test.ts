import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openStandIn, type StandIn } from '../../../test/stand-ins/server.ts'
import { asker, Unanswered } from './ask.ts'

const LIMITS = { answerMs: 300, silences: 3, restMs: 900 }
/** What a question costs that nobody is asked. */
const AT_ONCE_MS = 150

let service: StandIn
let asked = 0
let ask: ReturnType<typeof asker>
beforeEach(async () => {
  asked = 0
  service = await openStandIn(async () => {
    asked += 1
    return { status: 200, body: 'ok' }
  })
  ask = asker(LIMITS)
})
afterEach(() => service.stop())

const question = { method: 'GET', service: '微信支付', what: 'GET /x' } as const
/** 'ok', or why not; and how long it took. */
async function timed(url = service.url): Promise<{ said: string; ms: number }> {
  const start = performance.now()
  const said = await ask(url, question).then(
    ({ body }) => body.toString(),
    (error: unknown) => (error instanceof Unanswered ? error.message : String(error)),
  )
  return { said, ms: performance.now() - start }
}
/** Timers come up to a millisecond early. */
const sleep = (ms: number) => new Promise((go) => setTimeout(go, ms + 20))

describe('外部服务不答', () => {
  it('几次等到头都没有答复：歇一会儿不再问它，问的人马上知道；歇过先放一个去问，答了就照常', async () => {
    service.mood = { late: 5_000 }
    for (let count = 0; count < LIMITS.silences; count++) expect((await timed()).ms).toBeGreaterThanOrEqual(LIMITS.answerMs - 10)
    const resting = await timed()
    expect(resting.said).toContain('微信支付 GET /x: not asked')
    expect(resting.ms).toBeLessThan(AT_ONCE_MS)

    await sleep(LIMITS.restMs)
    const probes = await Promise.all([timed(), timed(), timed()])
    expect(probes.filter(({ ms }) => ms >= LIMITS.answerMs - 10)).toHaveLength(1)
    // It still says nothing: the rest begins anew.
    expect((await timed()).ms).toBeLessThan(AT_ONCE_MS)

    service.mood = {}
    await sleep(LIMITS.restMs)
    expect((await timed()).said).toBe('ok')
    expect((await Promise.all([timed(), timed(), timed()])).map(({ said }) => said)).toEqual(['ok', 'ok', 'ok'])
  })

  it('许多人同时在等也一样；别的服务照问', async () => {
    const other = await openStandIn(async () => ({ status: 200, body: 'other' }))
    service.mood = { late: 5_000 }
    await Promise.all(Array.from({ length: 20 }, () => timed()))
    expect((await timed()).ms).toBeLessThan(AT_ONCE_MS)
    expect((await timed(other.url)).said).toBe('other')
    await other.stop()
  })

  it('偶尔一次不答不算；马上断开的不占时间，也不算', async () => {
    for (const _round of [1, 2, 3]) {
      service.mood = { late: 5_000 }
      await timed()
      await timed()
      service.mood = {}
      expect((await timed()).said).toBe('ok')
    }
    service.mood = { down: true }
    for (let count = 0; count < 10; count++) expect((await timed()).said).not.toContain('not asked')
    service.mood = {}
    expect((await timed()).said).toBe('ok')
    expect(asked).toBeGreaterThanOrEqual(4)
  })
})
