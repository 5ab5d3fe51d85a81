import { describe, expect, it } from 'vitest'
import { CALLS } from '#contract/calls.ts'
import { errorsOf } from '#contract/errors.ts'
import { assertDescribed } from './described.ts'
import { testShop } from './harness.ts'

/** What calls answer when they do not do what was asked is in the contract; the harness holds every answer of every test to it. */

const shop = await testShop()

const answered = (method: string, url: string, code: number, data: unknown) => () => assertDescribed(method, url, { code, data })

describe('失败的回答与契约', () => {
  it('写明的原因和数据可以回答；没写的原因、多出或缺少的数据不可以', () => {
    const changes = { total_before: '1.00', total_after: '2.00', changes: [] }
    expect(answered('POST', '/api/order', 409, { reason: 'TOTAL_CHANGED', ...changes })).not.toThrow()
    expect(answered('POST', '/api/order', 409, { reason: 'TOTAL_CHANGED' })).toThrow('data other than described')
    expect(answered('POST', '/api/order', 409, { reason: 'TOTAL_CHANGED', ...changes, cost_price: '0.50' })).toThrow('cost_price')
    expect(answered('POST', '/api/order', 409, { reason: 'REPORT_HERE' })).toThrow('data other than described')
    expect(answered('POST', '/api/report/request', 409, { reason: 'REPORT_HERE' })).not.toThrow()
  })

  it('公开的调用不会要求登录；没有写明的代码不可以回答', () => {
    expect(answered('GET', '/api/goods/list', 401, null)).toThrow('401, which it does not describe')
    expect(answered('GET', '/api/order/list?page=1', 401, null)).not.toThrow()
    expect(answered('GET', '/api/order/list', 402, null)).toThrow('402')
  })

  it('接口文档里每个调用都写着它的每一种失败，和其中的数据', async () => {
    const { text } = await shop.ask('GET', '/api/openapi.json')
    const { paths } = JSON.parse(text) as { paths: Record<string, Record<string, { responses: Record<string, { description: string }> }>> }
    const at = (path: string, method: string) => paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]?.responses ?? {}
    // Other systems have a description of their own, looked at beside it.
    const without = CALLS.filter(
      (call) =>
        call.access !== 'integration' && [...errorsOf(call).keys()].some((code) => at(call.path, call.method)[String(code)] === undefined),
    )
    expect(without.map(({ path }) => path)).toEqual([])
    expect(at('/api/order', 'POST')['409']?.description).toContain('TOTAL_CHANGED 价格或库存有变化')
    expect(JSON.stringify(at('/api/order', 'POST')['409'])).toContain('total_before')
  })

  it('没有值的字段浏览器不送：请求里可以为空的字段都可以不写', () => {
    interface Schema {
      type?: unknown
      anyOf?: { type?: unknown }[]
      required?: string[]
      properties?: Record<string, Schema>
      items?: Schema
    }
    const takesNull = ({ type, anyOf = [] }: Schema): boolean => [type, ...anyOf.map((one) => one.type)].flat().includes('null')
    const stuck = (schema: Schema | undefined, at: string): string[] => [
      ...(schema?.items ? stuck(schema.items, `${at}[]`) : []),
      ...Object.entries(schema?.properties ?? {}).flatMap(([name, of]) => [
        ...(takesNull(of) && schema?.required?.includes(name) ? [`${at}.${name}`] : []),
        ...stuck(of, `${at}.${name}`),
      ]),
    ]
    expect(stuck({ required: ['a'], properties: { a: { anyOf: [{ type: 'null' }] } } }, 'tried')).toEqual(['tried.a'])
    expect(CALLS.flatMap((call) => stuck(call.body as Schema | undefined, `${call.method} ${call.path}`))).toEqual([])
  })
})
