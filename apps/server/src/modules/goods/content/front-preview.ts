import { createHmac, timingSafeEqual } from 'node:crypto'
import { type Static, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { AdvertShape, type AdvertWire } from '#contract/content.ts'
import type { DatabaseHandle } from '../../../platform/database.ts'
import { fieldErrors } from '../../../platform/errors.ts'
import { keptSecret } from '../../../platform/kept-secret.ts'

/**
 * What somebody of the staff looks at before it is shown. The word in the address carries it, signed, for half an hour: whoever has
 * the address sees it, nobody else, and nothing is written.
 */

const PREVIEW_MS = 30 * 60_000
/** Together with the address that it stands in less than what servers take. */
const WORD_MAX = 6_000

const SlotPreview = Type.Object({ until: Type.Integer(), slot: Type.String(), list: Type.Array(AdvertShape) })
const PagePreview = Type.Object({ until: Type.Integer(), page: Type.Integer(), version: Type.Integer(), at: Type.Integer() })
const shapes = { slot: Compile(SlotPreview), page: Compile(PagePreview) }
type Said = Omit<Static<typeof SlotPreview>, 'until'> | Omit<Static<typeof PagePreview>, 'until'>

async function signatureOf(database: DatabaseHandle, text: string): Promise<string> {
  return createHmac('sha256', await keptSecret(database, 'device_secret'))
    .update(`preview:${text}`)
    .digest('base64url')
}

export async function previewWord(database: DatabaseHandle, said: Said, now: Date): Promise<string> {
  const text = Buffer.from(JSON.stringify({ ...said, until: now.getTime() + PREVIEW_MS })).toString('base64url')
  if (text.length > WORD_MAX) throw fieldErrors([{ field: 'list', message: '广告太多，一次预览放不下，请停用几条再看' }])
  return `${text}.${await signatureOf(database, text)}`
}

async function genuine(database: DatabaseHandle, word: string, now: Date): Promise<unknown> {
  const [text = '', mac = ''] = word.split('.')
  const [expected, given] = [Buffer.from(await signatureOf(database, text)), Buffer.from(mac)]
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
  const said: unknown = JSON.parse(Buffer.from(text, 'base64url').toString())
  const isRunning = typeof said === 'object' && said !== null && 'until' in said && Number(said.until) > now.getTime()
  return isRunning ? said : null
}

/** The adverts of a slot as they are looked at; null: not of this slot, forged, or too old. */
export async function previewedAdverts(
  database: DatabaseHandle,
  word: string | undefined,
  slot: string,
  now: Date,
): Promise<AdvertWire[] | null> {
  const said = word === undefined ? null : await genuine(database, word, now)
  return shapes.slot.Check(said) && said.slot === slot ? said.list : null
}

/** Which version of which page at which moment; null as above. */
export async function previewedPage(
  database: DatabaseHandle,
  word: string | undefined,
  now: Date,
): Promise<{ page: number; version: number; at: Date } | null> {
  const said = word === undefined ? null : await genuine(database, word, now)
  return shapes.page.Check(said) ? { page: said.page, version: said.version, at: new Date(said.at) } : null
}
