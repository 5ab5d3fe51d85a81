import { endpoint } from './calls.ts'

type Region = typeof import('#contract/region.ts')
type Messages = typeof import('#contract/messages.ts')

/** Calls of the member and account centre, as api/calls.ts has those of buying; apart, so that buying does not fetch them. */
export const memberApi = {
  messageList: endpoint<Messages['messageList']>('GET', '/api/user/message'),
  messageRead: endpoint<Messages['messageRead']>('POST', '/api/user/message/read'),
  messageDelete: endpoint<Messages['messageDelete']>('POST', '/api/user/message/delete'),
  messageRestore: endpoint<Messages['messageRestore']>('POST', '/api/user/message/restore'),
  regionList: endpoint<Region['regionList']>('GET', '/api/region'),
} as const
