/** The stop list in the shop: which rules are running, and their judgements on goods. */

export { auditJudged } from './audit.ts'
export { isOnStopList, type JudgedGoods, judgeGoods, type KeptEvidence } from './judging.ts'
export { holdWhatLanded, judgeAgain, judgingText, rejudge } from './rejudge.ts'
export { lawVersionOn, sameCharacters, useLawRules } from './running.ts'
export { goodsByCode, goodsByIds, type KeptGoods, lockJudgements, writeJudged } from './store.ts'
