import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { admits, type BuyerCompany, companyRefusals, type Qualification, refusals, type SaleGoods, seesPrices } from './eligibility.ts'
import { missingNeeds, needName } from './paper-kinds.ts'

const TODAY = '2028-02-29'
const paper = (over: Partial<Qualification> = {}): Qualification => ({
  kind: 'business_licence',
  name: '营业执照',
  expiresOn: null,
  status: 2,
  scopeCodes: [],
  ...over,
})
const LICENCE = paper({ kind: 'drug_licence', name: '药品经营许可证', scopeCodes: ['chem'], expiresOn: '2030-12-31' })
/** What a type of buyer must show beside the kinds given. */
const others = (type: string, given: readonly Qualification[]): Qualification[] =>
  missingNeeds(type, new Set(given.map(({ kind }) => kind))).map((need) =>
    paper({ kind: need.kinds[0] ?? '', name: needName(need), expiresOn: '2030-12-31' }),
  )
const complete = (type: string, given: readonly Qualification[]) => [...given, ...others(type, given)]
const company = (over: Partial<BuyerCompany> = {}): BuyerCompany => ({
  id: 1,
  type: '单体药店',
  province: '贵州省',
  city: '贵阳市',
  reviewState: 2,
  contractSigned: true,
  scopeCodes: new Set(['chem']),
  ...over,
  qualifications: complete(over.type ?? '单体药店', [LICENCE, ...(over.qualifications ?? [paper()])]),
})
const withoutKind = (kind: string) => company().qualifications.filter((one) => one.kind !== kind)
const goods = (over: Partial<SaleGoods> = {}): SaleGoods => ({
  law: 'lawful',
  onShelf: true,
  scopeCode: 'chem',
  scopeName: '化学药',
  hasPrice: true,
  available: 10,
  purchaseLimit: null,
  boughtToday: 0,
  availability: null,
  ...over,
})
const codes = (buyer: BuyerCompany | null, item: SaleGoods = goods()) => refusals(buyer, item, TODAY).map((refusal) => refusal.code)

