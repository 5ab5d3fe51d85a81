import type { ComponentType } from 'react'
import type { Endpoint } from '#api-client/endpoint.ts'
import type { Call, DataOf } from '#contract/call.ts'
import type { Permission } from '#contract/calls.ts'
import type { WorkKind } from '#contract/work.ts'

/** The twelve areas of the navigation, in its order. */
export const AREAS = [
  'desk',
  'orders',
  'warehouse',
  'companies',
  'goods',
  'marketing',
  'service',
  'finance',
  'quality',
  'content',
  'reports',
  'system',
] as const
export type Area = (typeof AREAS)[number]

export const AREA_TITLES: Readonly<Record<Area, string>> = {
  desk: '工作台',
  orders: '订单',
  warehouse: '仓库',
  companies: '企业',
  goods: '商品',
  marketing: '营销',
  service: '客户服务',
  finance: '财务',
  quality: '质量',
  content: '内容',
  reports: '报表',
  system: '系统',
}

/** One word, or several of which one is enough; absent: everybody who is signed in. */
export type Needs = Permission | readonly Permission[]

export interface ConsolePage {
  /** Below /console, without a slash before it: 'orders', 'orders/:id'. One with a parameter is a record: it stands in no menu. */
  path: string
  title: string
  /** Further words that Ctrl+K finds it by, its title's first letters before all; a record needs none. */
  words?: string
  area: Area
  needs?: Needs
  load: () => Promise<{ default: ComponentType }>
}

/** Found by Ctrl+K beside the pages. */
export interface Command {
  text: string
  /** Further words it is found by. */
  words?: string
  needs?: Needs
  /** A page's address below /console: 'system/staff?new=1'. */
  to: string
}

/** One thing that waits, as a line of 工作台. */
export interface Piece {
  id: number
  /** Whom it concerns. */
  who: string
  what: string
  /** An instant. */
  since: string
  /** Where it is done, below /console. */
  to: string
}

/** What the pieces of a queue are, of the rows of its list. */
export const piecesOf = <C extends Call>(
  list: Endpoint<C>,
  piece: (row: DataOf<C> extends { list: (infer Row)[] } ? Row : never) => Piece,
): Pick<Queue, 'list' | 'piece'> => ({ list, piece: piece as (row: never) => Piece })

/** Work that waits: a line of 工作台, and part of the figure beside its area in the navigation. */
export interface Queue {
  text: string
  area: Area
  needs: Needs
  /** The list that has a total. */
  list: Endpoint<Call>
  query?: Readonly<Record<string, string | number>>
  /** How many wait, of the answer's data; its total otherwise. */
  count?: (data: unknown) => number
  /** Where the work is done, below /console; no link before there is such a page. */
  to: string
  /** Absent: 工作台 says their number alone (piecesOf). */
  piece?: (row: never) => Piece
  /** Its list begins with the latest: what waits longest is on the last page. */
  newestFirst?: true
  /** As what its pieces are taken. */
  work?: readonly WorkKind[]
}

export interface Zone {
  pages: readonly ConsolePage[]
  commands?: readonly Command[]
  queues?: readonly Queue[]
  /** What runs out, ends or is late: nobody's work today, on 工作台 all the same. */
  alarms?: readonly Queue[]
}
