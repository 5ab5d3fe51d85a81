import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { makeCompany, makeStaffOf } from '../../../../test/fixtures.ts'
import { testShop } from '../../../../test/harness.ts'
import { openSmtp, smtpOptions, type TakenMail } from '../../../../test/stand-ins/smtp.ts'
import { doTask } from '../../../../test/tasks.ts'
import { jobs } from '../../../platform/jobs.ts'
import { writeSetting } from '../../../platform/settings.ts'
import { NO_CHANNELS } from '../../../providers/outside/channels-file.ts'
import { collectTasks } from '../../modules.ts'

/** What is mailed to the staff, through a mail server on loopback. */

/** A Monday, 11:00 in Beijing. */
const NOW = new Date('2026-11-23T03:00:00Z')
const DAY_MS = 86_400_000

const server = await openSmtp()
afterAll(() => server.stop())
const shop = await testShop({ now: NOW, channels: { ...NO_CHANNELS, mail: smtpOptions(server.port) } })
const { db, pool } = shop.database
const administrator = await makeStaffOf(db, 'administrator', '管理员')

beforeEach(async () => {
  shop.clock.now = NOW
  server.mood = {}
  server.mails.length = 0
  await pool.query('delete from sent_message; delete from outside_standing; delete from channel_difference; delete from channel_bill')
  await writeSetting(db, 'mail_finance', ['finance@example.com'])
  await writeSetting(db, 'mail_quality', ['quality@example.com'])
  await writeSetting(db, 'mail_system', ['system@example.com'])
})

const run = (now = NOW) => doTask(collectTasks({ database: shop.database, config: shop.config, jobs }), 'channels.mails', {}, now)
const textOf = ({ raw }: TakenMail) => Buffer.from(/\r\n\r\n([\s\S]+)$/.exec(raw)?.[1] ?? '', 'base64').toString()
/** Long ones come in several words. */
const subjectOf = ({ raw }: TakenMail) =>
  (/^Subject: ((?:.|\r\n )*)/m.exec(raw)?.[1] ?? '')
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?UTF-8\?([BQ])\?([^?]*)\?=/gi, (_, kind: string, part: string) =>
      kind.toUpperCase() === 'B'
        ? Buffer.from(part, 'base64').toString()
        : decodeURIComponent(part.replaceAll('_', ' ').replaceAll(/=([0-9A-F]{2})/g, '%$1')),
    )
const to = (who: string) => server.mails.filter((mail) => mail.to.includes(`${who}@example.com`))
const only = (who: string): TakenMail => {
  const [mail, ...more] = to(who)
  if (!mail || more.length > 0) throw new Error(`${to(who).length} mails to ${who}`)
  return mail
}
const sentList = async (query = '') =>
  (await shop.ask('GET', `/api/staff/sent_message?way=mail${query}`, { cookie: administrator })).data.list as Record<string, unknown>[]

const difference = () =>
  pool.query(`with bill as (
      insert into channel_bill (channel, day, file_name, line_count, other_days, matched_count, theirs_in, theirs_out, ours_in, ours_out, sent_by, sent_at)
      values ('bank', '2026-11-22', 'a.csv', 1, 0, 0, 1000, 0, 0, 0, '系统', now()) returning id)
    insert into channel_difference (bill_id, side, direction, number, gateway_no, at, theirs)
    select id, 'theirs', 'in', 'P20261122000000000001', '', '', 1000 from bill`)

