import { describe, expect, it } from 'vitest'
import { CALLS } from '../packages/contract/src/calls.ts'
import { unseen } from './lib/audited.ts'

describe('员工的每个写入操作都见过留痕', () => {
  const sent = CALLS.filter(({ access, method }) => access === 'staff' && method !== 'GET')
  const named = ({ method, path }: (typeof CALLS)[number]) => `${method} ${path}`
  const all = sent.filter(({ harmless }) => harmless !== true).map(named)

  it('什么也不改的只有这些', () => {
    expect(sent.filter(({ harmless }) => harmless).map(named)).toEqual(['POST /api/staff/front/slot/:slot/preview'])
  })

  it('都见过就没有话说；读取和买家的操作不在其中', () => {
    expect(all.length).toBeGreaterThan(50)
    expect(unseen(CALLS, new Set(all))).toEqual({ writing: all.length, missing: [] })
  })

  it('没见过的指名', () => {
    const seen = new Set(all.filter((name) => name !== 'POST /api/staff/chat/:id/close'))
    expect(unseen(CALLS, seen).missing).toEqual(['POST /api/staff/chat/:id/close'])
  })
})
