import { readCharacters } from '../apps/server/src/modules/goods/search/public.ts'
import type { DatabaseHandle } from '../apps/server/src/platform/database.ts'

/** Distinct words of each kind: too many for a memory of a few answers to look good. */
const WORDS = 400
/** Asked before anything is measured, so that compiling the program is not taken for searching; not asked again. */
const FIRST_WORDS = 100

/** Words of one kind. */
export interface Words {
  first: string[]
  asked: string[]
}

const initialsOf = (name: string) =>
  readCharacters(name)
    .map((reading) => reading?.syllable.charAt(0) ?? '')
    .join('')

/**
 * Words as buyers type them, taken from the goods that are really there, so that every search finds something: three to
 * five initials from the start of a name, and two or three characters from anywhere in it.
 */
export async function wordsOf(database: DatabaseHandle): Promise<{ initials: Words; chinese: Words }> {
  const { rows } = await database.pool.query<{ name: string }>(
    `select name from (select distinct name from goods where on_shelf and length(name) >= 4 and availability_id is null) names
      order by md5(name) limit 6000`,
  )
  const names = rows.map((row) => row.name.replace(/[^\u4e00-\u9fff]/g, '')).filter((name) => name.length >= 4)
  const initials = names.map((name, index) => initialsOf(name).slice(0, 3 + (index % 3)))
  const chinese = names.map((name, index) => name.slice(index % 3, (index % 3) + 2 + (index % 2))).filter((word) => word.length >= 2)
  const split = (words: readonly string[]): Words => {
    const distinct = [...new Set(words)]
    return { first: distinct.slice(0, FIRST_WORDS), asked: distinct.slice(FIRST_WORDS, FIRST_WORDS + WORDS) }
  }
  return { initials: split(initials), chinese: split(chinese) }
}
