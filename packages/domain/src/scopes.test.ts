import { describe, expect, it } from 'vitest'
import { parseScopes } from './scopes.ts'

const granted = (text: string) =>
  parseScopes(text)
    .codes.filter((code) => code !== 'general')
    .join(' ')

describe('许可证上的经营范围', () => {
  it.each([
    ['中成药、化学药、生物制品(不含血液制品、疫苗)、第二类医疗器械', 'tcm chem bio device2'],
    ['中成药；化学药制剂，抗生素制剂 生化药品', 'tcm chem'],
    ['化学药制剂（含处方药、甲类非处方药、乙类非处方药）、中成药', 'chem tcm'],
    ['处方药、甲类非处方药、乙类非处方药：中成药、化学药', 'tcm chem'],
    ['处方药与非处方药：中成药、化学药', 'tcm chem'],
    ['中药饮片（限配方）、肽类激素（仅限胰岛素）', 'herb peptide'],
    ['《中成药》、【化学药】、化学药。', 'tcm chem'],
  ])('%s → %s', (text, codes) => {
    expect(granted(text)).toBe(codes)
  })

  it.each([
    ['说不含的不算', '化学药，不含生物制品、中成药', 'chem'],
    ['说不经营的不算', '不经营化学药、中成药；中药饮片', 'herb'],
    ['说停止、核减、注销的不算', '中药饮片；停止经营：中成药、化学药；核减：生物制品', 'herb'],
    ['括号里说不经营的不算', '中成药（已注销）、化学药（暂停经营）、生物制品（不含疫苗）', 'bio'],
    ['说除外的不算，之后的照算', '化学药；除中药饮片、生物制品外；中成药', 'chem tcm'],
    ['括号没有写完，里面的不算', '化学药、生物制品（不含血液制品、中药饮片', 'chem bio'],
    ['括号里还有括号，里面的不算', '化学药（不含（特殊）制剂、生物制品、中药饮片）、中成药', 'chem tcm'],
    ['只许经营非处方药的，不算全部药品', '化学药制剂（限乙类非处方药）、中成药（非处方药）、中药饮片', 'herb'],
    ['只许经营非处方药的写在前面也一样', '乙类非处方药：中成药、化学药制剂；第二类医疗器械', 'device2'],
  ])('%s：%s → %s', (_why, text, codes) => {
    expect(granted(text)).toBe(codes)
  })

  it('不算的都说出来', () => {
    expect(parseScopes('化学药制剂（限乙类非处方药）、不含生物制品、中成药；乙类非处方药：中药饮片').unknown).toEqual([
      '化学药制剂（限乙类非处方药）',
      '不含生物制品',
      '中成药',
      '乙类非处方药：中药饮片',
    ])
  })
})

describe('零售药店的经营范围限于某类非处方药', () => {
  const read = (text: string) => {
    const { codes, classes, unknown } = parseScopes(text, true)
    return { codes: codes.filter((code) => code !== 'general').join(' '), classes, unknown }
  }

  it.each([
    ['化学药（限乙类非处方药）', 'chem', ['otc_b']],
    ['乙类非处方药：中成药、化学药制剂；第二类医疗器械', 'device2 tcm chem', ['otc_b']],
    ['中成药（非处方药）、化学药（限乙类非处方药）、中药饮片', 'herb tcm chem', ['otc_b']],
    ['甲类非处方药、乙类非处方药：中成药', 'tcm', ['otc_a', 'otc_b']],
    ['化学药（不含处方药）', 'chem', ['otc_a', 'otc_b']],
  ])('%s → %s，限于这些类别', (text, codes, classes) => {
    expect(read(text)).toMatchObject({ codes, classes, unknown: [] })
  })

  it.each([
    ['药品零售（乙类非处方药）：中成药、化学药制剂', 'tcm chem', ['otc_b']],
    ['零售（处方药、甲类非处方药、乙类非处方药）：中成药、化学药', 'tcm chem', null],
    ['中成药、化学药制剂；（以上限乙类非处方药）', 'tcm chem', ['otc_b']],
    ['中成药、化学药制剂（以上均为乙类非处方药）', 'tcm chem', ['otc_b']],
    ['中成药、化学药制剂 限乙类非处方药', 'tcm chem', ['otc_b']],
    ['（仅限乙类非处方药）中成药、化学药', 'tcm chem', ['otc_b']],
    ['中成药、化学药、（以上不含处方药）', 'tcm chem', ['otc_a', 'otc_b']],
    ['化学药、中成药，处方药除外', 'chem tcm', ['otc_a', 'otc_b']],
    ['化学药、中成药，以上除处方药', 'chem tcm', ['otc_a', 'otc_b']],
    ['经营类别：乙类非处方药；经营范围：中成药、化学药制剂', 'tcm chem', ['otc_b']],
    ['乙类非处方药 中成药 化学药', 'tcm chem', ['otc_b']],
    ['处方药、甲类非处方药、乙类非处方药；中成药、化学药', 'tcm chem', null],
    ['化学药、中成药，不含冷藏药品', 'chem tcm', null],
  ])('写在范围之外的类别管全部药品：%s → %s', (text, codes, classes) => {
    expect(read(text)).toMatchObject({ codes, classes })
  })

  it('有的范围受限、有的不受限时，受限的不算：类别是整张许可证的', () => {
    expect(read('化学药（限乙类非处方药）、中成药')).toEqual({ codes: 'tcm', classes: null, unknown: ['化学药（限乙类非处方药）'] })
  })

  it('两个范围限于不同的类别时都不算', () => {
    expect(read('化学药（限乙类非处方药）、中成药（限甲类非处方药）')).toMatchObject({ codes: '', classes: null })
  })

  it('没有受限的范围，不说类别', () => {
    expect(read('处方药、甲类非处方药、乙类非处方药：中成药、化学药')).toEqual({ codes: 'tcm chem', classes: null, unknown: [] })
  })
})
