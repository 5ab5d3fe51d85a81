import { useState } from 'react'
import { orderWords } from '#domain/front-words.ts'

interface Entry {
  id: number
}
interface Kept<One> {
  version: number
  list: One[]
}
/** Its key stays while it is moved; one that is new has no number yet. */
export interface DraftRow<One> {
  key: number
  entry: One
}
interface Words<One> {
  nameOf: (one: One) => string
  words: (one: One) => string
}

export interface ListDraft<One> {
  rows: readonly DraftRow<One>[]
  list: One[]
  /** The state that the typing began with, whatever is read meanwhile. */
  version: number
  isDirty: boolean
  put: (key: number, entry: One) => void
  add: (entry: One) => number
  remove: (key: number) => void
  move: (from: number, to: number) => void
  take: (kept: Kept<One>) => void
  drop: () => void
  /** For the notice that somebody saved meanwhile. */
  mine: Record<string, string>
  names: Record<string, string>
}

let nextKey = 1
const keyed = <One>(list: readonly One[]): DraftRow<One>[] =>
  list.map((entry) => {
    nextKey += 1
    return { key: nextKey, entry }
  })

/** A list that is changed at will and saved whole. */
export function useListDraft<One extends Entry>(kept: Kept<One>, { nameOf, words }: Words<One>): ListDraft<One> {
  const [base, setBase] = useState(kept)
  const [rows, setRows] = useState(() => keyed(kept.list))
  const list = rows.map(({ entry }) => entry)
  const isDirty = JSON.stringify(list) !== JSON.stringify(base.list)
  const take = (next: Kept<One>): void => {
    setBase(next)
    setRows(keyed(next.list))
  }
  if (!isDirty && kept.version > base.version) take(kept)
  const known = list.filter(({ id }) => id !== 0)
  return {
    rows,
    list,
    version: base.version,
    isDirty,
    put: (key, entry) => setRows((all) => all.map((row) => (row.key === key ? { key, entry } : row))),
    add: (entry) => {
      const [row] = keyed([entry])
      if (row) setRows((all) => [...all, row])
      return row?.key ?? 0
    },
    remove: (key) => setRows((all) => all.filter((row) => row.key !== key)),
    move: (from, to) =>
      setRows((all) => {
        const row = all[from]
        return row === undefined || to < 0 || to >= all.length ? all : all.toSpliced(from, 1).toSpliced(to, 0, row)
      }),
    take,
    drop: () => take(kept),
    mine: { ...Object.fromEntries(known.map((one) => [String(one.id), words(one)])), order: orderWords(list.map(nameOf)) },
    names: {
      ...Object.fromEntries([...base.list, ...kept.list].map((one) => [String(one.id), nameOf(one)])),
      order: '顺序',
    },
  }
}
