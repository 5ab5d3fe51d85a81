import { sql } from 'kysely'
import type { Connection } from '../../../../platform/database.ts'
import type { WordEntry } from './entries.ts'

/** Brings the lines of the files into the shop: new ones, and what changed in those that nobody here has made his own. */
export async function seedWords(connection: Connection, entries: readonly WordEntry[]): Promise<void> {
  const lines = entries.map((entry) => ({ ...entry, seed: entry.words[0] }))
  await sql`
    insert into search_word as w (kind, seed, words, targets, parent, note)
    select kind, seed, words, targets, parent, note
      from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as line (kind text, seed text, words text[], targets text[], parent text, note text)
    on conflict (kind, seed) do update
       set words = excluded.words, targets = excluded.targets, parent = excluded.parent, note = excluded.note, version = w.version + 1
     where not w.own and (w.words, w.targets, w.parent, w.note) is distinct from (excluded.words, excluded.targets, excluded.parent, excluded.note)
  `.execute(connection)
}

export interface WordRow extends WordEntry {
  id: number
  active: boolean
  own: boolean
  seed: string | null
  version: number
}

const COLUMNS = ['id', 'kind', 'words', 'targets', 'parent', 'note', 'active', 'own', 'seed', 'version'] as const

/** Locked until the transaction ends. */
export async function lockWord(connection: Connection, id: number): Promise<WordRow | null> {
  const row = await connection.selectFrom('search_word').select(COLUMNS).where('id', '=', id).forUpdate().executeTakeFirst()
  return (row as WordRow | undefined) ?? null
}

const own = ({ kind, words, targets, parent, note }: WordEntry) => ({
  kind,
  words: [...words],
  targets: [...targets],
  parent,
  note,
  own: true,
})

/** A line that a person wrote. */
export async function insertWord(connection: Connection, entry: WordEntry): Promise<number> {
  const { id } = await connection.insertInto('search_word').values(own(entry)).returning('id').executeTakeFirstOrThrow()
  return id
}

/** From now on the line is a person's: a later version of the shop leaves it as it is. */
export async function writeWord(connection: Connection, id: number, entry: WordEntry, active: boolean): Promise<void> {
  await connection
    .updateTable('search_word')
    .set({ ...own(entry), active, version: sql`version + 1` })
    .where('id', '=', id)
    .execute()
}

export async function deleteWord(connection: Connection, id: number): Promise<void> {
  await connection.deleteFrom('search_word').where('id', '=', id).execute()
}
