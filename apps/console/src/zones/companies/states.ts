import type { InvitationState } from '#contract/invitations.ts'
import type { Tone } from '../../parts/StateTag.tsx'

/** Of an invitation. */
export const INVITATION_LOOKS: Readonly<Record<InvitationState, { text: string; tone: Tone }>> = {
  sent: { text: '已发出', tone: 'waiting' },
  opened: { text: '已打开', tone: 'moving' },
  used: { text: '已使用', tone: 'done' },
  expired: { text: '已过期', tone: 'closed' },
  revoked: { text: '已撤回', tone: 'closed' },
}

export interface ListTab {
  key: string
  text: string
  /** What the list is asked with. */
  query: Readonly<Record<string, string | number>>
}

export const EXPIRING_DAYS = 30

export const TABS: readonly ListTab[] = [
  { key: '', text: '全部', query: {} },
  { key: 'new', text: '新申请', query: { queue: 'new' } },
  { key: 'certificate', text: '证照待审', query: { queue: 'certificate' } },
  { key: 'change', text: '变更待审', query: { queue: 'change' } },
  { key: 'first-trade', text: '首营待审批', query: { queue: 'first_trade' } },
  { key: 'rejected', text: '已驳回', query: { queue: 'rejected' } },
  { key: 'frozen', text: '已冻结', query: { queue: 'frozen' } },
  { key: 'no-login', text: '没有登录', query: { login: 'none' } },
  { key: 'expiring', text: '证照即将到期', query: { expiring: EXPIRING_DAYS } },
]

export const tabOf = (key: string | null): ListTab => TABS.find((one) => one.key === (key ?? '')) ?? (TABS[0] as ListTab)

/** The day on which a paper ends, by how near it is: red when it has passed, amber within the time of a warning. */
export function expiryTone(day: string | null, today: string): '' | 'w' | 'bad' {
  if (day === null) return ''
  if (day < today) return 'bad'
  return Date.parse(day) - Date.parse(today) <= EXPIRING_DAYS * 86_400_000 ? 'w' : ''
}
