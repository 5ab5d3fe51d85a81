import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { api } from '../../../apps/storefront/src/api/calls.ts'
import { createBrowserApi } from './browser.ts'
import { ApiError, NoAnswer } from './client.ts'
import { createReactions, type ErrorScreen } from './reactions.ts'

type Sent = { url: string; init: RequestInit }

/** A screen that writes down what it was told, and a network that answers when the test says so. */
function setUp() {
  const said: string[] = []
  const screen: ErrorScreen = {
    toast: (text, tone) => void said.push(`toast ${tone}：${text}`),
    alert: async (title, text) => void said.push(`alert ${title}：${text}`),
    reloadDialog: (text) => void said.push(`reload：${text}`),
    toLogin: () => void said.push('去登录'),
    toContract: () => void said.push('去签合同'),
  }
  const sent: Sent[] = []
  let answer: (sent: Sent) => Promise<Response> = async () => envelope(200, {})
  const answers = (next: typeof answer): void => {
    answer = next
  }
  const client = createBrowserApi({
    reactions: createReactions(screen),
    fetch: (input, init = {}) => {
      const request = { url: String(input), init }
      sent.push(request)
      return answer(request)
    },
  })
  return { client, said, sent, answers }
}

const envelope = (code: number, data: unknown, message = '') =>
  new Response(JSON.stringify({ code, message, data }), {
    status: code > 999 ? 200 : code,
    headers: { 'content-type': 'application/json' },
  })

/** Answers only when it is cancelled, as fetch does. */
const never = ({ init }: Sent) =>
  new Promise<Response>((_, reject) => init.signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError'))))

describe('错误目录（规格第 8 节）', () => {
  it.each([
    [10000, []],
    [200, []],
    [201, []],
    [10001, ['去登录']],
    [401, ['去登录']],
    [459, ['alert 温馨提示：请先签署电子合同', '去签合同']],
    [500, ['toast error：系统繁忙，请稍候再试']],
    [503, ['toast error：系统繁忙，请稍候再试']],
    [599, ['toast error：系统繁忙，请稍候再试']],
    [403, ['alert 温馨提示：您没有权限']],
    [409, ['alert 温馨提示：您没有权限']],
  ])('代码 %i → %j', async (code, expected) => {
    const { client, said, answers } = setUp()
    answers(async () => envelope(code, {}, code === 459 ? '请先签署电子合同' : '您没有权限'))
    const outcome = await client.ask(api.cartTotal, {}).catch((error: unknown) => error)
    await Promise.resolve()
    expect(said).toEqual(expected)
    expect(outcome instanceof ApiError).toBe(![10000, 200, 201].includes(code))
  })

  it('422 以错误图标提示第一个字段的错误', async () => {
    const { client, said, answers } = setUp()
    answers(async () =>
      envelope(
        422,
        {
          errors: [
            { field: 'number', message: '不能小于 1' },
            { field: 'x', message: '其他' },
          ],
        },
        '提交的内容有误',
      ),
    )
    await expect(client.ask(api.cartEdit, { params: { id: 1 }, body: { number: 0 } })).rejects.toThrow(ApiError)
    expect(said).toEqual(['toast error：不能小于 1'])
  })

  it('调用方自己处理的代码不再弹出', async () => {
    const { client, said, answers } = setUp()
    answers(async () => envelope(409, { lines: [] }, '价格有变化'))
    await expect(client.ask(api.cartTotal, { handles: [409] })).rejects.toMatchObject({ code: 409, message: '价格有变化' })
    await expect(client.ask(api.cartTotal, { handles: 'all' })).rejects.toMatchObject({ code: 409 })
    expect(said).toEqual([])
  })

  it('不是信封的答复按状态码处理', async () => {
    const { client, said, answers } = setUp()
    answers(async () => new Response('<html>', { status: 502, headers: { 'content-type': 'text/html' } }))
    await expect(client.ask(api.cartTotal, {})).rejects.toMatchObject({ code: 502 })
    expect(said).toEqual(['toast error：系统繁忙，请稍候再试'])
  })

  it('断网时说明网络不畅', async () => {
    const { client, said, answers } = setUp()
    answers(() => Promise.reject(new TypeError('Failed to fetch')))
    await expect(client.ask(api.cartTotal, {})).rejects.toMatchObject({ kind: 'network' })
    expect(said).toEqual(['toast error：网络连接不畅，请检查网络后重试'])
  })
})

describe('30 秒超时', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('满 30 秒弹出请求超时，请刷新页面；差一毫秒不弹', async () => {
    const { client, said, answers } = setUp()
    answers(never)
    const asked = client.ask(api.cartTotal, {}).catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(29_999)
    expect(said).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(await asked).toMatchObject({ kind: 'timeout' })
    expect(said).toEqual(['reload：请求超时，请刷新页面'])
  })
})

