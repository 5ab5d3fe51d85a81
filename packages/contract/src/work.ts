import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { Flag, Id } from './shapes.ts'

/**
 * Taking of work: who has a piece open, for those who would open it too. It is a word between people: what may be done with the piece
 * is decided where the deed is done. return: the same after-sale once its goods are back.
 */
export const WORK_KINDS = ['company', 'after_sale', 'return', 'proof', 'bank_line', 'picking', 'chat'] as const
export type WorkKind = (typeof WORK_KINDS)[number]
/** Without a key for so long, the piece is nobody's. */
export const WORK_IDLE_MINUTES = 30

const Kind = Type.Unsafe<WorkKind>({ type: 'string', enum: [...WORK_KINDS] })
const Piece = Type.Object({ kind: Kind, id: Id })

const Holder = Type.Object({
  id: Type.Integer({ description: 'the piece' }),
  holder: Type.String({ description: 'empty: nobody' }),
  mine: Flag,
  since: Type.String(),
})
export type WorkHolderWire = Static<typeof Holder>

export const staffWork = call('GET', '/api/staff/work/:kind', {
  permission: {
    param: 'kind',
    words: {
      company: 'companies.view',
      after_sale: 'aftersales.view',
      return: 'aftersales.view',
      proof: 'transfers.view',
      bank_line: 'transfers.view',
      picking: 'orders.view',
      chat: 'chat.view',
    },
  },
  summary: '正在处理的事项和处理人',
  params: Type.Object({ kind: Kind }),
  data: Type.Object({ list: Type.Array(Holder) }),
})

const DEED_WORDS = {
  company: 'companies.review',
  after_sale: 'aftersales.decide',
  return: 'aftersales.refund',
  proof: 'transfers.confirm',
  bank_line: 'transfers.confirm',
  picking: 'orders.pick',
  chat: 'chat.answer',
} as const
/** Taken where it is free, kept where it is one's own already; another's only with over. Answers who has it then. */
export const staffWorkTake = call('POST', '/api/staff/work/:kind/:id/take', {
  permission: { param: 'kind', words: DEED_WORDS },
  summary: '领取事项；已由他人处理的可接手',
  params: Piece,
  body: Type.Object({ over: Type.Optional({ ...Flag, description: '1: take it over' }) }),
  data: Holder,
})
export const staffWorkLeave = call('POST', '/api/staff/work/:kind/:id/leave', {
  permission: { param: 'kind', words: DEED_WORDS },
  summary: '放下事项',
  params: Piece,
  body: Type.Object({}),
  data: Type.Object({}),
})
