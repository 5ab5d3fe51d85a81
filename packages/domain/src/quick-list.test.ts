import { describe, expect, it } from 'vitest'
import { chineseNumber, countOf } from './counting-words.ts'
import { quickColumnsOf, readCells, readQuickText } from './quick-list.ts'

/** '名称 规格|10', '|2件', '|?' for a quantity that cannot be read. */
const shown = (text: string) =>
  readQuickText(text).lines.map(
    ({ text: names, number, cases, problem }) => `${names}|${number ?? (problem ? '?' : '')}${cases ? '件' : ''}`,
  )

describe('粘贴的一行：说的是什么商品，要多少', () => {
  it.each([
    ['XY0001 20', 'XY0001|20'],
    ['XY0001,20', 'XY0001|20'],
    ['XY0001\t20', 'XY0001|20'],
    ['XY0001　２０', 'XY0001|20'],
    ['ＸＹ０００１，２０', 'XY0001|20'],
    ['6901234567892 5', '6901234567892|5'],
    ['国药准字H20063349 30', '国药准字H20063349|30'],
    ['阿莫西林胶囊 0.25g*24粒 20盒', '阿莫西林胶囊 0.25g*24粒|20'],
    ['阿莫西林胶囊 0.25g*24粒 20 盒', '阿莫西林胶囊 0.25g*24粒|20'],
    ['阿莫西林胶囊 0.25g*24粒', '阿莫西林胶囊 0.25g*24粒|'],
    ['阿莫西林胶囊', '阿莫西林胶囊|'],
    ['阿莫西林胶囊10盒', '阿莫西林胶囊|10'],
    ['阿莫西林胶囊*10', '阿莫西林胶囊|10'],
    ['阿莫西林胶囊 x10', '阿莫西林胶囊|10'],
    ['阿莫西林胶囊 × 10盒', '阿莫西林胶囊|10'],
    ['阿莫西林胶囊：10盒', '阿莫西林胶囊|10'],
    ['阿莫西林胶囊=10', '阿莫西林胶囊|10'],
    ['板蓝根颗粒 10g*20袋', '板蓝根颗粒 10g*20袋|'],
    ['藿香正气水 10ml*10支 三十盒', '藿香正气水 10ml*10支|30'],
    ['板蓝根颗粒 两件', '板蓝根颗粒|2件'],
    ['板蓝根颗粒 2件', '板蓝根颗粒|2件'],
    ['感冒灵 一百二十', '感冒灵|120'],
    ['感冒灵二十盒', '感冒灵|20'],
    ['感冒灵一百二十盒', '感冒灵|120'],
    ['三七十盒', '三七|10'],
    ['三七二十盒', '三七|20'],
    ['三七 10', '三七|10'],
    ['三七', '三七|'],
    ['三七 五', '三七|5'],
    ['10盒 阿莫西林胶囊', '阿莫西林胶囊|10'],
    ['10 阿莫西林胶囊', '阿莫西林胶囊|10'],
    ['1. 阿莫西林胶囊 20', '阿莫西林胶囊|20'],
    ['（2）板蓝根颗粒 20', '板蓝根颗粒|20'],
    ['3、999感冒灵颗粒 20', '999感冒灵颗粒|20'],
    ['0.9%氯化钠注射液 10', '0.9%氯化钠注射液|10'],
    ['1 阿莫西林胶囊 20', '阿莫西林胶囊|20'],
    ['10023 20', '10023|20'],
    ['10023', '10023|'],
    ['创口贴 70mm*18mm*100片 1,000', '创口贴 70mm*18mm*100片|1000'],
    ['双氯芬酸二乙胺乳胶剂 20g:0.2g 5', '双氯芬酸二乙胺乳胶剂 20g:0.2g|5'],
    ['XY0001\t阿莫西林胶囊\t0.25g*24粒\t盒\t9.80\t20', 'XY0001 阿莫西林胶囊 0.25g*24粒|20'],
    ['阿莫西林胶囊 10.5', '阿莫西林胶囊|?'],
    ['阿莫西林胶囊 12.00', '阿莫西林胶囊|12'],
    ['阿莫西林胶囊 20.0盒', '阿莫西林胶囊|20'],
    ['阿莫西林胶囊 0', '阿莫西林胶囊|?'],
    ['阿莫西林胶囊 99999999', '阿莫西林胶囊|?'],
  ])('%s → %s', (line, expected) => expect(shown(line)).toEqual([expected]))

  it('空行不算，行号仍是原来的；一行里用分号隔开的是几种商品', () => {
    expect(readQuickText('\r\n  \nXY0001 5\r\n\r\nXY0002 6').lines.map(({ line, text }) => [line, text])).toEqual([
      [3, 'XY0001'],
      [5, 'XY0002'],
    ])
    expect(shown('阿莫西林 10；板蓝根 20')).toEqual(['阿莫西林|10', '板蓝根|20'])
  })
  it('从 Excel 连表头一起复制：按列名取，不把单价当数量', () => {
    expect(
      shown('序号\t药品名称\t规格\t单价\t采购数量\t备注\n1\t阿莫西林胶囊\t0.25g*24粒\t9.80\t20\t急\n2\t板蓝根颗粒\t\t6.5\t\t'),
    ).toEqual(['阿莫西林胶囊 0.25g*24粒|20', '板蓝根颗粒|'])
  })
  it('很长的一行截短，不拒绝整份清单', () => expect(readQuickText(`${'长'.repeat(500)} 5`).lines[0]?.text).toHaveLength(200))
})

describe('表格的列', () => {
  it.each([
    [['商品编码', '数量'], { code: 0, number: 1 }],
    [['品名', '规格', '订货数量（盒）'], { name: 0, spec: 1, number: 2 }],
    [['批准文号*', '生产企业', '数 量'], { approval: 0, maker: 1, number: 2 }],
    [['2026 年 11 月采购计划'], null],
    [['数量', '单价'], null],
  ])('%j → %j', (cells, columns) => expect(quickColumnsOf(cells)).toEqual(columns))
  it('数量读不懂的行留下并说明，没有商品的行略过', () => {
    const columns = { name: 0, number: 1 }
    expect(readCells(2, ['阿莫西林胶囊', '若干'], columns)).toMatchObject({ number: null, problem: '数量“若干”不是整数' })
    expect(readCells(3, ['', '10'], columns)).toBeNull()
    expect(readCells(4, ['阿莫西林胶囊', '12.50'], columns)).toMatchObject({ problem: '数量“12.50”不是整数' })
    expect(readCells(5, ['阿莫西林胶囊', '12.00'], columns)).toMatchObject({ number: 12, problem: '' })
  })
})

describe('中文数字', () => {
  it.each([
    ['五', 5],
    ['十', 10],
    ['十五', 15],
    ['二十', 20],
    ['一百零五', 105],
    ['一百二十', 120],
    ['两百五', 250],
    ['一千', 1000],
    ['三千六', 3600],
    ['一千零五十', 1050],
    ['三万', 30000],
    ['三万五', 35000],
    ['壹佰贰拾', 120],
    ['百千', null],
    ['十百', null],
    ['二三', null],
    ['', null],
  ])('%s → %s', (text, number) => expect(chineseNumber(text)).toBe(number))
  it('粒和片是规格，不是数量', () => {
    expect(countOf('24粒')).toBeNull()
    expect(countOf('100片')).toBeNull()
    expect(countOf('24盒')).toEqual({ number: 24, cases: false, marked: true })
  })
})
