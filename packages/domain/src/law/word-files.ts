import { type Reading, readForms, ruleOf, STRENGTHS } from './files.ts'
import type { Form } from './stems.ts'
import { type Faults, readChoice, readTable } from './table.ts'

/** Files of words that name no substance: nuclides, herbs, salts, forms, characters, storage. */

export interface NuclideRow {
  rule: string
  symbol: string
  chinese: string
  masses: ReadonlySet<string>
  strength: 'barred' | 'doubtful'
  /** The symbol is also common in other names (18F of a catheter): it counts only beside its Chinese name. */
  common: boolean
}

export interface ColdRow {
  word: string
  column: 'storage' | 'name'
  cold: boolean
  unless: readonly string[]
}

export function readNuclides(file: string, text: string, { faults }: Reading): NuclideRow[] {
  const columns = ['symbol', 'chinese', 'masses', 'verdict', 'common', 'note']
  return readTable(file, text, { columns, required: ['symbol', 'chinese', 'masses', 'verdict'] }, faults).map((row) => {
    for (const mass of row.list('masses')) if (!/^\d{1,3}m?$/.test(mass)) row.fault('masses', `“${mass}”不是质量数`)
    return {
      rule: ruleOf(row, row.cell('chinese')),
      symbol: row.cell('symbol').toLowerCase(),
      chinese: row.cell('chinese'),
      masses: new Set(row.list('masses')),
      strength: readChoice(row, 'verdict', STRENGTHS, 'barred'),
      common: readChoice<boolean>(row, 'common', { 是: true, '': false }, false),
    }
  })
}

export function readCold(file: string, text: string, { faults, plain }: Reading): ColdRow[] {
  const columns = ['column', 'words', 'answer', 'unless', 'note']
  return readTable(file, text, { columns, required: ['column', 'words', 'answer'] }, faults).flatMap((row) => {
    const shared = {
      column: readChoice<'storage' | 'name'>(row, 'column', { 储存: 'storage', 名称: 'name' }, 'name'),
      cold: readChoice<boolean>(row, 'answer', { 冷链: true, 非冷链: false }, false),
      unless: row.list('unless').map(plain),
    }
    return row.list('words').map((word) => ({ ...shared, word }))
  })
}

/** Words of one kind, by the group that the file puts them in. */
export interface WordGroup {
  group: string
  words: readonly string[]
}

export function readWords(file: string, text: string, group: string, groups: readonly string[] | null, faults: Faults): WordGroup[] {
  const columns = [group, 'words', 'note']
  return readTable(file, text, { columns, required: ['words'] }, faults).map((row) => {
    const said = row.cell(group)
    if (groups !== null && !groups.includes(said)) row.fault(group, `“${said}”不认识，可写：${groups.join('、')}`)
    return { group: said, words: row.list('words') }
  })
}

/** Forms of a group of forms.tsv: `tablet|oral-solid`. */
export function readFormGroups(file: string, text: string, faults: Faults): Array<{ forms: readonly Form[]; words: readonly string[] }> {
  return readTable(file, text, { columns: ['form', 'words', 'note'], required: ['words'] }, faults).map((row) => ({
    forms: [...readForms(row, row.list('form'))].filter((form) => row.list('form').includes(form)),
    words: row.list('words'),
  }))
}

export interface CharacterRow {
  same: boolean
  from: readonly string[]
  to: readonly string[]
}

export function readCharacters(file: string, text: string, faults: Faults): CharacterRow[] {
  return readTable(file, text, { columns: ['kind', 'from', 'to', 'note'], required: ['kind', 'from', 'to'] }, faults).map((row) => {
    const from = [...row.cell('from').replaceAll(' ', '')]
    const to = [...row.cell('to').replaceAll(' ', '')]
    // One `to` for all, or one for each.
    const each = to.length === 1 ? from.map(() => to[0] as string) : to
    if (each.length !== from.length) row.fault('to', `左边 ${from.length} 个字，右边 ${to.length} 个字，应一一对应或只写一个`)
    if (each.some((character) => character.length !== 1)) row.fault('to', '右边的字太生僻，请换一个常用的写法')
    return { same: readChoice<boolean>(row, 'kind', { 同: true, 近: false }, true), from, to: each }
  })
}
