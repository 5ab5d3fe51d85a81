import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { chooseUser, reaches } from './database-user.ts'
import { SHARED_HOME } from './place.ts'

/**
 * Where the data lives when DATA_DIR does not say: .data in the source tree, or, where that lies behind a folder that the
 * database's user cannot enter (a clone in root's home), a folder of this clone under /var/lib/anheng-yaocai.
 */
export function defaultDataDir(sourceTree: string): string {
  const inTree = join(sourceTree, '.data')
  const user = chooseUser(join(inTree, 'postgres', 'pg18'))
  if (user === null || reaches(sourceTree, user)) return inTree
  const mark = createHash('sha256').update(sourceTree).digest('hex').slice(0, 8)
  const outside = join(SHARED_HOME, `${basename(sourceTree)}-${mark}`)
  return existsSync(join(inTree, 'postgres')) && !existsSync(outside) ? inTree : outside
}
