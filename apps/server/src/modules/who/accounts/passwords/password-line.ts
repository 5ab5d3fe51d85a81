import { createWorkLine, type WorkLine } from '../../../../platform/work-line.ts'

/**
 * Whatever checks or makes the hash of a password or a code takes its turn here. A check takes two cores' threads some 20 ms and 19 MiB,
 * so that two go on at once: one of strangers, whose key is their address, and one of accounts that are known by a session or a browser, whose
 * key is their number; however many strangers come, those do not wait behind them. For each key one at a time, each counted before the next:
 * six hundred guesses sent at once would all be checked before the first was counted. Never asked for within a transaction: works of the
 * line need connections, which those who wait for it must not hold.
 */
export const passwordTurn: WorkLine = (asking, work) => (typeof asking.key === 'number' ? known : strangers)(asking, work)

const LIMITS = { atOnce: 1, inWorkEach: 1, each: 60, waiting: 300 }
const known = createWorkLine(LIMITS)
const strangers = createWorkLine(LIMITS)
