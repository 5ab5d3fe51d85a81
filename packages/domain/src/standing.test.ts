import { describe, expect, it } from 'vitest'
import { soundsLikeMedicine } from './daily-things.ts'
import type { BuyerCompany, Refusal, RefusalCode, SaleGoods } from './eligibility.ts'
import { missingNeeds, needName } from './paper-kinds.ts'
import { deliveryRefusals, holdReasons, holdText, mayBeWaived, standingRefusals } from './standing.ts'

const TODAY = '2026-11-21'
const company: BuyerCompany = {
  id: 7,
  type: '单体药店',
  province: '贵州省',
  city: '贵阳市',
  reviewState: 2,
  contractSigned: true,
  scopeCodes: new Set(['chem', 'device2', 'device3', 'food', 'general']),
  qualifications: missingNeeds('单体药店', new Set()).map((need) => ({
    kind: need.kinds[0] ?? '',
    name: needName(need),
    expiresOn: '2099-12-31',
    status: 2,
    scopeCodes: [],
  })),
}
const goods = (over: Partial<SaleGoods> = {}): SaleGoods => ({
  onShelf: true,
  scopeCode: 'chem',
  scopeName: '化学药',
  hasPrice: true,
  available: 10,
  purchaseLimit: null,
  boughtToday: 0,
  availability: null,
  law: 'lawful',
  ...over,
})
const entry = { province: null, city: null, companyType: null, companyId: null }
const here = { province: '贵州省', city: '贵阳市', isReviewed: true }
const codes = (found: readonly Refusal[]) => found.map(({ code }) => code)

describe('能不能送到这里', () => {
  it.each([
    ['药品送到未审核的地址', 'chem', false, ['ADDRESS_UNREVIEWED']],
    ['药品送到审核过的地址', 'chem', true, []],
    ['第二类医疗器械也要审核过的地址', 'device2', false, ['ADDRESS_UNREVIEWED']],
    ['第三类医疗器械也要审核过的地址', 'device3', false, ['ADDRESS_UNREVIEWED']],
    ['食品与一般商品不问地址', 'general', false, []],
    ['食品不问地址', 'food', false, []],
  ])('%s', (_title, scopeCode, isReviewed, expected) =>
    expect(codes(deliveryRefusals(company, goods({ scopeCode }), { ...here, isReviewed }))).toEqual(expected),
  )

  it.each([
    ['限贵州，送到广东', { controlled: false, entries: [{ ...entry, province: '贵州省' }] }, ['ADDRESS_OUTSIDE']],
    ['限贵阳市，送到同省别市', { controlled: false, entries: [{ ...entry, province: '广东省', city: '深圳市' }] }, ['ADDRESS_OUTSIDE']],
    [
      '两地都销售',
      {
        controlled: false,
        entries: [
          { ...entry, province: '贵州省' },
          { ...entry, province: '广东省' },
        ],
      },
      [],
    ],
    ['授权写明企业而不写地区，送到哪里都行', { controlled: true, entries: [{ ...entry, companyId: 7 }] }, []],
    ['控销授权写明地区', { controlled: true, entries: [{ ...entry, companyId: 7, province: '贵州省' }] }, ['ADDRESS_OUTSIDE']],
  ])('%s', (_title, availability, expected) => {
    const there = { province: '广东省', city: '广州市', isReviewed: true }
    expect(codes(deliveryRefusals(company, goods({ availability }), there))).toEqual(expected)
  })
})

describe('资格与法规，不论库存、价格与限购', () => {
  it('没有库存、没有价格、限购已满，不是资格问题', () => {
    const trade = goods({ hasPrice: false, available: 0, purchaseLimit: 1, boughtToday: 1 })
    expect(standingRefusals(company, trade, here, TODAY)).toEqual([])
  })

  it('冻结、无经营范围、地址未审核都说', () => {
    const frozen = { ...company, reviewState: 4, scopeCodes: new Set<string>() }
    expect(codes(standingRefusals(frozen, goods(), { ...here, isReviewed: false }, TODAY))).toEqual<RefusalCode[]>([
      'COMPANY_NOT_PASSED',
      'SCOPE_MISSING',
      'ADDRESS_UNREVIEWED',
    ])
  })
})

describe('订单为什么暂停', () => {
  const refusal = (code: RefusalCode, message: string): Refusal => ({ code, message, action: null })
  const frozen = refusal('COMPANY_NOT_PASSED', '您的账户已被冻结')

  it('企业的原因只说一次，商品的原因说是哪个商品', () => {
    const found = [
      { goods: '阿莫西林', reasons: [frozen, refusal('SCOPE_MISSING', '不含化学药')] },
      { goods: '口罩', reasons: [frozen] },
    ]
    const reasons = holdReasons([frozen], found, new Set())
    expect(reasons).toEqual([
      { code: 'COMPANY_NOT_PASSED', message: '您的账户已被冻结', goods: '' },
      { code: 'SCOPE_MISSING', message: '不含化学药', goods: '阿莫西林' },
    ])
    expect(holdText(reasons)).toBe('您的账户已被冻结；阿莫西林：不含化学药')
  })

  it('只有本店自己的话可以放行，法规与资格不能', () => {
    const waivable = (code: RefusalCode) => mayBeWaived({ code, message: '', goods: '' })
    expect([waivable('OFF_SHELF'), waivable('CONTRACT_UNSIGNED')]).toEqual([true, true])
    const lasting: RefusalCode[] = ['COMPANY_NOT_PASSED', 'QUALIFICATION_EXPIRED', 'SCOPE_MISSING', 'ADDRESS_UNREVIEWED', 'RECEIPT_OVERDUE']
    expect(lasting.filter(waivable)).toEqual([])
    expect(
      holdReasons([frozen], [{ goods: '甲', reasons: [frozen, refusal('OFF_SHELF', '已下架')] }], new Set(['OFF_SHELF|甲'])),
    ).toHaveLength(1)
  })
})

it.each([
  ['电子体温计（软头）', true],
  ['电 子 血 压 计', true],
  ['阿莫西林胶囊 0.25g', true],
  ['维生素C片剂 100mg', true],
  ['一次性使用医用口罩', true],
  ['七日分药盒（10 只装）', false],
  ['抽取式面巾纸 24 包', false],
  ['泡沫洗手液 500ml（6 瓶）', false],
  ['帆布手提袋（20 只）', false],
])('%s 听起来像药品或器械：%s', (name, sounds) => expect(soundsLikeMedicine(name)).toBe(sounds))

it.each(['六味地黄丸', '安宫牛黄丸', '布洛芬片', '健胃消食片 32 片', '阿莫西林', '云南白药', '开塞露', '验孕棒', '酒精棉片', '维生素 C'])(
  '%s 没有写剂型或写得随便，也听得出来',
  (name) => expect(soundsLikeMedicine(name)).toBe(true),
)
it.each(['薯片大礼包', '速冻鱼丸', '肉丸子', '名片夹', '保温杯', '充电宝', '麦片', '洗洁精'])('%s 是日用品', (name) =>
  expect(soundsLikeMedicine(name)).toBe(false),
)