describe('这家企业能买这个商品吗', () => {
  it.each([
    ['一切齐备', company(), goods(), []],
    ['访客', null, goods(), ['NOT_SIGNED_IN']],
    ['依法禁售', company(), goods({ law: 'barred' }), ['LAW_BARRED']],
    ['待质管审核', company(), goods({ law: 'doubtful' }), ['LAW_UNDECIDED']],
    ['没有按现行名单判定过', company(), goods({ law: 'unjudged' }), ['LAW_UNDECIDED']],
    ['依法禁售，访客也看到', null, goods({ law: 'barred' }), ['NOT_SIGNED_IN', 'LAW_BARRED']],
    ['许可证只有乙类非处方药：买不到处方药', company({ drugClasses: ['otc_b'] }), goods({ drugClass: 'rx' }), ['SCOPE_MISSING']],
    ['许可证只有乙类非处方药：买不到没有写明处方类别的药品', company({ drugClasses: ['otc_b'] }), goods(), ['SCOPE_MISSING']],
    ['许可证只有乙类非处方药：乙类照买', company({ drugClasses: ['otc_b'] }), goods({ drugClass: 'otc_b' }), []],
    ['审核中', company({ reviewState: 1 }), goods(), ['COMPANY_NOT_PASSED']],
    ['已冻结', company({ reviewState: 4 }), goods(), ['COMPANY_NOT_PASSED']],
    [
      '没有任何药品许可证：什么都不能买，药品另说一条',
      { ...company(), qualifications: withoutKind('drug_licence') },
      goods(),
      ['QUALIFICATION_MISSING', 'QUALIFICATION_MISSING'],
    ],
    [
      '过期的药品许可证不挡器械',
      company({
        scopeCodes: new Set(['device2']),
        qualifications: [paper(), paper({ kind: 'drug_licence', expiresOn: '2028-02-28', scopeCodes: ['chem'] })],
      }),
      goods({ scopeCode: 'device2' }),
      [],
    ],
    ['没有营业执照', { ...company(), qualifications: withoutKind('business_licence') }, goods(), ['QUALIFICATION_MISSING']],
    ['没有采购委托书', { ...company(), qualifications: withoutKind('purchase_mandate') }, goods(), ['QUALIFICATION_MISSING']],
    ['没有收货人身份证', { ...company(), qualifications: withoutKind('receiver_id') }, goods(), ['QUALIFICATION_MISSING']],
    ['没有质量保证协议', { ...company(), qualifications: withoutKind('quality_agreement') }, goods(), ['QUALIFICATION_MISSING']],
    [
      '审核中的企业还在交证照，不催',
      { ...company({ reviewState: 1 }), qualifications: [paper(), LICENCE] },
      goods(),
      ['COMPANY_NOT_PASSED'],
    ],
    [
      '许可证没有有效期：不算长期',
      { ...company(), qualifications: [...withoutKind('drug_licence'), paper({ kind: 'drug_licence', name: '药品经营许可证' })] },
      goods(),
      ['QUALIFICATION_MISSING'],
    ],
    [
      '老客户开放期内缺委托书、身份证、协议、合同',
      { ...company({ contractSigned: false, oldCustomerUntil: TODAY }), qualifications: [paper(), LICENCE] },
      goods(),
      [],
    ],
    [
      '开放期的最后一天已过',
      { ...company({ oldCustomerUntil: '2028-02-28' }), qualifications: [paper(), LICENCE] },
      goods(),
      ['QUALIFICATION_MISSING'],
    ],
    [
      '老客户也不能没有许可证',
      { ...company({ oldCustomerUntil: TODAY }), qualifications: [paper()] },
      goods(),
      ['QUALIFICATION_MISSING', 'QUALIFICATION_MISSING'],
    ],
    [
      '老客户的许可证也不能过期',
      { ...company({ oldCustomerUntil: TODAY }), qualifications: [paper(), paper({ kind: 'drug_licence', expiresOn: '2028-02-28' })] },
      goods(),
      ['QUALIFICATION_EXPIRED'],
    ],
    [
      '老客户在档的委托书过期，也要更新',
      {
        ...company({ oldCustomerUntil: TODAY }),
        qualifications: [paper(), LICENCE, paper({ kind: 'purchase_mandate', expiresOn: '2028-02-28' })],
      },
      goods(),
      ['QUALIFICATION_EXPIRED'],
    ],
    [
      '医院用事业单位法人证书代替营业执照',
      {
        ...company({ type: '医院' }),
        qualifications: complete('医院', [
          paper({ kind: 'institution_certificate', expiresOn: '2030-01-01' }),
          paper({ kind: 'medical_licence' }),
        ]),
      },
      goods(),
      [],
    ],
    [
      '任选其一的证照，过期的一张不妨碍有效的另一张',
      {
        ...company({ type: '诊所' }),
        qualifications: complete('诊所', [
          paper(),
          paper({ kind: 'clinic_licence', expiresOn: '2028-01-01', scopeCodes: ['chem'] }),
          paper({ kind: 'medical_licence', scopeCodes: ['chem'] }),
        ]),
      },
      goods(),
      [],
    ],
    [
      '两张都过期则都说',
      {
        ...company({ type: '诊所' }),
        qualifications: complete('诊所', [
          paper(),
          paper({ kind: 'clinic_licence', expiresOn: '2028-01-01', scopeCodes: ['chem'] }),
          paper({ kind: 'medical_licence', expiresOn: '2028-01-01', scopeCodes: ['chem'] }),
        ]),
      },
      goods(),
      ['QUALIFICATION_EXPIRED', 'QUALIFICATION_EXPIRED'],
    ],
    ['今天到期的证今天有效', company({ qualifications: [paper({ expiresOn: TODAY })] }), goods(), []],
    ['昨天到期', company({ qualifications: [paper({ expiresOn: '2028-02-28' })] }), goods(), ['QUALIFICATION_EXPIRED']],
    ['证照未审核通过', company({ qualifications: [paper({ status: 1 })] }), goods(), ['QUALIFICATION_MISSING']],
    [
      '过期的器械证不挡药品',
      company({ qualifications: [paper(), paper({ kind: 'device_filing', expiresOn: '2028-02-28', scopeCodes: ['device2'] })] }),
      goods(),
      [],
    ],
    [
      '过期的药品证挡药品',
      company({ qualifications: [paper(), paper({ kind: 'device_filing', expiresOn: '2028-02-28', scopeCodes: ['chem'] })] }),
      goods(),
      ['QUALIFICATION_EXPIRED'],
    ],
    ['经营范围不含', company(), goods({ scopeCode: 'bio' }), ['SCOPE_MISSING']],
    [
      '客户档案里有、审核过的许可证上没有的经营范围，不算有',
      company({ scopeCodes: new Set(['chem', 'bio']) }),
      goods({ scopeCode: 'bio' }),
      ['SCOPE_MISSING'],
    ],
    [
      '任选其一的证照，有效的那张不含该范围，过期的那张不算数',
      {
        ...company({ type: '诊所', scopeCodes: new Set(['chem', 'herb']) }),
        qualifications: complete('诊所', [
          paper(),
          paper({ kind: 'clinic_licence', expiresOn: '2028-01-01', scopeCodes: ['chem'] }),
          paper({ kind: 'medical_licence', scopeCodes: ['herb'] }),
        ]),
      },
      goods(),
      ['QUALIFICATION_EXPIRED'],
    ],
    [
      '导入的旧证没有写范围、已过期，有效的另一张不含该范围：也不能买',
      {
        ...company({ type: '诊所', scopeCodes: new Set(['chem', 'herb']) }),
        qualifications: complete('诊所', [
          paper(),
          paper({ kind: 'clinic_licence', expiresOn: '2028-01-01' }),
          paper({ kind: 'medical_licence', scopeCodes: ['herb'] }),
        ]),
      },
      goods(),
      ['QUALIFICATION_EXPIRED'],
    ],
    [
      '客户档案里写了第三类医疗器械，没有器械经营许可证：不能买',
      company({ scopeCodes: new Set(['device3']) }),
      goods({ scopeCode: 'device3' }),
      ['QUALIFICATION_MISSING'],
    ],
    [
      '有器械经营许可证',
      company({
        scopeCodes: new Set(['device3']),
        qualifications: [paper(), paper({ kind: 'device_licence', expiresOn: '2030-01-01', scopeCodes: ['device3'] })],
      }),
      goods({ scopeCode: 'device3' }),
      [],
    ],
    ...(
      [
        ['诊所的备案凭证只载明药品，还有效：三类器械照买', '2028-02-29', []],
        ['诊所的备案凭证只载明药品，已经过期：三类器械也不能买', '2028-02-28', ['QUALIFICATION_EXPIRED']],
      ] as const
    ).map(([name, expiresOn, answer]): [string, BuyerCompany, SaleGoods, string[]] => [
      name,
      {
        ...company({ type: '诊所', scopeCodes: new Set(['device3']) }),
        qualifications: complete('诊所', [
          paper(),
          paper({ kind: 'clinic_licence', name: '诊所备案凭证', expiresOn, scopeCodes: ['chem'] }),
        ]),
      },
      goods({ scopeCode: 'device3' }),
      [...answer],
    ]),
    ['合同未签', company({ contractSigned: false }), goods(), ['CONTRACT_UNSIGNED']],
    ['审核中的企业还谈不上签合同', company({ reviewState: 1, contractSigned: false }), goods(), ['COMPANY_NOT_PASSED']],
    [
      '在档的委托书过期',
      company({ qualifications: [paper(), paper({ kind: 'purchase_mandate', name: '采购委托书', expiresOn: '2028-02-28' })] }),
      goods(),
      ['QUALIFICATION_EXPIRED'],
    ],
    ['下架、无价、无货都说', company(), goods({ onShelf: false, hasPrice: false, available: 0 }), ['OFF_SHELF', 'NO_PRICE', 'NO_STOCK']],
    ['今日限购已满', company(), goods({ purchaseLimit: 5, boughtToday: 5 }), ['LIMIT_REACHED']],
    ['控销未授权', company(), goods({ availability: { controlled: true, entries: [] } }), ['NOT_AUTHORISED']],
    [
      '不在销售地区',
      company(),
      goods({ availability: { controlled: false, entries: [{ province: '湖北省', city: null, companyType: null, companyId: null }] } }),
      ['NOT_IN_REGION'],
    ],
  ] as const)('%s', (_name, buyer, item, expected) => expect(codes(buyer, item)).toEqual(expected))

  it('每条原因都有给人看的话', () => {
    const states = fc.integer({ min: 0, max: 4 })
    fc.assert(
      fc.property(
        states,
        fc.boolean(),
        fc.boolean(),
        fc.integer({ min: -1, max: 3 }),
        (reviewState, contractSigned, onShelf, available) => {
          for (const refusal of refusals(company({ reviewState, contractSigned }), goods({ onShelf, available }), TODAY)) {
            expect(refusal.message).toMatch(/[\u4e00-\u9fff]/)
          }
        },
      ),
    )
  })

  it('多一个问题只会多一条原因，不会少', () => {
    fc.assert(
      fc.property(fc.boolean(), fc.boolean(), fc.boolean(), (passed, signed, shelf) => {
        const buyer = company({ reviewState: passed ? 2 : 1, contractSigned: signed })
        const better = codes(company(), goods({ onShelf: shelf }))
        expect(codes(buyer, goods({ onShelf: shelf }))).toEqual(expect.arrayContaining(better))
      }),
    )
  })

  it('只有审核通过的企业看得到价格', () => {
    expect([0, 1, 2, 3, 4].map((reviewState) => seesPrices(company({ reviewState })))).toEqual([false, false, true, false, false])
    expect(seesPrices(null)).toBe(false)
    expect(companyRefusals(null, TODAY)).toHaveLength(1)
  })

  it('一条授权里写明的条件都要满足，满足一条授权即可', () => {
    const entry = { province: '贵州省', city: null, companyType: '诊所', companyId: null }
    expect(admits({ controlled: true, entries: [entry] }, company())).toBe(false)
    expect(admits({ controlled: true, entries: [entry, { province: null, city: null, companyType: null, companyId: 1 }] }, company())).toBe(
      true,
    )
    expect(admits(null, company())).toBe(true)
  })
})
