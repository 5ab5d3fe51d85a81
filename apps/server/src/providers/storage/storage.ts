/** Where contents of files may lie outside of the database: a few calls of whatever store there is. */
export interface ObjectStorage {
  /** The same once more changes nothing. sha256: of the content. */
  put: (name: string, content: Buffer, sha256: Buffer) => Promise<void>
  /** As it lies there, unchecked; null: there is none of this name. */
  get: (name: string) => Promise<Buffer | null>
  /** Its size; null: there is none of this name. */
  head: (name: string) => Promise<number | null>
  /** Also where there is none. */
  delete: (name: string) => Promise<void>
  /** false: what lies there is on its way back into the database. */
  isWanted: boolean
  /** So long an object stays that no file needs any more, for the backups that still name it. */
  keepDays: number
}