describe('每日邮件', () => {
  it('有差异就告诉财务：哪一笔、差多少、到哪里处理；没有就不发', async () => {
    await run()
    expect(to('finance')).toEqual([])
    await difference()
    await run(new Date(NOW.getTime() + DAY_MS))
    const mail = only('finance')
    expect(subjectOf(mail)).toContain('渠道账单有 1 条差异待处理')
    expect(textOf(mail)).toContain('2026-11-22 对公转账 P20261122000000000001：本店 无，渠道 ¥10.00')
    expect(textOf(mail)).toContain('/console')
  })

  it('到期的证照每周一告诉质量，别的日子不发', async () => {
    await makeCompany(db, {
      name: '安康大药房',
      papers: [
        { name: '药品经营许可证', expires_on: '2026-12-10' },
        { name: '营业执照', expires_on: '2027-06-01' },
      ],
    })
    await writeSetting(db, 'licences', [
      { name: '药品经营许可证', value: 'A1', until: '2027-01-10' },
      { name: '营业执照', value: 'B1' },
    ])
    await run(new Date(NOW.getTime() + DAY_MS))
    expect(to('quality')).toEqual([])
    await run()
    const text = textOf(only('quality'))
    expect(text).toContain('药品经营许可证：2027-01-10 到期（还有 48 天）')
    expect(text).toContain('安康大药房：药品经营许可证，2026-12-10 到期（还有 17 天）')
    expect(text).not.toContain('营业执照')
  })

  it('失败的任务、没有答复的通道告诉管系统的人', async () => {
    await pool.query(`select graphile_worker.add_job('invoices.work', '{}'::json)`)
    await pool.query(`update graphile_worker._private_jobs set attempts = 3, last_error = '服务没有答复'`)
    await pool.query(`insert into outside_standing (service, failed_at, error) values ('微信支付', $1, 'GET: 超时')`, [NOW])
    await run()
    const mail = only('system')
    expect(subjectOf(mail)).toContain('1 个任务失败，1 个通道没有答复')
    expect(textOf(mail)).toContain('开具发票：1 个')
    expect(textOf(mail)).toContain('微信支付：2026-11-23 11:00 GET: 超时')
    await pool.query('delete from graphile_worker._private_jobs')
  })

  it('同一天只发一次，几个进程一起做也一样；记录里的地址遮盖', async () => {
    await difference()
    await Promise.all([run(), run()])
    await run()
    expect(to('finance')).toHaveLength(1)
    expect(await sentList('&template=differences')).toMatchObject([
      { way_name: '邮件', template_name: '渠道账单差异', receiver: 'f****@example.com', state: 'sent', service: '邮件', tries: 1 },
    ])
    expect(await sentList('&receiver=finance@example.com')).toHaveLength(1)
  })

  it('服务器暂时不收：任务失败，再做时送出；收下后断线的不再送；一个人的地址坏了不连累别人', async () => {
    await difference()
    server.mood = { refuse: { code: 451, text: 'try again later' } }
    await expect(run()).rejects.toThrow()
    expect(await sentList('&template=differences')).toMatchObject([{ state: 'waiting', error: expect.stringContaining('try again later') }])
    server.mood = {}
    await run()
    expect(await sentList('&template=differences')).toMatchObject([{ state: 'sent', tries: 2 }])

    await pool.query('delete from sent_message')
    server.mails.length = 0
    server.mood = { deaf: true }
    await expect(run()).rejects.toThrow()
    server.mood = {}
    await run()
    expect(await sentList('&template=differences')).toMatchObject([{ state: 'unknown' }])
    expect(to('finance')).toHaveLength(1)

    await pool.query('delete from sent_message')
    server.mails.length = 0
    await writeSetting(db, 'mail_finance', ['nobody@example.com', 'finance@example.com'])
    await expect(run()).rejects.toThrow()
    expect(to('finance')).toHaveLength(1)
    expect((await sentList('&template=differences')).map(({ state }) => state).sort()).toEqual(['refused', 'sent'])
  })

  it('没有写收件人、没有邮件服务器：什么也不做', async () => {
    await difference()
    for (const key of ['mail_finance', 'mail_quality', 'mail_system'] as const) await writeSetting(db, key, [])
    await run()
    await doTask(
      collectTasks({ database: shop.database, config: { ...shop.config, channels: NO_CHANNELS }, jobs }),
      'channels.mails',
      {},
      NOW,
    )
    expect(server.mails).toEqual([])
    expect(await sentList()).toEqual([])
  })
})
