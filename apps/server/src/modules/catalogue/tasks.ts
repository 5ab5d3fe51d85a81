import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { Id } from '#contract/shapes.ts'
import type { DatabaseHandle } from '../../platform/database.ts'
import type { Tasks } from '../../platform/jobs.ts'
import { transact } from '../../platform/transact.ts'
import { tellMany } from '../messages/public.ts'
import { GOODS_ARRIVED } from '../stock/public.ts'
import { takeReminders } from './arrival-store.ts'

const AT_ONCE = 500

/** Tells everybody who waits for goods that came back, each once. Safe to run twice and to break off. */
async function tellOfArrivals({ db }: DatabaseHandle, goodsIds: readonly number[], now: Date): Promise<void> {
  for (let told = AT_ONCE; told === AT_ONCE; ) {
    told = await transact(db, async (trx) => {
      const arrived = await takeReminders(trx, goodsIds, AT_ONCE)
      await tellMany(
        trx,
        arrived.map(({ companyId, goodsId, name, spec, askedAt }) => ({
          companyId,
          kind: 'activity' as const,
          title: `到货提醒：${name}`,
          text: `您关注的 ${[name, spec].filter(Boolean).join(' ')} 已到货，数量有限，请及时采购。`,
          url: `/list/info/${goodsId}`,
          key: `arrival:${goodsId}:${askedAt.getTime()}`,
        })),
        now,
      )
      return arrived.length
    })
  }
}

const Payload = Type.Object({ goods_ids: Type.Array(Id, { minItems: 1 }) })

export function catalogueTasks(database: DatabaseHandle): Tasks {
  return {
    [GOODS_ARRIVED]: (payload, now) => {
      const { goods_ids }: Static<typeof Payload> = Value.Parse(Payload, payload)
      return tellOfArrivals(database, goods_ids, now)
    },
  }
}
