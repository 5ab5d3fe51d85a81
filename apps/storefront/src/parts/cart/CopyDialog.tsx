import { useState } from 'react'
import { useApi } from '#api-client/context.tsx'
import type { DataOf } from '#contract/call.ts'
import type { CartLineWire } from '#contract/cart-shapes.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { useBusy } from '#ui/useBusy.ts'
import { api } from '../../api/calls.ts'
import css from './CopyDialog.module.css'
import type { OtherStore } from './useOtherStores.ts'

interface Props {
  stores: readonly OtherStore[]
  lines: readonly CartLineWire[]
  onClose: () => void
}

type Answer = DataOf<typeof import('#contract/cart.ts').cartCopy>

/** Copies the chosen lines to other stores of the owner; each store's own rules decide, and the answer says which lines it refused. */
export function CopyDialog({ stores, lines, onClose }: Props) {
  const client = useApi()
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const { busy, run } = useBusy()
  const [answer, setAnswer] = useState<Answer | null>(null)
  const copy = () =>
    run(async () => {
      setAnswer((await client.ask(api.cartCopy, { body: { ids: lines.map(({ id }) => id), other_user_ids: [...chosen] } })).data)
    })
  const toggle = (id: number): void => {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    setChosen(next)
  }
  if (answer)
    return (
      <Dialog
        title="复制结果"
        onClose={onClose}
        actions={
          <Button kind="primary" onClick={onClose}>
            知道了
          </Button>
        }
      >
        <CopyResult answer={answer} />
      </Dialog>
    )
  return (
    <Dialog
      title="复制到其他门店"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button kind="primary" disabled={chosen.size === 0 || busy} onClick={() => void copy()}>
            {busy ? '正在复制…' : `复制 ${lines.length} 种商品`}
          </Button>
        </>
      }
    >
      <p>每家门店按自己的资质、价格和库存核对，不能购买的商品会告诉您原因。</p>
      <ul className={css.stores}>
        {stores.map((store) => (
          <li key={store.company_id}>
            <label className="check">
              <input type="checkbox" checked={chosen.has(store.company_id)} onChange={() => toggle(store.company_id)} />
              {store.name}
            </label>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

function CopyResult({ answer }: { answer: Answer }) {
  return (
    <ul className={css.stores}>
      {answer.stores.map((store) => (
        <li key={store.company_id}>
          <b>{store.name}</b>：已复制 {store.copied} 种{store.refused.length > 0 && `，${store.refused.length} 种未复制`}
          <Notes list={store.refused} />
          <Notes list={store.adjusted} copied />
        </li>
      ))}
    </ul>
  )
}

function Notes({ list, copied = false }: { list: Answer['stores'][number]['refused']; copied?: boolean }) {
  if (list.length === 0) return null
  return (
    <ul className={copied ? css.adjusted : css.refused}>
      {list.map((note) => (
        <li key={note.line_id}>
          <span>
            {note.name} {note.ypgg}
          </span>
          <em>{note.message}</em>
        </li>
      ))}
    </ul>
  )
}
