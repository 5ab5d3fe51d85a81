import { describe, expect, it } from 'vitest'
import { createThreads, type ThreadLimits } from './threads.ts'

type Task = { kind: 'double'; number: number } | { kind: 'wait'; ms: number } | { kind: 'spin' | 'grow' | 'throw' | 'exit' }
const started = (limits: Partial<ThreadLimits> = {}) =>
  createThreads<Task, number>({
    module: new URL('../../test/thread-worker.ts', import.meta.url),
    threads: 2,
    waiting: 20,
    timeMs: 8_000,
    memoryMb: 64,
    ...limits,
  })
const double = (number: number): Task => ({ kind: 'double', number })

describe('在线程里做的事', () => {
  it('做完按各自的次序回答，线程一再使用', async () => {
    const run = started()
    const answers = await Promise.all(Array.from({ length: 20 }, (_, at) => run(double(at))))
    expect(answers).toEqual(Array.from({ length: 20 }, (_, at) => at * 2))
  })

  it('不停地算的到时间就结束，别的照做，主线程不等', async () => {
    const run = started({ threads: 1, timeMs: 3_000 })
    const began = performance.now()
    const spin = run({ kind: 'spin' })
    const behind = run(double(4))
    await new Promise((resolve) => setImmediate(resolve))
    expect(performance.now() - began).toBeLessThan(2_000)
    await expect(spin).rejects.toMatchObject({ trouble: 'time' })
    expect(await behind).toBe(8)
  })

  it('占内存没有止境的结束，进程还在；抛错、退出的也不连累后面的', async () => {
    const run = started({ threads: 1, timeMs: 15_000 })
    await expect(run({ kind: 'grow' })).rejects.toMatchObject({ trouble: 'memory' })
    await expect(run({ kind: 'throw' })).rejects.toMatchObject({ trouble: 'broken', message: expect.stringContaining('out of order') })
    await expect(run({ kind: 'exit' })).rejects.toMatchObject({ trouble: 'broken' })
    expect(await run(double(3))).toBe(6)
  })

  it('等的太多时马上说明，不越排越长', async () => {
    const run = started({ threads: 1, waiting: 2, timeMs: 3_000 })
    const spin = run({ kind: 'spin' })
    const waiting = [run(double(1)), run(double(2))]
    await expect(run(double(3))).rejects.toMatchObject({ code: 503, message: '正在处理文件的人较多，请稍后再试' })
    await expect(spin).rejects.toMatchObject({ trouble: 'time' })
    expect(await Promise.all(waiting)).toEqual([2, 4])
  })

  it('一个账号的很多件不让别人久等：别人的在它的第二件之前做；同一账号至多一件在做、两件在等', async () => {
    const run = started({ threads: 1 })
    const order: string[] = []
    const ask = (name: string, account: number) => run(double(1), { account }).then(() => void order.push(name))
    const own = [ask('甲一', 1), ask('甲二', 1), ask('甲三', 1)]
    await expect(run(double(9), { account: 1 })).rejects.toMatchObject({
      code: 429,
      message: '您的上一批文件还在处理，请等处理完再试',
      data: { reason: 'FILES_IN_WORK', retry_after: 5 },
    })
    await Promise.all([...own, ask('乙一', 2), ask('乙二', 2), ask('丙一', 3)])
    expect(order).toEqual(['甲一', '乙一', '丙一', '甲二', '乙二', '甲三'])
    expect(await run(double(4), { account: 1 })).toBe(8)
  })

  it('线程有空也不同时做一个账号的两件；它的一件做坏了，名额照样让出来', async () => {
    const run = started({ threads: 2, timeMs: 4_000 })
    const spin = run({ kind: 'spin' }, { account: 1 })
    const second = run(double(1), { account: 1 })
    expect(await run(double(2), { account: 2 })).toBe(4)
    expect(await Promise.race([second, run(double(3), { account: 2 }).then(() => '别人的')])).toBe('别人的')
    await expect(spin).rejects.toMatchObject({ trouble: 'time' })
    expect(await second).toBe(2)
    for (let at = 0; at < 4; at += 1) expect(await run(double(at), { account: 1 })).toBe(at * 2)
  })

  it('有人在用商城时，没人等着的事做一件歇一会；有人等着的不歇，没人用时一件接一件', async () => {
    const run = started({ threads: 1, restTimes: 4 })
    await run(double(1))
    const tookMs = async (account: number | null) => {
      const began = performance.now()
      for (let at = 0; at < 5; at += 1) expect(await run({ kind: 'wait', ms: 40 }, { account })).toBe(40)
      return performance.now() - began
    }
    const quiet = await tookMs(null)
    let serving = true
    const serve = () => {
      const until = performance.now() + 5
      while (performance.now() < until);
      if (serving) setImmediate(serve)
    }
    serve()
    const busy = await tookMs(null)
    const asked = await tookMs(1)
    serving = false
    // Four rests of four times forty milliseconds lie between five tasks.
    expect(busy).toBeGreaterThan(5 * 40 + 4 * 4 * 40)
    expect(quiet).toBeLessThan(busy)
    expect(asked).toBeLessThan(busy)
  })

  it('到时间的那一刻才做完的：回答作废，线程不再使用，后面的照做', async () => {
    const run = started({ threads: 1, timeMs: 500 })
    // On a busy machine a thread may need more than its task's time to start; then the next one is asked.
    while ((await run(double(2)).catch(() => null)) !== 4);
    // After this turn of the loop clocks are looked at before messages are read: the answer lies there unread when its time is over.
    await new Promise((resolve) => setImmediate(resolve))
    const late = run(double(3))
    const until = performance.now() + 800
    while (performance.now() < until);
    await expect(late).rejects.toMatchObject({ trouble: 'time' })
    await new Promise((resolve) => setTimeout(resolve, 200))
    const after = await Promise.race([run(double(4)), new Promise((resolve) => setTimeout(() => resolve('nothing'), 6_000))]).catch(
      (error: { trouble: string }) => error.trouble,
    )
    // A new thread may take its time to start; silence is what must not be.
    expect([8, 'time']).toContain(after)
  })
})
