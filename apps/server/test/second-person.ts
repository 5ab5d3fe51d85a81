import { makeStaff } from './fixtures.ts'
import type { Answer, Shop } from './harness.ts'

/** A deed that may need a second person: where it waits, one approves it. Answers what the deed or the approval answered. */
export async function agreed(shop: Shop, ask: () => Promise<Answer>): Promise<Answer> {
  const second = await makeStaff(shop.database.db, '另一人', '质管')
  const answer = await ask()
  if (answer.code !== 202) return answer
  return shop.ask('POST', `/api/staff/approval/${answer.data.request.id}/approve`, { cookie: second, body: {} })
}
