import { describe, expect, it } from 'vitest'
import type { BuyerCompany, Qualification } from './eligibility.ts'
import { missingNeeds, needName } from './paper-kinds.ts'
import { papersState } from './papers.ts'

const paper = (expiresOn: string | null, extra: Partial<Qualification> = {}): Qualification => ({
  kind: 'drug_licence',
  name: '药品经营许可证',
  expiresOn,
  status: 2,
  scopeCodes: [],
  ...extra,
})
const ENDLESS = { kind: 'device_filing', name: '第二类医疗器械经营备案凭证' }
/** The other papers that a pharmacy must show. */
const OTHERS: Qualification[] = missingNeeds('单体药店', new Set(['business_licence', 'drug_licence'])).map((need) => ({
  kind: need.kinds[0] ?? '',
  name: needName(need),
  expiresOn: '2099-12-31',
  status: 2,
  scopeCodes: [],
}))
const LICENCE: Qualification = { kind: 'business_licence', name: '营业执照', expiresOn: null, status: 2, scopeCodes: [] }
const company = (qualifications: Qualification[], extra: Partial<BuyerCompany> = {}): BuyerCompany => ({
  id: 1,
  type: '单体药店',
  province: '湖北省',
  city: '武汉市',
  reviewState: 2,
  contractSigned: true,
  scopeCodes: new Set(['A']),
  qualifications: [
    LICENCE,
    ...OTHERS,
    ...(qualifications.some(({ kind }) => kind === 'drug_licence') ? [] : [paper('2099-12-31')]),
    ...qualifications,
  ],
  ...extra,
})
const today = '2026-11-21'

describe('证照状态', () => {
  it.each([
    ['长期有效的证照不提醒', company([paper(null, ENDLESS)]), 'ok', ''],
    ['必须有期限的证照没有登记有效期，不算长期', company([paper(null)]), 'bad', '药品经营许可证未登记有效期'],
    [
      '必须有期限的器械证照没有登记有效期，只挡部分商品也要说',
      company([paper(null, { kind: 'device_licence', name: '医疗器械经营许可证', scopeCodes: ['device3'] })]),
      'bad',
      '医疗器械经营许可证未登记有效期',
    ],
    [
      '缺采购委托书、质量保证协议等必备证照的挡住采购',
      company([paper('2099-12-31')], { qualifications: [LICENCE, paper('2099-12-31')] }),
      'bad',
      '尚未提交采购委托书',
    ],
    ['今天到期的证照今天仍有效，只提醒', company([paper('2026-11-21')]), 'soon', '2026-11-21'],
    ['昨天到期的证照挡住采购', company([paper('2026-11-20')]), 'bad', '已于 2026-11-20 到期'],
    ['第 90 天内到期即提醒', company([paper('2027-02-19')]), 'soon', '2027-02-19'],
    ['第 91 天到期不提醒', company([paper('2027-02-20')]), 'ok', ''],
    [
      '最近到期的一张先说',
      company([paper('2027-01-20', { name: '营业执照' }), paper('2026-12-20')]),
      'soon',
      '药品经营许可证将于 2026-12-20',
    ],
    [
      '只挡部分商品的证照过期也要说',
      company([paper('2026-11-01', { name: '医疗器械备案', scopeCodes: ['Q'] })]),
      'bad',
      '医疗器械备案已于 2026-11-01',
    ],
    ['未通过审核的企业先说审核', company([], { reviewState: 1 }), 'bad', '正在审核'],
    ['被退回的证照说未通过审核', company([paper(null, { ...ENDLESS, scopeCodes: ['Q'], status: 3 })]), 'bad', '尚未通过审核'],
  ] as const)('%s', (_title, subject, state, part) => {
    const found = papersState(subject, today)
    expect(found.state).toBe(state)
    expect(found.note).toContain(part)
    if (state === 'ok') expect(found.note).toBe('')
  })
})
