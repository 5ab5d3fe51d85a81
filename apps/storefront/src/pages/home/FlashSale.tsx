import { useState } from 'react'
import { useApi } from '#api-client/context.tsx'
import { useQuery, useQueryClient } from '#api-client/useQuery.ts'
import type { DataOf } from '#contract/call.ts'
import { Countdown } from '#ui/Countdown.tsx'
import { Icon } from '#ui/Icon.tsx'
import { api } from '../../api/calls.ts'
import css from './FlashSale.module.css'
import { FlashGoods } from './HomeGoods.tsx'

type Spike = DataOf<typeof import('#contract/goods.ts').spike>
const STATES = { ended: '已结束', open: '抢购中', coming: '即将开始' } as const

/** 限时秒杀: today's sessions; the countdown runs to the end of the open one or the start of the next. */
export function FlashSale({ first }: { first: Spike }) {
  const client = useApi()
  const queries = useQueryClient()
  const [chosen, setChosen] = useState<number | null>(null)
  const { data } = useQuery({
    queryKey: ['spike', chosen],
    queryFn: async ({ signal }) => (await client.ask(api.spike, { query: chosen === null ? {} : { session_id: chosen }, signal })).data,
    ...(chosen === null && { initialData: first }),
    keepFormer: true,
  })
  const spike = data ?? first
  const session = spike.sessions.find(({ id }) => id === spike.session_id)
  return (
    <section className={`panel ${css.flash}`} aria-labelledby="home-flash">
      <header className={css.head}>
        <h2 id="home-flash">
          <Icon name="bolt" size={18} filled />
          限时秒杀
        </h2>
        {session && session.state !== 'ended' && (
          <p className={css.left}>
            {session.state === 'open' ? '距本场结束' : '距本场开始'}
            <Countdown
              key={session.id + session.state}
              look="dark"
              until={session.state === 'open' ? session.ends_at : session.starts_at}
              onEnd={() => void queries.invalidateQueries({ queryKey: ['spike'] })}
            />
          </p>
        )}
        <ul className={css.sessions} aria-label="秒杀场次">
          {spike.sessions.map(({ id, name, state }) => (
            <li key={id}>
              <button type="button" aria-pressed={id === spike.session_id} onClick={() => setChosen(id)}>
                <b>{name}</b>
                {STATES[state]}
              </button>
            </li>
          ))}
        </ul>
      </header>
      {spike.list.length === 0 ? (
        <p className={css.none}>本场商品即将公布</p>
      ) : (
        <ul className={css.goods}>
          {spike.list.slice(0, 5).map((goods) => (
            <FlashGoods key={goods.id} goods={goods} open={session?.state === 'open'} />
          ))}
        </ul>
      )}
    </section>
  )
}
