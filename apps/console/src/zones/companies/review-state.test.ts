import { describe, expect, it } from 'vitest'
import type { DossierWire } from '#contract/companies.ts'
import { judged, messagesOf, nextCompany, nextUnjudged, outcomeOf, takenBack, type Verdicts, waitingOf } from './review-state.ts'

const paper = (id: number, status = 1) => ({ kind: `k${id}`, open: { id, status, submitted_at: `2026-11-2${id}` } })
const dossier = { papers: [paper(1), paper(2), { kind: 'none', open: null }, paper(3), paper(4, 3)] } as unknown as DossierWire
const waiting = waitingOf(dossier)
const pass = (id: number) => ({ id, decision: 'pass' as const, reason: '' })
const reject = (id: number) => ({ id, decision: 'reject' as const, reason: '缺公章' })

describe('审核一家企业的证照', () => {
  it('只判待审的版本，已驳回和没有提交的不在内', () => {
    expect(waiting.map(({ id }) => id)).toEqual([1, 2, 3])
  })

  it('判完一份看下一份没判的，到尾从头找，全部判完没有下一份', () => {
    expect(nextUnjudged(waiting, [pass(1)], 1)).toBe(2)
    expect(nextUnjudged(waiting, [pass(2), pass(3)], 3)).toBe(1)
    expect(nextUnjudged(waiting, [pass(1), pass(2), pass(3)], 3)).toBeNull()
  })

  it('最后一份判完之前没有结论；有一份驳回就不能通过', () => {
    expect(outcomeOf(waiting, [pass(1), pass(2)])).toBe('unfinished')
    expect(outcomeOf(waiting, [pass(1), pass(2), pass(3)])).toBe('pass')
    expect(outcomeOf(waiting, [pass(1), reject(2), pass(3)])).toBe('reject')
  })

  it('改判以最后一次为准，撤回后又是未判', () => {
    const verdicts: Verdicts = judged(judged([], pass(1)), reject(1))
    expect(verdicts).toEqual([reject(1)])
    expect(takenBack(verdicts, 1)).toEqual([])
  })

  it('最后按证照顺序发出，各带看到的版本；驳回带理由，通过不带', () => {
    expect(messagesOf(waiting, [reject(2), { ...pass(1), classes: ['rx'] }])).toEqual([
      { params: { id: 1 }, body: { decision: 'pass', submitted_at: '2026-11-21', drug_classes: ['rx'] } },
      { params: { id: 2 }, body: { decision: 'reject', submitted_at: '2026-11-22', reason: '缺公章' } },
    ])
  })

  it('下一家是队列里后面的一家，最后一家之后回到第一家，只剩本家就没有', () => {
    const queue = [{ id: 5 }, { id: 6 }, { id: 7 }]
    expect(nextCompany(queue, 6)).toBe(7)
    expect(nextCompany(queue, 7)).toBe(5)
    expect(nextCompany(queue, 9)).toBe(5)
    expect(nextCompany([{ id: 5 }], 5)).toBeNull()
  })
})
