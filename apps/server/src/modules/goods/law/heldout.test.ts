import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { judge } from '#domain/law/judge.ts'
import type { LawGoods, Verdict } from '#domain/law/judgement.ts'
import { loadLawRules } from './rules-files.ts'

/** Judged by the law of this day: the lists have dates. */
const ON = '2026-11-22'

interface HeldOut {
  goods: LawGoods
  group: string
}

function readRows(file: 'barred' | 'lawful'): HeldOut[] {
  const [header = '', ...lines] = readFileSync(new URL(`../../../../law/heldout/${file}.tsv`, import.meta.url), 'utf8')
    .replace(/\n$/, '')
    .split('\n')
  const columns = header.split('\t')
  return lines.map((line) => {
    const cells = line.split('\t')
    if (cells.length !== columns.length) throw new Error(`${file}.tsv: ${cells.length} cells in: ${line}`)
    const cell = (column: string) => cells[columns.indexOf(column)] ?? ''
    const goods: LawGoods = {
      name: cell('name'),
      genericName: cell('generic'),
      tradeName: cell('trade'),
      spec: cell('spec'),
      unit: cell('unit'),
      dosageForm: cell('form'),
      approvalNo: cell('approval'),
      category: cell('category'),
      mark: cell('mark'),
      manufacturer: cell('manufacturer'),
      storage: '',
    }
    return { goods, group: cell('group') }
  })
}

const rules = await loadLawRules()

function judged(file: 'barred' | 'lawful') {
  const rows = readRows(file).map((row) => ({ ...row, judgement: judge(rules, row.goods, ON) }))
  const of = (verdict: Verdict) => rows.filter((row) => row.judgement.verdict === verdict)
  return { rows, of }
}

/** What went wrong, by group, for the one who reads the failure. */
function byGroup(rows: ReturnType<typeof judged>['rows']): string {
  const groups = Map.groupBy(rows, (row) => row.group)
  return [...groups]
    .map(
      ([group, members]) =>
        `${group}: ${members.length}\n${members.map(({ goods, judgement }) => `    ${goods.name} ${judgement.reason}`).join('\n')}`,
    )
    .join('\n')
}

describe('禁售清单对照名录（规则不据此编写）', () => {
  const barred = judged('barred')
  const lawful = judged('lawful')

  it('名录够大：禁售不少于 520 行，合法不少于 330 行', () => {
    expect(barred.rows.length).toBeGreaterThanOrEqual(520)
    expect(lawful.rows.length).toBeGreaterThanOrEqual(330)
  })

  it('禁售的药至少 95 % 不上架', () => {
    const missed = barred.of('lawful')
    const recall = 1 - missed.length / barred.rows.length
    expect(recall, `漏判 ${missed.length} / ${barred.rows.length}\n${byGroup(missed)}`).toBeGreaterThanOrEqual(0.95)
  })

  it('合法的药误禁不超过 1 %', () => {
    const refused = lawful.of('barred')
    expect(refused.length / lawful.rows.length, `误禁 ${refused.length}\n${byGroup(refused)}`).toBeLessThanOrEqual(0.01)
  })

  it('合法的药存疑不超过 3 %', () => {
    const waiting = lawful.of('doubtful')
    expect(waiting.length / lawful.rows.length, `存疑 ${waiting.length}\n${byGroup(waiting)}`).toBeLessThanOrEqual(0.03)
  })
})

/** Written so that a reader takes them for the drug: by their looks, or by their sound. */
describe('形近、音近的错字', () => {
  const named = (name: string): LawGoods => ({
    name,
    genericName: '',
    tradeName: '',
    spec: '10mg*10片',
    unit: '盒',
    dosageForm: '片剂',
    approvalNo: '国药准字H20050001',
    category: '西药',
    mark: '',
    manufacturer: '皓淮瑞弘制药集团有限公司',
    storage: '',
  })
  it.each([
    ...['马啡片', '吗菲注射液', '地酉泮片', '地西沣片', '氯硝酉泮片', '芬大尼贴剂', '羟考嗣缓释片', '可待囚片', '曲马哆片'],
    ...['右佐匹客隆片', '苯巴比托片', '麻黄咸片', '人血臼蛋白'],
  ])('%s 不放行', (name) => {
    expect(judge(rules, named(name), ON).verdict).not.toBe('lawful')
  })
})
