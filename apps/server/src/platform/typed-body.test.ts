import { Type } from 'typebox'
import { describe, expect, it } from 'vitest'
import { NullableInteger } from '#contract/shapes.ts'
import { wrongTypes } from './typed-body.ts'

const LINE = Type.Object({ id: Type.Integer(), price: Type.String() })
const BODY = Type.Object({
  number: Type.Integer(),
  rate: Type.Number(),
  note: Type.String(),
  ids: Type.Array(Type.Integer()),
  lines: Type.Array(LINE),
  counted: NullableInteger,
  key: Type.Optional(Type.String()),
})
const RIGHT = { number: 1, rate: 1.5, note: '好', ids: [1], lines: [{ id: 1, price: '2.00' }], counted: null }
const faults = (change: object) => wrongTypes(BODY, { ...RIGHT, ...change }).map(({ field }) => field)

describe('JSON 里的类型', () => {
  it.each([
    [{ number: true }, 'number'],
    [{ number: [1] }, 'number'],
    [{ number: null }, 'number'],
    [{ number: {} }, 'number'],
    [{ rate: false }, 'rate'],
    [{ note: true }, 'note'],
    [{ note: ['好'] }, 'note'],
    [{ ids: true }, 'ids'],
    [{ ids: [true] }, 'ids.0'],
    [{ ids: [[1]] }, 'ids.0'],
    [{ lines: [{ id: true, price: '1' }] }, 'lines.0.id'],
    [{ lines: [{ id: 1, price: [1] }] }, 'lines.0.price'],
    [{ counted: true }, 'counted'],
  ])('%j 不猜，说出是哪一栏', (change, field) => {
    expect(faults(change)).toEqual([field])
  })

  it('数字写成文字、文字写成数字、一列写成一段文字，照旧收', () => {
    for (const change of [{ number: '1' }, { note: 12 }, { ids: '1,2' }, { counted: 3 }, { note: null }, { more: true }])
      expect(faults(change), JSON.stringify(change)).toEqual([])
  })

  it('一处错得再多，也只说二十处', () => {
    expect(faults({ ids: Array.from({ length: 5000 }, () => true) })).toHaveLength(20)
  })
})
