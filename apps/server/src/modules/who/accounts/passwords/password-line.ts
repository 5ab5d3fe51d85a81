import { createWorkLine } from '../../../../platform/work-line.ts'

/**
 * Whatever checks or makes the hash of a password or a code takes its turn here. A check takes two cores' threads some 20 ms and 19 MiB,
 * so that few go on at once, whoever asks; and for each address, account or known browser one at a time, each counted before the next:
 * six hundred guesses sent at once would all be checked before the first was counted. Never asked for within a transaction: works of the
 * line need connections, which those who wait for it must not hold.
 */
export const passwordTurn = createWorkLine({ atOnce: 2, inWorkEach: 1, each: 60, waiting: 300 })
