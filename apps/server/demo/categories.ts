import type { DemoGoods } from './goods-text.ts'

/** The seven entries of the menu, in its order: what the line under the name says, and its icon. */
export const MENU = [
  { name: '西药', hint: '抗感染、心脑血管', logo: 'pill' },
  { name: '中成药', hint: '感冒、补益、妇科', logo: 'jar' },
  { name: '中药饮片', hint: '根茎、花叶、果实', logo: 'herb' },
  { name: '医疗器械', hint: '检测、防护、耗材', logo: 'device' },
  { name: '营养保健', hint: '维生素、钙锌', logo: 'leaf' },
  { name: '消毒护理', hint: '消毒液、护理、创口', logo: 'drop' },
  { name: '母婴计生', hint: '奶瓶、孕检、计生', logo: 'baby' },
] as const

export interface DemoCategory {
  code: string
  parent: string | null
  tree: 'drug' | 'selected' | 'herb' | 'device'
  name: string
  hint: string
  logo: string
}

/** The grade in brackets is not part of a family's name: 黄精(酒) is 黄精. */
const family = (name: string) => name.replace(/\(.*\)/, '')

/** Where a goods hangs: in the drug tree, in the tree of its zone, and among the selected. Codes are the paths themselves. */
export function placesOf(goods: DemoGoods): { tree: DemoCategory['tree']; names: readonly string[] }[] {
  const [top, middle, leaf] = goods.path
  const places: { tree: DemoCategory['tree']; names: readonly string[] }[] = [{ tree: 'drug', names: [top, middle, leaf] }]
  if (top === '中药饮片') places.push({ tree: 'herb', names: [middle, leaf, family(goods.name)] })
  if (top === '医疗器械') places.push({ tree: 'device', names: [middle, leaf, family(goods.name)] })
  if (goods.flags.has('youx')) places.push({ tree: 'selected', names: [`${top}优选`, middle, leaf] })
  return places
}

export const codeOf = (tree: string, names: readonly string[]) => `${tree}/${names.join('/')}`

/** Every category that the goods name, parents before children, in the order of the text; the menu's order first. */
export function categoriesOf(goods: readonly DemoGoods[]): DemoCategory[] {
  const found = new Map<string, DemoCategory>()
  for (const { name, hint, logo } of MENU) {
    found.set(codeOf('drug', [name]), { code: codeOf('drug', [name]), parent: null, tree: 'drug', name, hint, logo })
  }
  for (const { tree, names } of goods.flatMap(placesOf)) {
    for (let depth = 1; depth <= names.length; depth++) {
      const code = codeOf(tree, names.slice(0, depth))
      if (found.has(code)) continue
      const parent = depth === 1 ? null : codeOf(tree, names.slice(0, depth - 1))
      found.set(code, { code, parent, tree, name: names[depth - 1] ?? '', hint: '', logo: '' })
    }
  }
  return [...found.values()].sort((a, b) => a.code.split('/').length - b.code.split('/').length)
}
