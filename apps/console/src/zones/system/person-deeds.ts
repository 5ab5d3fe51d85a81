import type { ParamsOf } from '#contract/call.ts'
import type { StaffPersonWire } from '#contract/staff-people.ts'
import type { Tone } from '../../parts/StateTag.tsx'

type Call = typeof import('#contract/staff-people.ts')['staffPersonCommand']
export type Command = ParamsOf<Call>['command']

export const STATES: Readonly<Record<StaffPersonWire['state'], { text: string; tone: Tone }>> = {
  active: { text: '在职', tone: 'done' },
  locked: { text: '已停用', tone: 'waiting' },
  left: { text: '已离职', tone: 'closed' },
}

export interface PersonDeed {
  command: Command
  text: string
  /** What comes of it. */
  effect: (person: StaffPersonWire) => string
  danger?: boolean
  when: (person: StaffPersonWire) => boolean
}

const ends = ({ sessions }: StaffPersonWire): string => (sessions > 0 ? `，${sessions} 处登录随即结束` : '')

/** What an administrator does to an account, each with its reason. */
export const PERSON_DEEDS: readonly PersonDeed[] = [
  {
    command: 'password',
    text: '重置密码',
    effect: (one) => `得到一个只显示一次的初始密码${ends(one)}`,
    when: ({ state }) => state === 'active',
  },
  {
    command: 'factor',
    text: '重置二次验证',
    effect: (one) => `验证器、通行密钥和恢复码都作废，下次登录重新设置${ends(one)}`,
    when: ({ state, factor }) => state === 'active' && factor === 1,
  },
  { command: 'sessions', text: '结束全部登录', effect: (one) => `${one.sessions} 处登录随即结束`, when: ({ sessions }) => sessions > 0 },
  {
    command: 'lock',
    text: '停用',
    effect: (one) => `不能再登录，可以恢复${ends(one)}`,
    danger: true,
    when: ({ state }) => state === 'active',
  },
  { command: 'unlock', text: '恢复', effect: () => '可以重新登录', when: ({ state }) => state === 'locked' },
  {
    command: 'leave',
    text: '离职',
    effect: (one) => `永远不能再登录，不可恢复${ends(one)}`,
    danger: true,
    when: ({ state }) => state !== 'left',
  },
]
