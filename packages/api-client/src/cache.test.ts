import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createCache, keepEqual, type Query } from './cache.ts'

const lost = new Error('lost')
const browserCache = () => createCache({ browser: true, mayRetry: (error) => error === lost })

/** A question whose answers the test gives. */
function asked(options: Partial<Query<string>> = {}) {
  const open: { signal: AbortSignal; answer: (data: string) => void; fail: (error: Error) => void }[] = []
  const query: Query<string> = {
    queryKey: ['cart', 'list'],
    queryFn: ({ signal }) => new Promise((answer, fail) => open.push({ signal, answer, fail })),
    ...options,
  }
  return { query, open }
}
const turn = () => vi.advanceTimersByTimeAsync(0)

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }))
afterEach(() => void vi.useRealTimers())

describe('问服务器', () => {
  it('同一个问题同时只问一次，所有人得到同一个回答', async () => {
    const cache = browserCache()
    const { query, open } = asked()
    const answers = [cache.fetchQuery(query), cache.ensureQueryData(query)]
    expect(open).toHaveLength(1)
    open[0]?.answer('一')
    expect(await Promise.all(answers)).toEqual(['一', '一'])
  })

  it('新鲜的回答不再问；过时的回答 fetchQuery 再问，ensureQueryData 照用', async () => {
    const cache = browserCache()
    const { query, open } = asked({ staleTime: 5000 })
    cache.setQueryData(query.queryKey, '一')
    await vi.advanceTimersByTimeAsync(4999)
    expect(await cache.fetchQuery(query)).toBe('一')
    await vi.advanceTimersByTimeAsync(1)
    expect(await cache.ensureQueryData(query)).toBe('一')
    expect(open).toHaveLength(0)
    void cache.fetchQuery(query)
    expect(open).toHaveLength(1)
  })

  it('可能好转的失败隔一秒再问一次，被拒绝的不再问', async () => {
    const cache = browserCache()
    const { query, open } = asked()
    const got = cache.fetchQuery(query)
    open[0]?.fail(lost)
    await vi.advanceTimersByTimeAsync(1000)
    open[1]?.answer('二')
    expect(await got).toBe('二')

    const refused = new Error('refused')
    const other = asked({ queryKey: ['user'] })
    const failed = expect(cache.fetchQuery(other.query)).rejects.toBe(refused)
    other.open[0]?.fail(refused)
    await failed
    await cache.prefetchQuery({ ...other.query, queryFn: () => Promise.reject(refused) })
    expect(other.open).toHaveLength(1)
    expect(cache.answer(['user'])).toEqual({ data: undefined, error: refused })
  })

  it('服务器上失败不重试', async () => {
    const cache = createCache({ browser: false, mayRetry: () => true })
    const { query, open } = asked()
    const failed = expect(cache.fetchQuery(query)).rejects.toBe(lost)
    open[0]?.fail(lost)
    await failed
    expect(open).toHaveLength(1)
  })
})

