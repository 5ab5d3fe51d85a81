import { expect, it } from 'vitest'
import { makeStaffOf } from '../../../../test/fixtures.ts'
import { testShop } from '../../../../test/harness.ts'
import { EXPORT_LISTS } from '#contract/export-jobs.ts'
const shop = await testShop({ demo: true })
it('probe', async () => {
  const cookie = await makeStaffOf(shop.database.db, 'auditor')
  const out: string[] = []
  for (const kind of Object.keys(EXPORT_LISTS)) {
    const asked = await shop.ask('POST', `/api/staff/export/${kind}`, { cookie, body: { format: 'csv' } })
    if (asked.status !== 200) { out.push(`${kind} ${asked.status} ${asked.message}`); continue }
    try { await shop.jobs.runDue(['exports.make']) } catch (e) { out.push(`${kind} THROWS ${(e as Error).message}`); await shop.database.pool.query(`delete from export_job`); continue }
    const state = (await shop.ask('GET', `/api/staff/export/${asked.data.id}`, { cookie })).data
    const list = await shop.ask('GET', `${EXPORT_LISTS[kind as 'orders']}?per_page=100`, { cookie })
    out.push(`${kind} ${state.state} rows=${state.rows} list=${list.data?.list?.length} total=${list.data?.total} ${state.note}`)
    const file = await shop.app.inject({ url: `/api/staff/export/${asked.data.id}/file`, headers: { cookie: `staff=${cookie}` } })
    out.push(file.payload.split('\r\n').slice(0, 3).join('\n'))
  }
  console.log(out.join('\n'))
}, 200_000)
