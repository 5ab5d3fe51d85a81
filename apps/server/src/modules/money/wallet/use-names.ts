import { LEDGER_KINDS } from '#contract/constants.ts'
import type { PostingKind } from '#domain/ledger.ts'

/** What a movement is called in the logs (use_type). */
const USE_NAMES: Readonly<Record<PostingKind, string>> = {
  ...LEDGER_KINDS,
  points_earn: '获得积分',
  points_spend: '积分兑换',
  points_back: '兑换退回',
  points_taken: '退货收回',
}

export const useName = (kind: string): string => USE_NAMES[kind as PostingKind] ?? '其他'
