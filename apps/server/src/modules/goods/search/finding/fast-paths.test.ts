import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createChangeLog } from '../changes.ts'
import { places } from '../rows/arrays.ts'
import { rowSetOf } from '../rows/row-set.ts'
import { rank } from './ranking.ts'

/** What is clever for speed, held to what is obvious. */

const shuffled = (length: number) =>
  fc.array(fc.nat(1_000_000), { minLength: length, maxLength: length }).map((keys) =>
    Uint32Array.from(
      keys
        .map((key, item) => ({ key, item }))
        .sort((a, b) => a.key - b.key || a.item - b.item)
        .map(({ item }) => item),
    ),
  )

describe('只排看得到的几页', () => {
  const TOTAL = 3_000
  const drawn = fc.record({
    order: shuffled(TOTAL),
    rows: shuffled(TOTAL),
    count: fc.integer({ min: 0, max: TOTAL }),
    wanted: fc.integer({ min: 1, max: 1_200 }),
    scores: fc.array(fc.integer({ min: 1, max: 127 }), { minLength: 1, maxLength: 4 }),
    stock: fc.integer({ min: 1, max: 5 }),
    sees: fc.boolean(),
    typed: fc.boolean(),
    relevance: fc.boolean(),
  })

  it('和全部排好再取的一样', () => {
    fc.assert(
      fc.property(drawn, ({ order, rows, count, wanted, scores, stock, sees, typed, relevance }) => {
        const score = typed ? Uint8Array.from(rows, (row) => scores[row % scores.length] as number) : null
        const inStock = Uint8Array.from(rows, (_, row) => (row % stock === 0 ? 1 : 0))
        const place = places(order)
        const at = (of: ArrayLike<number> | null, row: number) => of?.[row] ?? 0
        const slow = Array.from(rows.subarray(0, count))
          .sort((a, b) => {
            const byScore = relevance ? at(score, b) - at(score, a) : 0
            const byStock = relevance && sees ? at(inStock, b) - at(inStock, a) : 0
            return byScore || byStock || at(place, a) - at(place, b)
          })
          .slice(0, wanted)
        const fast = rank({ rows, count, score }, TOTAL, { order, place }, relevance ? { inStock: sees ? inStock : null } : null, wanted)
        expect(Array.from(fast)).toEqual(slow)
      }),
      { numRuns: 150 },
    )
  })
})

describe('行的集合', () => {
  it('有的都有，没有的都没有', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(20_000)), (rows) => {
        const set = rowSetOf(Uint32Array.from(rows), rows.length, 20_001)
        const obvious = new Set(rows)
        expect(Array.from({ length: 20_600 }, (_, row) => row).filter((row) => set.has(row) !== obvious.has(row))).toEqual([])
      }),
      { numRuns: 20 },
    )
  })
})

describe('变动记录', () => {
  it('只说后来的、与之有关的变动；记不下的算有关', () => {
    const log = createChangeLog()
    const mine = rowSetOf(Uint32Array.of(3, 700), 2, 2_000)
    const start = log.version()
    expect(log.concerns(start, mine)).toBe(false)
    log.add([4, 699])
    expect(log.concerns(start, mine)).toBe(false)
    expect(log.concerns(start, null)).toBe(true)
    log.add([700])
    expect(log.concerns(start, mine)).toBe(true)
    const later = log.version()
    expect(log.concerns(later, mine)).toBe(false)
    log.addAll()
    expect(log.concerns(later, mine)).toBe(true)
    const last = log.version()
    log.add(Array.from({ length: 5_000 }, () => 1))
    expect(log.concerns(last, mine)).toBe(true)
    expect(log.concerns(log.version(), mine)).toBe(false)
  })
})
