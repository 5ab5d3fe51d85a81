import type { GoodsTable } from '../rows/goods-table.ts'
import { normalise, normaliseSpec } from './normalise.ts'

/** The texts of a goods in the shape in which they are compared. */
export interface Shapes {
  namesOf: (row: number) => readonly string[]
  makersOf: (row: number) => readonly string[]
  specOf: (row: number) => string
  formOf: (row: number) => string
}

/** Labels whose shapes are kept; the lines of a list meet the same goods again and again. */
const REMEMBERED_MAX = 50_000

const shapesOf = (texts: readonly string[]): string[] => texts.filter((text) => text !== '').map((text) => normalise(text).text)

/** What is read of the label that a row has in one column. A label means the same for as long as the table stands. */
function remembered<T>(columns: GoodsTable['columns'], column: 'title' | 'manufacturer' | 'spec' | 'form', read: (label: number) => T) {
  const known = new Map<number, T>()
  return (row: number): T => {
    const label = columns[column][row] as number
    const found = known.get(label)
    if (found !== undefined) return found
    if (known.size >= REMEMBERED_MAX) known.clear()
    const made = read(label)
    known.set(label, made)
    return made
  }
}

export function createShapes({ columns, titles, manufacturers, specs, forms }: GoodsTable): Shapes {
  return {
    namesOf: remembered(columns, 'title', (label) => {
      const title = titles.values[label]
      return title ? shapesOf([title.name, title.generic, title.trade]) : []
    }),
    makersOf: remembered(columns, 'manufacturer', (label) => {
      const maker = manufacturers.values[label]
      return maker ? shapesOf([maker.name, maker.short_name]) : []
    }),
    specOf: remembered(columns, 'spec', (label) => normaliseSpec(specs.values[label] ?? '').text),
    formOf: remembered(columns, 'form', (label) => normalise(forms.values[label] ?? '').text),
  }
}
