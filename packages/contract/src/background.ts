import { type Static, Type } from 'typebox'
import { call } from './call.ts'
import { Flag, Id, listOf, NullableText, Paged, Paging } from './shapes.ts'

/** What the queue works on beside the requests. */

export const JOB_STATES = ['failed', 'running', 'waiting'] as const
export type JobState = (typeof JOB_STATES)[number]

const Job = Type.Object({
  id: Id,
  task: Type.String(),
  name: Type.String({ description: 'in words' }),
  state: Type.Unsafe<JobState>({ type: 'string' }),
  attempts: Type.Integer(),
  max_attempts: Type.Integer(),
  is_given_up: { ...Flag, description: 'it is not tried again by itself' },
  error: Type.String(),
  run_at: Type.String({ description: 'the next time' }),
  created_at: Type.String(),
  since: { ...NullableText, description: 'it runs' },
})
export type JobWire = Static<typeof Job>

export const staffJobs = call('GET', '/api/staff/job', {
  permission: 'jobs.view',
  summary: '后台任务',
  query: Type.Object({
    state: Type.Optional(Type.Unsafe<JobState>({ type: 'string', enum: [...JOB_STATES] })),
    task: Type.Optional(Type.String({ maxLength: 60, description: 'a part of its name' })),
    channels: Type.Optional({
      ...Flag,
      description: '1: those alone that ask somebody outside: payment, invoices, logistics, time stamps',
    }),
    ...Paging,
  }),
  data: Type.Object({
    ...Paged,
    list: Type.Array(Job),
    counts: Type.Object({ failed: Type.Integer(), running: Type.Integer(), waiting: Type.Integer() }),
    daily: listOf({ task: Type.String(), name: Type.String(), last_at: { ...NullableText, description: 'the queue began it last' } }),
  }),
})
/** What runs at the moment is left alone. */
export const staffJobDeed = call('POST', '/api/staff/job/:id/:command', {
  permission: { param: 'command', words: { retry: 'jobs.retry', delete: 'jobs.retry' } },
  summary: '后台任务：立即重试、删除',
  params: Type.Object({ id: Id, command: Type.Unsafe<'retry' | 'delete'>({ type: 'string', enum: ['retry', 'delete'] }) }),
  body: Type.Object({ reason: Type.Optional(Type.String({ maxLength: 200, description: 'needed for delete' })) }),
  data: Type.Object({}),
})

/** A page tells that one of its scripts failed. What was typed is never among it. */
export const browserError = call('POST', '/api/browser_error', {
  access: 'public',
  harmless: true,
  summary: '页面脚本出错',
  body: Type.Object({
    site: Type.Unsafe<'shop' | 'console'>({ type: 'string', enum: ['shop', 'console'] }),
    page: Type.String({ maxLength: 200, description: 'path, without what was searched for' }),
    message: Type.String({ minLength: 1, maxLength: 300 }),
    stack: Type.String({ maxLength: 2000 }),
  }),
  data: Type.Object({}),
})
