import { checkPosting, type LedgerAccountName, type Posting } from '#domain/ledger.ts'
import type { Fen } from '#domain/money.ts'
import type { Connection } from '../../platform/database.ts'
import { conflict } from '../../platform/errors.ts'
import { type AccountRow, type EntryRow, findAccounts, insertEntries, insertPosting, moveBalance, openAccounts } from './store.ts'

const PURSES: Readonly<Record<string, string>> = { voucher: '现金券', points: '积分' }

/**
 * Writes one posting of the double-entry ledger in the caller's transaction. A key that was posted before does nothing
 * and answers false. Throws a conflict where a company's balance would fall below zero.
 */
export async function post(connection: Connection, posting: Posting, now: Date): Promise<boolean> {
  checkPosting(posting)
  const postingId = await insertPosting(connection, posting, now)
  if (postingId === null) return false
  const accounts = await accountsFor(
    connection,
    posting.entries.map((entry) => entry.account),
  )
  // In the order of the accounts, so that two postings over the same companies cannot wait for each other in a circle.
  const moves = posting.entries
    .map((entry) => ({ entry, account: accountOf(accounts, entry.account) }))
    .sort((a, b) => a.account.id - b.account.id)
  const rows: EntryRow[] = []
  for (const { entry, account } of moves) {
    rows.push({ accountId: account.id, amount: entry.amount, balanceAfter: await moved(connection, account, entry.amount) })
  }
  await insertEntries(connection, postingId, rows)
  return true
}

async function moved(connection: Connection, account: AccountRow, amount: Fen): Promise<Fen | null> {
  if (account.companyId === null) return null
  const balance = await moveBalance(connection, account.id, amount)
  if (balance === null) throw conflict(`${PURSES[account.kind] ?? '余额'}不足，请调整后再试`)
  return balance
}

async function accountsFor(connection: Connection, names: readonly LedgerAccountName[]): Promise<AccountRow[]> {
  const found = await findAccounts(connection, names)
  if (found.length === names.length) return found
  await openAccounts(connection, names)
  return findAccounts(connection, names)
}

function accountOf(accounts: readonly AccountRow[], name: LedgerAccountName): AccountRow {
  const account = accounts.find((one) => one.companyId === name.companyId && one.kind === name.kind)
  if (!account) throw new Error(`no ledger account ${name.kind} of company ${name.companyId}`)
  return account
}
