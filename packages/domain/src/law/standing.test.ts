import { describe, expect, it } from 'vitest'
import type { Judgement } from './judgement.ts'
import { type LawDecision, lawRefusal, lawStanding, settle } from './standing.ts'

const GOODS = { name: '某某片', approvalNo: '国药准字H20200001' }
const found = (more: Partial<Judgement> = {}): Judgement => ({
  verdict: 'doubtful',
  barredClass: '精神药品',
  reason: '名称“某某”可能是精神药品',
  rule: 'psychotropics/某某',
  special: [],
  restricted: [],
  coldChain: false,
  ...more,
})
const LAWFUL = found({ verdict: 'lawful', barredClass: null, reason: '', rule: '' })
const decided = (decision: 'release' | 'bar', on: Judgement = found()): LawDecision => ({
  decision,
  reason: '已核对说明书',
  goodsName: GOODS.name,
  approvalNo: GOODS.approvalNo,
  rule: on.rule,
  barredClass: on.barredClass ?? '',
  finding: on.reason,
})

describe('质量管理部门的决定', () => {
  it('没有决定：规则说了算', () => expect(settle(found(), GOODS, null)).toMatchObject({ verdict: 'doubtful', barredClass: '精神药品' }))
  it('放行存疑的：可以销售，写明放行理由', () => {
    expect(settle(found(), GOODS, decided('release'))).toMatchObject({ verdict: 'lawful', reason: '质量管理部门审核放行：已核对说明书' })
  })
  it('禁售存疑的，也禁售规则没有认出的', () => {
    expect(settle(found(), GOODS, decided('bar')).verdict).toBe('barred')
    expect(settle(LAWFUL, GOODS, decided('bar', LAWFUL)).verdict).toBe('barred')
  })
  it('法律禁止的，放行无效', () => {
    expect(settle(found({ verdict: 'barred' }), GOODS, decided('release', found({ verdict: 'barred' }))).verdict).toBe('barred')
  })
  it.each([
    ['名称变了', found(), { ...GOODS, name: '某某缓释片' }],
    ['批准文号变了', found(), { ...GOODS, approvalNo: '国药准字H20200002' }],
    ['命中的名单行变了', found({ rule: 'narcotics/某某' }), GOODS],
    ['命中的理由变了', found({ reason: '通用名“某某”可能是精神药品' }), GOODS],
  ])('%s：放行失效，重新待审；禁售转为待复核，不会自己放开', (_what, now, goods) => {
    expect(settle(now, goods, decided('release')).verdict).toBe('doubtful')
    expect(settle(now, goods, decided('bar'))).toMatchObject({ verdict: 'doubtful', reason: expect.stringContaining('须重新审核') })
  })
  it('禁售过的商品，名单改后规则不再命中：待复核，不会自己上架', () => {
    expect(settle(LAWFUL, GOODS, decided('bar')).verdict).toBe('doubtful')
    expect(settle(LAWFUL, GOODS, decided('release')).verdict).toBe('lawful')
  })
})

describe('销售时问名单', () => {
  it.each([
    ['lawful', 'v2', 'lawful', null],
    ['lawful', 'v1', 'unjudged', 'LAW_UNDECIDED'],
    ['lawful', null, 'unjudged', 'LAW_UNDECIDED'],
    ['unjudged', null, 'unjudged', 'LAW_UNDECIDED'],
    ['doubtful', 'v2', 'doubtful', 'LAW_UNDECIDED'],
    ['barred', 'v1', 'barred', 'LAW_BARRED'],
  ] as const)('结论 %s、按版本 %s 判定，现行 v2 → %s', (verdict, version, standing, code) => {
    const law = lawStanding({ verdict, version }, 'v2')
    expect(law).toBe(standing)
    expect(lawRefusal({ law })?.code ?? null).toBe(code)
  })
})
