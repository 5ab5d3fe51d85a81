import { type Static, Type } from 'typebox'
import type { S3Options } from '../storage/s3.ts'

/** What CHANNELS_FILE says of where contents of files lie, and of who looks for viruses in them. */

const closed = { additionalProperties: false }

export const StorageFile = Type.Object(
  {
    url: Type.String({ pattern: '^https?://[^\\s?#@]+$' }),
    region: Type.String({ pattern: '^[a-z0-9-]{1,40}$' }),
    bucket: Type.String({ pattern: '^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$' }),
    style: Type.Optional(Type.Union([Type.Literal('path'), Type.Literal('host')])),
    prefix: Type.Optional(Type.String({ pattern: '^([A-Za-z0-9_-]+/)*$', maxLength: 100 })),
    access_key: Type.String({ pattern: '^[\\x21-\\x2e\\x30-\\x7e]{3,128}$' }),
    secret_key_file: Type.String({ minLength: 1 }),
    /** Where contents shall lie: they are moved there, whichever way that is. */
    files: Type.Optional(Type.Union([Type.Literal('objects'), Type.Literal('database')])),
    keep_days: Type.Optional(Type.Integer({ minimum: 1, maximum: 3_650 })),
  },
  closed,
)
export const ScannerFile = Type.Union([
  Type.Object({ socket: Type.String({ pattern: '^/' }) }, closed),
  Type.Object({ host: Type.String({ pattern: '^[\\w.:-]+$' }), port: Type.Integer({ minimum: 1, maximum: 65_535 }) }, closed),
])

/** Backups are kept about so long. */
const KEEP_DAYS = 35

type From = <T>(of: string, file: string, make: (text: string) => T) => T | null

function secretOf(text: string): string {
  if (!/^[\x21-\x7e]{8,256}$/.test(text)) throw new Error('应是一行密钥')
  return text
}

export function storageOf(given: Static<typeof StorageFile> | undefined, from: From): S3Options | null {
  if (given === undefined) return null
  const secret = from('object_storage.secret_key_file', given.secret_key_file, secretOf)
  if (secret === null) return null
  const {
    url,
    region,
    bucket,
    style = 'path',
    prefix = '',
    access_key: accessKey,
    files = 'objects',
    keep_days: keepDays = KEEP_DAYS,
  } = given
  return { url, region, bucket, style, prefix, accessKey, secret, isWanted: files === 'objects', keepDays }
}
