import { staffDayClose } from '#contract/closings.ts'
import type { Deed } from '../../who/approvals/public.ts'
import { type ChannelNames, closeDay, weighDay } from './service.ts'

/** A day is closed by two people. Its figures are those of the moment in which the second one agrees. */
export const closeDeed = (names: ChannelNames): Deed<typeof staffDayClose> => ({
  call: staffDayClose,
  kind: 'day.close',
  async weigh({ database: { db }, params: { day }, body, now }) {
    const { last, sheet } = await weighDay(db, names, day, now)
    const money = sheet.channels.map(({ name, in: came, out, difference }) => ({
      name,
      before: '',
      after: `收 ¥${came}，退 ¥${out}${difference === '' ? '' : `，差 ${difference} 元`}`,
    }))
    return {
      subject: `closing:${day}`,
      title: `日结 ${sheet.from_day === day ? day : `${sheet.from_day} 至 ${day}`}`,
      changes: [...money, { name: '差异', before: '', after: sheet.problems.join('；') || '无' }],
      // What is booked meanwhile may go on; another difference, or one of another sum, may not, nor another closing.
      stands: JSON.stringify([last?.day ?? '', ...sheet.problems]),
      reason: body.reason.trim() || '无差异',
    }
  },
  run: ({ database, doer, params, body, now }) => closeDay(database, names, doer, params.day, body.reason, now),
  said: (closing) => `${closing.day} 已日结`,
})
