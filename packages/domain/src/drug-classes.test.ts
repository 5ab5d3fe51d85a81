import { describe, expect, it } from 'vitest'
import { drugClassWhy, type LicensedClass, parseDrugClasses } from './drug-classes.ts'

describe('许可证上的经营类别', () => {
  it.each([
    ['处方药、甲类非处方药、乙类非处方药', 'rx otc_a otc_b'],
    ['乙类非处方药', 'otc_b'],
    ['限乙类非处方药', 'otc_b'],
    ['甲类、乙类非处方药', 'otc_a otc_b'],
    ['处方药与非处方药', 'rx otc_a otc_b'],
    ['处方药、非处方药（乙类）', 'rx otc_b'],
    ['非处方药', 'otc_a otc_b'],
    ['乙类', 'otc_b'],
    ['甲、乙', 'otc_a otc_b'],
    ['RX、OTC', 'rx otc_a otc_b'],
    ['ＲＸ', 'rx'],
    ['非OTC', 'rx'],
    ['不含处方药', 'otc_a otc_b'],
    ['处方药除外', 'otc_a otc_b'],
    ['非处方药，不含甲类非处方药', 'otc_b'],
    ['不经营处方药', 'otc_a otc_b'],
    ['非处方药（不经营处方药）', 'otc_a otc_b'],
    ['非处方药，暂停经营处方药', 'otc_a otc_b'],
    ['甲类非处方药、乙类非处方药（无处方药）', 'otc_a otc_b'],
    ['处方药：无；非处方药：有', 'otc_a otc_b'],
    ['处方药×、甲类√、乙类√', 'otc_a otc_b'],
    ['处方药（停止经营）、甲类非处方药', 'otc_a'],
    ['处方药（暂停）、非处方药', 'otc_a otc_b'],
    ['非 处方药', 'otc_a otc_b'],
    ['非\u200b处方药', 'otc_a otc_b'],
    ['处 方 药', 'rx'],
    ['处方药不限、非处方药', 'rx otc_a otc_b'],
    ['处方药（禁止类、限制类药品除外）、非处方药', 'rx otc_a otc_b'],
    ['处方药（不含特殊管理药品）、乙类非处方药', 'rx otc_b'],
    ['不含血液制品、疫苗', ''],
    ['含甲氨蝶呤', ''],
    ['', ''],
  ])('%s → %s', (text, classes) => {
    expect((parseDrugClasses(text) ?? []).join(' ')).toBe(classes)
  })
})

describe('零售药店只能买许可证经营类别内的药品', () => {
  const why = (licensed: LicensedClass[] | null, drugClass?: string, scopeCode = 'chem', type = '单体药店') =>
    drugClassWhy(licensed, type, { scopeCode, ...(drugClass === undefined ? {} : { drugClass }) })

  it.each(['单体药店', '连锁总部', '连锁门店'])('只许经营乙类非处方药的%s，买不到处方药和甲类非处方药，并说出许可证的经营类别', (type) => {
    expect(why(['otc_b'], 'rx', 'chem', type)).toBe('您的药品经营许可证经营类别为“乙类非处方药”，不含处方药，暂不能购买')
    expect(why(['otc_b'], 'otc_a', 'tcm', type)).toContain('不含甲类非处方药')
    expect(why(['otc_b'], 'otc_b', 'chem', type)).toBeNull()
  })

  it('药品没有写明处方类别时按处方药问', () => {
    for (const said of [undefined, '', 'none', 'device']) {
      expect(why(['otc_a', 'otc_b'], said)).toContain('不含处方药')
      expect(why(['rx', 'otc_a', 'otc_b'], said)).toBeNull()
    }
  })

  it('经营类别尚未核定的不受限；诊所、医院、批发企业不问；饮片、器械、食品不问', () => {
    expect(why(null, 'rx')).toBeNull()
    for (const type of ['诊所', '村卫生室', '医院', '批发企业']) expect(why(['otc_b'], 'rx', 'chem', type)).toBeNull()
    for (const scope of ['herb', 'device2', 'device3', 'food', 'general']) expect(why(['otc_b'], 'none', scope)).toBeNull()
  })
})
