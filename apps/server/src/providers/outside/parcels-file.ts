import { type Static, Type } from 'typebox'
import type { Kuaidi100Options } from '../logistics/kuaidi100.ts'
import type { From } from './messages-file.ts'

/** What CHANNELS_FILE says of who is asked about parcels. */

export const ParcelsFile = Type.Object(
  {
    customer: Type.String({ pattern: '^[0-9A-Za-z]{8,64}$' }),
    key_file: Type.String({ minLength: 1 }),
    /** What pushes are signed with, made up by the shop; left out: it asks, and is told nothing by itself. */
    salt_file: Type.Optional(Type.String({ minLength: 1 })),
    /** Codes of carriers beside those that everybody uses. */
    carriers: Type.Optional(Type.Record(Type.String({ minLength: 1, maxLength: 20 }), Type.String({ pattern: '^[a-z0-9]{2,40}$' }))),
    url: Type.Optional(Type.String({ pattern: '^https?://[^\\s?#]+[^\\s?#/]$' })),
  },
  { additionalProperties: false },
)

const KUAIDI100_URL = 'https://poll.kuaidi100.com'
export const PARCEL_PUSH = '/api/parcel/push'

function secretOf(text: string): string {
  if (!/^[\x21-\x7e]{8,64}$/.test(text)) throw new Error('应是一行密钥，8 到 64 个字符')
  return text
}

export function parcelsOf(given: Static<typeof ParcelsFile> | undefined, publicUrl: string, from: From): Kuaidi100Options | null {
  if (given === undefined) return null
  const key = from('parcels.key_file', given.key_file, secretOf)
  const salt = given.salt_file === undefined ? null : from('parcels.salt_file', given.salt_file, secretOf)
  if (key === null || (given.salt_file !== undefined && salt === null)) return null
  const { customer, carriers = {}, url = KUAIDI100_URL } = given
  return { customer, key, salt, carriers: new Map(Object.entries(carriers)), url, callbackUrl: `${publicUrl}${PARCEL_PUSH}` }
}
