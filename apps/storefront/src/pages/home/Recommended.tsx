import { useState } from 'react'
import { useApi } from '#api-client/context.tsx'
import { useQuery } from '#api-client/useQuery.ts'
import type { DataOf } from '#contract/call.ts'
import { Icon } from '#ui/Icon.tsx'
import { api } from '../../api/calls.ts'
import css from './Blocks.module.css'
import { GoodsTile } from './HomeGoods.tsx'
import { Section } from './Section.tsx'

type Answer = DataOf<typeof import('#contract/goods.ts').recommended>
const BATCHES = 6

/** 为您推荐, with another handful on demand. */
export function Recommended({ first }: { first: Answer }) {
  const client = useApi()
  const [batch, setBatch] = useState(0)
  const { data, isFormer } = useQuery({
    queryKey: ['recommended', batch],
    queryFn: async ({ signal }) => (await client.ask(api.recommended, { query: { batch }, signal })).data,
    ...(batch === 0 && { initialData: first }),
    keepFormer: true,
  })
  const shown = data && data.list.length > 0 ? data : first
  return (
    <Section
      title="为您推荐"
      about={shown.basis}
      end={
        <button type="button" className="more" disabled={isFormer} onClick={() => setBatch((batch + 1) % BATCHES)}>
          <Icon name="refresh" size={14} />
          换一批
        </button>
      }
    >
      <ul className={css.five} aria-busy={isFormer}>
        {shown.list.slice(0, 10).map((goods) => (
          <GoodsTile key={goods.id} goods={goods} />
        ))}
      </ul>
    </Section>
  )
}