describe('重复请求', () => {
  it('同一地址的新请求取消旧请求，且不提示', async () => {
    const { client, said, sent, answers } = setUp()
    answers(never)
    const first = client.ask(api.goodsHot, {}).catch((error: unknown) => error)
    answers(async () => envelope(200, { list: [] }))
    await client.ask(api.goodsHot, {})
    expect(await first).toBeInstanceOf(NoAnswer)
    expect(await first).toMatchObject({ kind: 'cancelled' })
    expect(sent).toHaveLength(2)
    expect(said).toEqual([])
  })

  it('查询不同的地址互不取消', async () => {
    const { client, sent, answers } = setUp()
    answers(never)
    void client.ask(api.recommended, { query: { batch: 1 } }).catch(() => undefined)
    void client.ask(api.recommended, { query: { batch: 2 } }).catch(() => undefined)
    expect(sent.map(({ init }) => init.signal?.aborted)).toEqual([false, false])
  })

  it.each([
    ['/api/cart', () => ({ endpoint: api.cartAdd, input: { body: { list: [{ goods_id: 1, number: 1 }] } } })],
    ['/api/favorite', () => ({ endpoint: api.favoriteAdd, input: { body: { goods_ids: [1] } } })],
    ['/api/favorite/cancel', () => ({ endpoint: api.favoriteCancel, input: { body: { goods_ids: [1] } } })],
  ])('%s 可以并行，不互相取消', (path, make) => {
    const { client, sent, answers } = setUp()
    answers(never)
    const { endpoint, input } = make()
    void client.ask(endpoint as typeof api.cartAdd, input as never).catch(() => undefined)
    void client.ask(endpoint as typeof api.cartAdd, input as never).catch(() => undefined)
    expect(sent.map(({ url, init }) => [url, init.signal?.aborted])).toEqual([
      [path, false],
      [path, false],
    ])
  })
})

describe('请求的样子（规格第 7 节）', () => {
  it('正文按表单编码，嵌套用方括号，带上凭据', async () => {
    const { client, sent } = setUp()
    await client.ask(api.cartAdd, { body: { list: [{ goods_id: 7, number: 10, price: '9.80' }] } })
    await client.ask(api.cartSelect, { body: { ids: [3, 4], is_selected: 1 } })
    expect(sent.map(({ init }) => decodeURIComponent(String(init.body)))).toEqual([
      'list[0][goods_id]=7&list[0][number]=10&list[0][price]=9.80',
      'ids[0]=3&ids[1]=4&is_selected=1',
    ])
    expect(sent[0]?.init).toMatchObject({
      method: 'POST',
      credentials: 'include',
      headers: { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' },
    })
  })

  it('空的列表也是说法：以 JSON 送出，不会变成没有填', async () => {
    const { client, sent } = setUp()
    await client.ask(api.cartSelect, { body: { ids: [], is_selected: 1 } })
    expect(sent[0]?.init).toMatchObject({ headers: { 'content-type': 'application/json' }, body: '{"ids":[],"is_selected":1}' })
  })

  it('路径参数与查询都被编码，没有的值不发送', async () => {
    const { client, sent } = setUp()
    await client.ask(api.focusSlot, { params: { slot: 'a/b' }, query: { ids: '1,2' } })
    await client.ask(api.goodsSearch, { query: { keywords: '阿 莫', type: 0 } })
    expect(sent.map(({ url }) => url)).toEqual(['/api/focus/a%2Fb?ids=1%2C2', '/api/goods/search?keywords=%E9%98%BF+%E8%8E%AB&type=0'])
  })
})
