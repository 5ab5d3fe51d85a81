import { type CompanyAccount, checkPosting, type Posting } from '#domain/ledger.ts'
import type { Connection } from '../../../platform/database.ts'
import { conflict } from '../../../platform/errors.ts'
import { openAccounts, writePostings } from './store.ts'

const PURSES: Readonly<Record<CompanyAccount, string>> = { balance: '余额', credit: '账期额度', voucher: '现金券', points: '积分' }

/**
 * Writes postings of the double-entry ledger in the caller's transaction, all in one statement. A key that was posted
 * before does nothing; answers the keys that were new. Throws a conflict where a purse would fall below zero.
 */
export async function postAll(connection: Connection, postings: readonly Posting[], now: Date): Promise<ReadonlySet<string>> {
  if (postings.length === 0) return new Set()
  for (const posting of postings) checkPosting(posting)
  let posted = await writePostings(connection, postings, now)
  if (posted.unopened > 0) {
    const names = postings.flatMap((posting) => posting.entries.map((entry) => entry.account))
    await openAccounts(connection, names)
    posted = await writePostings(connection, postings, now)
  }
  const [short] = posted.short
  if (short) throw conflict(`${PURSES[short]}不足，请调整后再试`)
  return new Set(posted.fresh)
}

/** One posting; false where its key was posted before. */
export async function post(connection: Connection, posting: Posting, now: Date): Promise<boolean> {
  return (await postAll(connection, [posting], now)).size > 0
}
