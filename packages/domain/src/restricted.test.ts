import { describe, expect, it } from 'vitest'
import { containsEphedrine, restrictedClass } from './restricted.ts'

const medicine = (name: string, more: { mark?: string; category?: string; unit?: string } = {}) =>
  restrictedClass({ name, mark: '', category: '西药', unit: '盒', spec: '', isHerb: false, ...more })
const herb = (name: string) => restrictedClass({ name, mark: '', category: '中草药', unit: 'kg', spec: '', isHerb: true })

describe('依法不得网上销售的商品，没有标记也从名称认出', () => {
  it.each([
    ['流感病毒裂解疫苗', '疫苗'],
    ['治疗用卡介苗', '疫苗'],
    ['人血白蛋白', '血液制品'],
    ['静注人免疫球蛋白(pH4)', '血液制品'],
    ['乙型肝炎人免疫球蛋白', '血液制品'],
    ['人凝血酶原复合物', '血液制品'],
    ['盐酸吗啡缓释片', '麻醉药品'],
    ['枸橼酸芬太尼注射液', '麻醉药品'],
    ['氨酚待因片(Ⅱ)', '麻醉药品'],
    ['复方樟脑酊', '麻醉药品'],
    ['地西泮片', '精神药品'],
    ['阿普唑仑片', '精神药品'],
    ['右佐匹克隆片', '精神药品'],
    ['氨酚曲马多片', '精神药品'],
    ['咖啡因片', '精神药品'],
    ['地佐辛注射液', '精神药品'],
    ['注射用A型肉毒毒素', '医疗用毒性药品'],
    ['亚砷酸氯化钠注射液', '医疗用毒性药品'],
    ['锝[99mTc]植酸盐注射液', '放射性药品'],
    ['碘[131I]化钠胶囊', '放射性药品'],
    ['盐酸麻黄碱注射液', '药品类易制毒化学品'],
    ['麻黄素滴鼻剂(0.5%)', '药品类易制毒化学品'],
    ['麦角新碱注射液', '药品类易制毒化学品'],
    ['盐酸纳曲酮片', '戒毒药品'],
  ])('%s → %s', (name, found) => expect(medicine(name)).toBe(found))

  it.each([
    ['毒麻', '麻醉药品'],
    ['精神二类', '精神药品'],
    ['毒性', '医疗用毒性药品'],
    ['血液制品', '血液制品'],
  ])('标记 %s → %s', (mark, found) => expect(medicine('某药', { mark })).toBe(found))

  it.each(['生半夏', '川乌', '草乌', '天南星', '雄黄粉', '洋金花', '生附子'])('毒性中药 %s 被拒绝', (name) =>
    expect(herb(name)).toBe('医疗用毒性药品'),
  )
  it('以毫居里计量的商品是放射性药品', () => expect(medicine('高锝酸钠', { unit: 'mci' })).toBe('放射性药品'))
})

describe('名称相近而合法的商品不被误拒', () => {
  it.each([
    '养血清脑颗粒',
    '牛黄解毒片',
    '复方甘草片',
    '去甲斑蝥素片',
    '草乌甲素片',
    '盐酸罂粟碱注射液',
    '尼麦角林片',
    '复方氨林巴比妥注射液',
    '丙泊酚乳状注射液',
    '注射用重组人凝血因子VIIa',
    '兔抗人胸腺细胞免疫球蛋白',
    '湿毒清胶囊',
    '抗病毒口服液',
    '阿莫西林胶囊',
    '氨咖黄敏胶囊',
    '凝血酶冻干粉',
    '氨酚伪麻胶囊',
    '附子理中丸',
  ])('%s', (name) => expect(medicine(name)).toBeNull())
  it.each(['法半夏', '制川乌', '胆南星', '制天南星', '炙麻黄', '黑附子', '生麻黄', '生薏米'])('炮制品 %s', (name) =>
    expect(herb(name)).toBeNull(),
  )
  it('诊断试剂以所测物质为名', () => expect(medicine('苯巴比妥标准品', { category: '检验试剂' })).toBeNull())
})

it('含麻黄碱复方制剂被认出', () => {
  expect(['复方盐酸伪麻黄碱缓释胶囊', '酚麻美敏片', '呋麻滴鼻液', '氨酚伪麻那敏片(Ⅰ)', '麻黄碱甘草合剂'].every(containsEphedrine)).toBe(
    true,
  )
  expect(['炙麻黄', '小儿氨酚黄那敏颗粒', '麻仁丸', '天麻片'].some(containsEphedrine)).toBe(false)
})
