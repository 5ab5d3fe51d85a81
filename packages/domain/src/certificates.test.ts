import { describe, expect, it } from 'vitest'
import { type CertificateDraft, certificateProblems, peopleProblems } from './certificates.ts'
import { isIdCard, isTradeDate } from './identifiers.ts'
import { COMPANY_TYPES, missingNeeds, needName, PAPER_FORMS, PAPER_NEEDS } from './paper-kinds.ts'

const TODAY = '2026-11-21'
const CODE = '92520103MA0000001X'
const draft = (over: Partial<CertificateDraft> = {}): CertificateDraft => ({
  kind: 'drug_licence',
  number: '示DA520103001',
  issuer: '贵阳市市场监督管理局',
  holder: '',
  issuedOn: '2024-01-02',
  expiresOn: '2029-01-01',
  isEndless: false,
  scopeCodes: ['chem'],
  drugClasses: null,
  statesClasses: false,
  pages: 1,
  ...over,
})
const fields = (over: Partial<CertificateDraft>) => certificateProblems(draft(over), CODE, TODAY).map(({ field }) => field)

describe('证照填写', () => {
  it.each([
    ['填写齐全', {}, []],
    [
      '什么都没填',
      { number: '', issuer: '', issuedOn: null, expiresOn: null, scopeCodes: [], pages: 0 },
      ['number', 'issuer', 'issued_on', 'expires_on', 'scope_codes', 'file_ids'],
    ],
    ['今天到期仍可提交', { expiresOn: TODAY }, []],
    ['昨天已经过期', { expiresOn: '2026-11-20' }, ['expires_on']],
    ['药品经营许可证没有长期', { expiresOn: null, isEndless: true }, ['expires_on']],
    ['有效期不晚于签发', { issuedOn: '2026-11-21', expiresOn: '2026-11-21' }, ['expires_on']],
    ['签发日期在将来', { issuedOn: '2026-11-22' }, ['issued_on']],
    ['没有这一天', { issuedOn: '2026-02-30' }, ['issued_on']],
    ['许可证不管器械', { scopeCodes: ['chem', 'device3'] }, ['scope_codes']],
    ['超过四页', { pages: 5 }, ['file_ids']],
    [
      '身份证号校验位不对',
      { kind: 'purchaser_id', number: '110101199003070014', holder: '陈溪', isEndless: true, expiresOn: null },
      ['number'],
    ],
    ['采购委托书须写被委托人', { kind: 'purchase_mandate', scopeCodes: [] }, ['holder']],
    ['营业执照号须与企业一致', { kind: 'business_licence', number: '91520100MA6DL2XH1B', isEndless: true, scopeCodes: [] }, ['number']],
  ] as const)('%s', (_title, over, expected) => expect(fields(over)).toEqual(expected))

  it('身份证号按校验位核对', () => {
    expect(isIdCard('11010519491231002X')).toBe(true)
    expect(isIdCard('110105194912310021')).toBe(false)
    expect(isIdCard('11010519491331002X')).toBe(false)
    expect([isTradeDate('2028-02-29'), isTradeDate('2027-02-29'), isTradeDate('2027-2-9')]).toEqual([true, false, false])
  })

  it('委托书与身份证须是同一个人', () => {
    expect(peopleProblems({ purchase_mandate: '陈溪', purchaser_id: '陈溪' })).toEqual([])
    expect(peopleProblems({ purchase_mandate: '陈溪', purchaser_id: '何槐' })[0]).toContain('陈溪')
    expect(peopleProblems({ receiver_mandate: '陈溪' })).toEqual([])
  })
})

describe('各类企业须提交的证照', () => {
  it('每一类都有身份证照、行业许可和委托人，没有一种列两次', () => {
    for (const type of COMPANY_TYPES) {
      const kinds = PAPER_NEEDS[type].flatMap((need) => need.kinds)
      expect(new Set(kinds).size, type).toBe(kinds.length)
      expect(kinds, type).toEqual(expect.arrayContaining(['purchase_mandate', 'purchaser_id', 'receiver_mandate', 'quality_agreement']))
      expect(
        kinds.some((kind) => ['drug_licence', 'medical_licence', 'clinic_licence'].includes(kind)),
        type,
      ).toBe(true)
      for (const kind of kinds) expect(PAPER_FORMS[kind].name).toMatch(/[\u4e00-\u9fff]/)
    }
  })

  it('诊所有备案凭证或执业许可证之一即可，医院三种登记之一即可', () => {
    const rest = ['business_licence', 'purchase_mandate', 'purchaser_id', 'receiver_mandate', 'receiver_id', 'quality_agreement']
    expect(missingNeeds('诊所', new Set([...rest, 'clinic_licence']))).toEqual([])
    expect(missingNeeds('诊所', new Set([...rest, 'medical_licence']))).toEqual([])
    expect(missingNeeds('诊所', new Set(rest)).map(needName)).toEqual(['诊所备案凭证、医疗机构执业许可证（任选其一）'])
    const hospital = new Set([...rest.slice(1), 'medical_licence', 'civil_certificate'])
    expect(missingNeeds('医院', hospital)).toEqual([])
  })
})
