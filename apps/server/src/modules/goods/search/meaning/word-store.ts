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
