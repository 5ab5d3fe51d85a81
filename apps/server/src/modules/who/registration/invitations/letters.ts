import type { LettersWire } from '#contract/invitations.ts'
import type { Connection } from '../../../../platform/database.ts'
import { handedWire, senderOf } from '../../accounts/public.ts'
import { phonesOfAccounts } from './invitation-store.ts'

/** Tries of a telephone before a letter is good for nothing. */
export const TRIES_MAX = 5

export interface Letter {
  id: number
  companyId: number | null
  name: string
  contact: string
  phone: string | null
  code: string
}

/** What is printed: told once, for only the hash of its secret is kept. */
export async function lettersWire(
  connection: Connection,
  letters: readonly Letter[],
  { origin, expiresAt, skipped = [] }: { origin: string; expiresAt: Date; skipped?: LettersWire['skipped'] },
): Promise<LettersWire> {
  const known = await phonesOfAccounts(
    connection,
    letters.flatMap(({ phone }) => phone ?? []),
  )
  const made: LettersWire['letters'] = []
  for (const { id, companyId, name, contact, phone, code } of letters) {
    const handed = await handedWire({ code, page: '/register/invited', origin, expiresAt })
    const has_account = phone !== null && known.has(phone) ? 1 : 0
    made.push({ id, company: name, is_new: companyId === null ? 1 : 0, contact, phone: phone ?? '', has_account, ...handed })
  }
  return { sender: await senderOf(connection, origin), letters: made, skipped }
}
