import type { Connection } from '../../../platform/database.ts'
import { contentOf } from '../../who/files/public.ts'
import type { LateEntry } from './zip.ts'

/** A kept file as an entry of a ZIP. */
export const storedEntry = (connection: Connection, name: string, fileId: number): LateEntry => ({
  name,
  read: async () => (await contentOf(connection, [fileId]))[0]?.content ?? null,
})
