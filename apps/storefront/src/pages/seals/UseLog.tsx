import { useState } from 'react'
import { useApi } from '#api-client/context.tsx'
import type { SealUseWire } from '#contract/seals.ts'
import { Block } from '#ui/Block.tsx'
import { Button } from '#ui/Button.tsx'
import { beijingTime } from '#ui/times.ts'
import { useBusy } from '#ui/useBusy.ts'
import { sealApi } from '../../api/seal-calls.ts'
import css from './seals.module.css'

interface Part {
  list: readonly SealUseWire[]
  next: number | null
}

/** What the company's seals were put on, by whom, when and from where. */
export function UseLog({ first }: { first: Part }) {
  const api = useApi()
  const [{ list, next }, setShown] = useState<Part>(first)
  const { busy, run } = useBusy()
  const more = () =>
    run(async () => {
      if (next === null) return
      const { data } = await api.ask(sealApi.uses, { query: { before: next } })
      setShown({ list: [...list, ...data.list], next: data.next })
    })
  return (
    <Block title="用印记录">
      <ul className={css.uses}>
        {list.map((use) => (
          <li key={use.id}>
            <b>{use.what}</b>
            <span>{use.purpose_name}</span>
            <span>{use.person}</span>
            <span>{beijingTime(use.at)}</span>
            <span>{use.ip}</span>
          </li>
        ))}
      </ul>
      {next !== null && (
        <div className={css.actions}>
          <Button size="sm" disabled={busy} onClick={() => void more()}>
            更早的记录
          </Button>
        </div>
      )}
    </Block>
  )
}
