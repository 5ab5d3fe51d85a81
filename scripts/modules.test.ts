import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

/** Between the server's modules arrows run one way: dependency-cruiser sees circles of files, not of modules. */

const MODULES = fileURLToPath(new URL('../apps/server/src/modules/', import.meta.url))

/** What a file names of others, types too, written as import, as export and inside of a type. */
const NAMED = /(?:from |import\()'(\.[^']+)'/g

/** buying/cart of buying/cart/read.ts; null: of no module. */
const moduleOf = (path: string): string | null => /^([^./]+\/[^./]+)\//.exec(path)?.[1] ?? null

type Arrows = ReadonlyMap<string, ReadonlyMap<string, string>>

/** Of each module: which it names, and in which file. */
function arrowsOf(files: ReadonlyMap<string, string>): Arrows {
  const arrows = new Map<string, Map<string, string>>()
  for (const [path, text] of files) {
    const from = moduleOf(path)
    if (from === null) continue
    const of = arrows.get(from) ?? new Map<string, string>()
    arrows.set(from, of)
    for (const [, named = ''] of text.matchAll(NAMED)) {
      const to = moduleOf(normalize(join(dirname(path), named)))
      if (to !== null && to !== from && !of.has(to)) of.set(to, path)
    }
  }
  return arrows
}

/** Every module that can be reached from itself: its shortest way back, file by file. */
function circlesIn(arrows: Arrows): string[] {
  const circles = new Map<string, string>()
  for (const start of arrows.keys()) {
    const ways = new Map<string, readonly string[]>([[start, []]])
    for (const [at, way] of ways) {
      for (const [to, file] of arrows.get(at) ?? []) {
        const next = [...way, `${file} → ${to}`]
        if (to === start) {
          const name = [...next].sort().join()
          if (!circles.has(name)) circles.set(name, next.join('，'))
        }
        if (!ways.has(to)) ways.set(to, next)
      }
    }
  }
  return [...circles.values()]
}

function ownFiles(): Map<string, string> {
  const paths = readdirSync(MODULES, { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.endsWith('.ts') && !path.endsWith('.test.ts'),
  )
  return new Map(paths.map((path) => [path, readFileSync(join(MODULES, path), 'utf8')]))
}

describe('模块之间', () => {
  it('箭头只朝一个方向：没有一个模块绕一圈又用到自己，类型也算', () => {
    const arrows = arrowsOf(ownFiles())
    expect(arrows.size).toBeGreaterThan(35)
    expect(circlesIn(arrows)).toEqual([])
  })

  it('成圈的会指名每一步是哪个文件', () => {
    const files = new Map([
      ['buying/cart/read.ts', "import type { Tag } from '../../goods/promotions/public.ts'"],
      ['goods/promotions/rooms/tags.ts', "type Card = import('../../catalogue/public.ts').Card"],
      ['goods/catalogue/card.ts', "export { cartNow } from '../../buying/cart/public.ts'\nimport { x } from './wire.ts'"],
      ['goods/stock/store.ts', "import { cards } from '../catalogue/public.ts'"],
    ])
    expect(circlesIn(arrowsOf(files))).toEqual([
      'buying/cart/read.ts → goods/promotions，goods/promotions/rooms/tags.ts → goods/catalogue，goods/catalogue/card.ts → buying/cart',
    ])
  })
})