describe('显示着的回答', () => {
  it('缺了才问，变了才通知，内容相同的回答不通知', async () => {
    const cache = browserCache()
    const { query, open } = asked()
    const changed = vi.fn()
    cache.watch({ query: () => query, changed })
    open[0]?.answer('一')
    await turn()
    expect(changed).toHaveBeenCalledTimes(1)
    void cache.refetch(query)
    open[1]?.answer('一')
    await turn()
    expect(changed).toHaveBeenCalledTimes(1)
    expect(cache.answer(query.queryKey).data).toBe('一')
  })

  it('失效后显示着的立即再问，没显示的等到需要时；等待者等到新回答', async () => {
    const cache = browserCache()
    const { query, open } = asked({ staleTime: Number.POSITIVE_INFINITY })
    const hidden = asked({ queryKey: ['cart', 'total'], staleTime: Number.POSITIVE_INFINITY })
    cache.setQueryData(query.queryKey, '一')
    cache.setQueryData(hidden.query.queryKey, '十')
    cache.setQueryData(['cartoon'], '画')
    cache.watch({ query: () => query, changed: () => undefined })
    const done = vi.fn()
    void cache.invalidateQueries({ queryKey: ['cart'] }).then(done)
    await turn()
    expect([open.length, hidden.open.length, done.mock.calls.length]).toEqual([1, 0, 0])
    open[0]?.answer('二')
    await turn()
    expect(done).toHaveBeenCalled()
    expect(cache.getQueryData(query.queryKey)).toBe('二')
    void cache.fetchQuery(hidden.query)
    expect(hidden.open).toHaveLength(1)
    await cache.fetchQuery({ queryKey: ['cartoon'], queryFn: () => Promise.reject(lost) })
  })

  it('更新的请求取代旧的：旧的中止，它的等待者得到新回答，晚到的旧回答不算', async () => {
    const cache = browserCache()
    const { query, open } = asked()
    const first = cache.fetchQuery(query)
    const second = cache.refetch(query)
    expect(open[0]?.signal.aborted).toBe(true)
    open[1]?.answer('新')
    open[0]?.answer('旧')
    expect(await Promise.all([first, second])).toEqual(['新', '新'])
    expect(cache.getQueryData(query.queryKey)).toBe('新')
  })

  it('请求途中写入了新内容：途中的旧回答不算，重新问过的才算', async () => {
    const cache = browserCache()
    const { query, open } = asked()
    const waiting = cache.fetchQuery(query)
    cache.setQueryData(query.queryKey, '刚保存的')
    expect([open[0]?.signal.aborted, open.length]).toEqual([true, 2])
    open[0]?.answer('保存之前的')
    await turn()
    expect(cache.getQueryData(query.queryKey)).toBe('刚保存的')
    open[1]?.answer('保存之后的')
    expect(await waiting).toBe('保存之后的')
    expect(cache.getQueryData(query.queryKey)).toBe('保存之后的')
  })

  it('没人再看的请求中止；有人等着的请求照常完成', async () => {
    const cache = browserCache()
    const { query, open } = asked()
    cache.watch({ query: () => query, changed: () => undefined })()
    expect(open[0]?.signal.aborted).toBe(true)
    const leave = cache.watch({ query: () => query, changed: () => undefined })
    const waiting = cache.fetchQuery(query)
    leave()
    open[1]?.answer('一')
    expect(await waiting).toBe('一')
  })

  it('关闭的问题不问，只显示已知的', () => {
    const cache = browserCache()
    const { query, open } = asked()
    cache.watch({ query: () => ({ ...query, enabled: false }), changed: () => undefined })
    cache.refreshStale()
    expect(open).toHaveLength(0)
  })

  it('网络恢复后，显示着的旧回答再问', async () => {
    const cache = browserCache()
    const { query, open } = asked({ staleTime: 5000 })
    cache.setQueryData(query.queryKey, '一')
    cache.watch({ query: () => query, changed: () => undefined })
    cache.refreshStale()
    expect(open).toHaveLength(0)
    await vi.advanceTimersByTimeAsync(5000)
    cache.refreshStale()
    expect(open).toHaveLength(1)
  })
})

describe('留与忘', () => {
  it('不再显示的回答到时忘掉，显示着的不忘', async () => {
    const cache = browserCache()
    const { query } = asked({ gcTime: 5000 })
    cache.setQueryData(query.queryKey, '一')
    const leave = cache.watch({ query: () => query, changed: () => undefined })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(cache.getQueryData(query.queryKey)).toBe('一')
    leave()
    await vi.advanceTimersByTimeAsync(5000)
    expect(cache.getQueryData(query.queryKey)).toBeUndefined()
  })

  it('换了账号：别人的回答都去掉，显示着的重新问', () => {
    const cache = browserCache()
    const { query, open } = asked()
    cache.setQueryData(query.queryKey, '别人的')
    cache.setQueryData(['header'], '大家的')
    cache.watch({ query: () => query, changed: () => undefined })
    cache.removeQueries({ predicate: ([subject]) => subject !== 'header' })
    expect([cache.getQueryData(query.queryKey), cache.getQueryData(['header'])]).toEqual([undefined, '大家的'])
    expect(open).toHaveLength(1)
  })

  it('随页面带来的回答当作刚读到的', async () => {
    const server = createCache({ browser: false, mayRetry: () => false })
    await server.fetchQuery({ queryKey: ['user'], queryFn: () => Promise.resolve(null) })
    await server.prefetchQuery({ queryKey: ['links'], queryFn: () => Promise.reject(lost) })
    const cache = browserCache()
    cache.hydrate(JSON.parse(JSON.stringify(server.dehydrate())))
    expect(cache.getQueryData(['user'])).toBeNull()
    expect(cache.getQueryData(['links'])).toBeUndefined()
    expect(await cache.fetchQuery({ queryKey: ['user'], queryFn: () => Promise.reject(lost) })).toBeNull()
  })
})

it('新回答中与旧回答相同的部分保持原来的对象', () => {
  const old = {
    list: [
      { id: 1, tags: ['优'] },
      { id: 2, tags: [] },
    ],
    total: 2,
  }
  const next = keepEqual(old, {
    list: [
      { id: 1, tags: ['优'] },
      { id: 2, tags: ['新'] },
    ],
    total: 2,
  })
  expect(next.list[0]).toBe(old.list[0])
  expect(next.list[1]).toEqual({ id: 2, tags: ['新'] })
  expect(keepEqual(old, structuredClone(old))).toBe(old)
  expect(keepEqual({ a: 1, b: undefined }, { a: 1 })).toEqual({ a: 1 })
  expect(keepEqual<unknown>([1], { 0: 1 })).toEqual({ 0: 1 })
})
