import { fenFromYuan } from '#domain/money.ts'

/**
 * The demo catalogue is written as text, one line a thing, so that a pharmacist can review it:
 *
 *   # 西药 > 抗感染 > 青霉素类                                   category path; ends the section before
 *   @taboo 对青霉素类药物过敏者禁用。                             holds for the section: taboo, adverse, notice, storage
 *   阿莫西林胶囊 | rx 甲 | 适应症 | 用法用量 | 注意事项            a generic name: class and marks, then its instructions
 *   - 0.25g*24粒 盒 青屿 6.80 5/400! hot                         what is sold: spec, unit, maker, base price, mid/case pack
 *
 * Class: rx, a and b (OTC 甲 乙), herb, d1 d2 d3 (device classes), food, gen; 甲 乙: medical insurance; bio, peptide: the
 * scope it needs; eph: contains ephedrine; cold: cold chain. '!' after the packs: sold by whole mid packs only.
 */
export interface DemoGoods {
  path: readonly [string, string, string]
  name: string
  marks: ReadonlySet<string>
  indication: string
  dosage: string
  notice: string
  taboo: string
  adverse: string
  storage: string
  spec: string
  unit: string
  maker: string
  basePrice: number
  midPack: number
  casePack: number
  splittable: boolean
  flags: ReadonlyMap<string, string>
}

const FLAGS = new Set([
  'hot',
  'plenty',
  'low',
  'out',
  'near',
  'one',
  'tier',
  'firsts',
  'youx',
  'new',
  'ctrl',
  'region',
  'noprice',
  'off',
  'limit',
  'flash',
  'daily',
  'origin',
])
const MARKS = new Set(['rx', 'a', 'b', 'herb', 'd1', 'd2', 'd3', 'food', 'gen', '甲', '乙', 'bio', 'peptide', 'eph', 'cold'])

type Section = { taboo: string; adverse: string; notice: string; storage: string }
const emptySection = (): Section => ({ taboo: '', adverse: '', notice: '', storage: '' })
type Generic = Pick<DemoGoods, 'name' | 'marks' | 'indication' | 'dosage' | 'notice'>

export function parseGoods(text: string): DemoGoods[] {
  const found: DemoGoods[] = []
  let path: DemoGoods['path'] | null = null
  let section = emptySection()
  let generic: Generic | null = null
  for (const line of text
    .split('\n')
    .map((one) => one.trim())
    .filter(Boolean)) {
    if (line.startsWith('# ')) {
      path = pathOf(line)
      section = emptySection()
      generic = null
    } else if (line.startsWith('@')) {
      const [key = '', ...words] = line.slice(1).split(' ')
      if (!(key in section)) throw new Error(`unknown section word: ${line}`)
      section = { ...section, [key]: words.join(' ') }
    } else if (line.startsWith('- ')) {
      if (path === null || generic === null) throw new Error(`a variant before its name: ${line}`)
      const notice = [generic.notice, section.notice].filter(Boolean).join('')
      found.push({ ...section, ...generic, notice, path, ...variantOf(line) })
    } else {
      generic = genericOf(line)
    }
  }
  return found
}

function pathOf(line: string): DemoGoods['path'] {
  const [top, middle, leaf] = line.slice(2).split(' > ')
  if (!top || !middle || !leaf) throw new Error(`a category path has three parts: ${line}`)
  return [top, middle, leaf]
}

function genericOf(line: string): Generic {
  const [name = '', marks = '', indication = '', dosage = '', notice = ''] = line.split('|').map((part) => part.trim())
  const known = new Set(marks.split(' ').filter(Boolean))
  for (const mark of known) if (!MARKS.has(mark)) throw new Error(`unknown mark ${mark}: ${line}`)
  if (!name || known.size === 0 || !indication) throw new Error(`incomplete: ${line}`)
  return { name, marks: known, indication, dosage, notice }
}

function variantOf(line: string) {
  const [spec = '', unit = '', maker = '', price = '', packs = '', ...words] = line.slice(2).split(/ +/)
  const basePrice = fenFromYuan(price)
  const [, mid, box, whole] = /^(\d+)\/(\d+)(!?)$/.exec(packs) ?? []
  if (basePrice === null || mid === undefined || box === undefined) throw new Error(`price or packs: ${line}`)
  const flags = new Map<string, string>()
  for (const word of words) {
    const [key = '', value = ''] = word.split('=')
    if (!FLAGS.has(key)) throw new Error(`unknown flag ${key}: ${line}`)
    flags.set(key, value)
  }
  return { spec, unit, maker, basePrice, midPack: Number(mid), casePack: Number(box), splittable: whole === '', flags }
}
