import qs from 'qs'
import { describe, expect, it } from 'vitest'
import { callbackFields, isLongForm, QUERY_NAMES_MAX, readForm } from './form-text.ts'

const asQs = (text: string) => qs.parse(text, { depth: 5, arrayLimit: 1000, parameterLimit: 5000, allowPrototypes: true })

describe('表单与网址里的参数', () => {
  it.each([
    '',
    'a=1',
    'a=1&b=%E8%8D%AF+x',
    'a=1&a=2&a=3',
    'a[]=1&a[]=2',
    'a[]=',
    'zps=',
    'a[b]=1&a[c]=2',
    'list[0][goods_id]=1&list[0][number]=2&list[1][goods_id]=3',
    'list[1][goods_id]=3&list[0][goods_id]=1',
    'list[0][goods_id]=1&list[7][goods_id]=3',
    'a[0]=x&a[1]=y',
    'a[b][c][d]=1',
    'a[1001]=x',
    'a[b]=1&a[0]=2',
    'list[0][lines][0][n]=1&list[0][lines][1][n]=2&list[1][lines][0][n]=3',
    'a%5B0%5D%5Bb%5D=1',
    'a=%zz',
  ])('%s 与通行的读法一样', (text) => expect(readForm(text, 500)).toEqual(asQs(text)))

  it('随机的表单与通行的读法一样', () => {
    let seed = 7
    const next = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
      return seed % below
    }
    for (let round = 0; round < 500; round++) {
      const pairs = Array.from({ length: 1 + next(30) }, () => {
        const shape = next(4)
        const value = String(next(100))
        if (shape === 0) return `f${next(5)}=${value}`
        if (shape === 1) return `l${next(3)}[${next(6)}][k${next(3)}]=${value}`
        return shape === 2 ? `m[k${next(4)}]=${value}` : `n[]=${value}`
      })
      const text = pairs.join('&')
      expect(readForm(text, 500), text).toEqual(asQs(text))
    }
  })

  it('碰原型的、太深的、自相矛盾的名字：不改别的东西，不出错', () => {
    expect(readForm('__proto__[x]=1&a[__proto__][x]=1&a[b]=2', 50)).toEqual({ a: { b: '2' } })
    expect(({} as { x?: unknown }).x).toBeUndefined()
    expect(readForm('constructor[prototype][x]=1', 50)).toEqual({ constructor: { prototype: { x: '1' } } })
    expect(Object.keys(readForm('a[1][2][3][4][5][6][7]=x', 50))).toEqual(['a[1][2][3][4][5][6][7]'])
    for (const text of ['a=1&a[b]=2', 'a[b]=2&a=1', 'a[=1', 'a]=1', '[a]=1', '[]=1', 'a[[b]]=1', '&&&', '=', '%', 'a[][b]=1&a[][c]=2'])
      expect(() => JSON.stringify(readForm(text, 50)), text).not.toThrow()
  })

  it('名字只读到上限；八千字的网址、二百五十六千字的表单读得很快', () => {
    const names = (many: number, shape: (at: number) => string) => Array.from({ length: many }, (_, at) => shape(at)).join('&')
    expect(
      Object.keys(
        readForm(
          names(900, (at) => `n${at}=1`),
          QUERY_NAMES_MAX,
        ),
      ),
    ).toHaveLength(QUERY_NAMES_MAX)
    expect([
      isLongForm(
        names(200, () => 'a'),
        200,
      ),
      isLongForm(
        names(201, () => 'a'),
        200,
      ),
    ]).toEqual([false, true])
    // Processor time: another process on the machine is no fault of this one.
    const time = (text: string, most: number) => {
      const tries = Array.from({ length: 5 }, () => {
        const before = process.threadCpuUsage()
        readForm(text, most)
        const { user, system } = process.threadCpuUsage(before)
        return (user + system) / 1000
      })
      return Math.min(...tries)
    }
    expect(
      time(
        names(800, (at) => `a[${at}][b]`),
        QUERY_NAMES_MAX,
      ),
    ).toBeLessThan(2)
    expect(
      time(
        names(20_000, (at) => `a[${at % 900}][b${at}]=1`),
        3_000,
      ),
    ).toBeLessThan(20)
  })
})

describe('支付渠道回调的表单', () => {
  it('读得出字段；名字多得不像是渠道发来的，一个也不读', () => {
    expect(callbackFields(Buffer.from('a=1&b=%E6%88%90'))).toEqual({ a: '1', b: '成' })
    const many = Array.from({ length: 101 }, (_, at) => `n${at}=1`).join('&')
    expect(callbackFields(Buffer.from(many))).toEqual({})
  })

  it('同一个名字来两次的不读：签名只管得住其中一个', () => {
    expect(callbackFields(Buffer.from('a=1&b=2&a=1'))).toEqual({})
    expect(callbackFields(Buffer.from('a=1&%61=2'))).toEqual({})
  })
})
